import { expect } from 'vitest';
import type { Discord, Message } from '../../sandbox/discord/index.ts';
import { customId } from '../../src/messages/custom-id.ts';
import { allTextOf, textOf } from './messages.ts';
import type { TestEnvironment } from './world.ts';

type Scene = Pick<TestEnvironment, 'discord'>;

/** What an admin types into the form of `/limits`, by its fields. */
export type Numbers = Partial<
  Record<'personDaily' | 'serverDaily' | 'personAtOnce' | 'serverAtOnce', string>
>;

/** Opens a panel as the admin. */
export const openPanel = async (
  { discord }: Scene,
  command: 'limits' | 'settings' | 'blocklist',
): Promise<Message> => {
  const { admin, atelier } = discord.world;
  const { message } = await discord.as(admin.id).slash(atelier.channelId, command);
  if (!message) throw new Error(`no answer to /${command}`);
  return message;
};

/** Opens the settings as the admin, on one of their pages. Returns the message's id. */
export const openSettings = async (discord: Discord, page?: 'channels' | 'people'): Promise<string> => {
  const { id } = await openPanel({ discord }, 'settings');
  if (page) await discord.as(discord.world.admin.id).click(id, customId('settings-page', page));
  return id;
};

/** Sets all numbers of the atelier's limits, as the admin. Returns what the panel shows then. */
export const setNumbers = async (scene: Scene, numbers: Numbers): Promise<string> => {
  const { discord } = scene;
  const admin = discord.as(discord.world.admin.id);
  const panel = await openPanel(scene, 'limits');
  const { modal } = await admin.click(panel.id, customId('limits-edit'));
  if (!modal) throw new Error('no form');
  const empty = { personDaily: '', serverDaily: '', personAtOnce: '', serverAtOnce: '' };
  await admin.submitModal(modal, { ...empty, ...numbers });
  return textOf(discord.message(panel.id));
};

/** Sets the numbers of the atelier's month, as the admin. Returns what the panel shows then. */
export const setMonth = async (
  scene: Scene,
  numbers: Partial<Record<'personMonthly' | 'serverMonthly', string>>,
): Promise<string> => {
  const { discord } = scene;
  const admin = discord.as(discord.world.admin.id);
  const panel = await openPanel(scene, 'limits');
  const { modal } = await admin.click(panel.id, customId('limits-edit-month'));
  if (!modal) throw new Error('no form');
  await admin.submitModal(modal, { personMonthly: '', serverMonthly: '', ...numbers });
  return textOf(discord.message(panel.id));
};

/** Gives a person requests for today beyond their limit, as the admin. Returns what the panel shows then. */
export const grantToday = async (scene: Scene, personId: string, daily: string): Promise<string> => {
  const { discord } = scene;
  const admin = discord.as(discord.world.admin.id);
  const panel = await openPanel(scene, 'limits');
  const { modal } = await admin.select(panel.id, customId('limits-grant'), [personId]);
  if (!modal) throw new Error('no form');
  await admin.submitModal(modal, { daily });
  return textOf(discord.message(panel.id));
};

/** What the admin reads who typed something as the limit for each person that can't be one. */
export const wrongLimit = async (scene: Scene, typed: string): Promise<string> => {
  const { discord } = scene;
  const admin = discord.as(discord.world.admin.id);
  const panel = await openPanel(scene, 'limits');
  const { modal } = await admin.click(panel.id, customId('limits-edit'));
  if (!modal) throw new Error('no form');
  return allTextOf((await admin.submitModal(modal, { personDaily: typed })).message);
};

/** Gives a role its own number, as the admin. */
export const setRole = async (scene: Scene, roleId: string, daily: string): Promise<string> => {
  const { discord } = scene;
  const admin = discord.as(discord.world.admin.id);
  const panel = await openPanel(scene, 'limits');
  const { modal } = await admin.select(panel.id, customId('limits-role'), [roleId]);
  if (!modal) throw new Error('no form');
  await admin.submitModal(modal, { daily });
  return textOf(discord.message(panel.id));
};

/** Fills in the form of `/blocklist` as the admin. Returns what they read then. */
export const changeBlocklist = async (
  scene: Scene,
  fields: { rules?: string; prompt?: string },
): Promise<string> => {
  const { discord } = scene;
  const admin = discord.as(discord.world.admin.id);
  const panel = await openPanel(scene, 'blocklist');
  const { modal } = await admin.click(panel.id, customId('blocklist-add'));
  if (!modal) throw new Error('no form');
  return allTextOf((await admin.submitModal(modal, fields)).message);
};

/** Removes a rule or exception from the blocklist as the admin. Returns what they read then. */
export const removeRule = async (scene: Scene, rule: string): Promise<string> => {
  const { discord } = scene;
  const panel = await openPanel(scene, 'blocklist');
  const menu = panel.components[0]?.components?.[0];
  const option = menu?.options?.find(({ label }) => label === rule);
  if (!menu?.custom_id || !option) throw new Error(`no rule ${rule}`);
  const admin = discord.as(discord.world.admin.id);
  await admin.select(panel.id, menu.custom_id, [option.value]);
  return allTextOf(discord.message(panel.id));
};

/** Blocks a person, or unblocks them, as the admin. Returns what they read then. */
export const blockPerson = async (
  scene: Scene,
  personId: string,
  { time, reason }: { time?: string; reason?: string } = {},
): Promise<string> => {
  const { discord } = scene;
  const admin = discord.as(discord.world.admin.id);
  const panel = await openPanel(scene, 'blocklist');
  const { modal } = await admin.select(panel.id, customId('blocklist-person'), [personId]);
  if (!modal) throw new Error('no form');
  const chosen = { ...(time !== undefined && { time: [time] }), ...(reason !== undefined && { reason }) };
  await admin.submitModal(modal, chosen);
  return allTextOf(discord.message(panel.id));
};

/** Takes every role, and with it Manage Server, from the admin. */
export const demote = (discord: Discord): void => {
  const { atelier, admin } = discord.world;
  discord.guild(atelier.guild.id)?.members.get(admin.id)?.roleIds.splice(0);
};

/** Makes German the language of the server, as the admin, and of the people there. */
export const speakGerman = async (discord: Discord): Promise<void> => {
  const { admin, member, secondMember } = discord.world;
  for (const { user } of [admin, member, secondMember]) user.locale = 'de';
  const id = await openSettings(discord, 'people');
  await discord.as(discord.world.admin.id).select(id, customId('settings', 'language'), ['de']);
  expect(controlsOf(discord.message(id))).toContain('Sprache: Deutsch');
};

/** What the controls of a panel show: the words of buttons, and what is chosen in menus. */
export const controlsOf = (message: Message | undefined): string[] =>
  (message?.components ?? [])
    .flatMap(({ components = [] }) => components)
    .flatMap(({ label, options, placeholder = '', default_values: picked = [] }) => {
      if (label !== undefined) return [label];
      const chosen = options?.filter((option) => option.default === true).map((option) => option.label);
      return chosen ?? [[placeholder, ...picked.map(({ id }) => id)].join(' ')];
    });

/** Lets Easel add 🔄 to finished pictures, as the admin. */
export const addAgain = async (discord: Discord): Promise<void> => {
  const id = await openSettings(discord);
  await discord.as(discord.world.admin.id).click(id, customId('settings', 'offer-again', 1));
};
