import { expect } from 'vitest';
import type { Discord, InteractionResult, Message } from '../../sandbox/discord/index.ts';
import { textOf, type TestEnvironment } from '../world/world.ts';
import { customId } from '../../src/messages/custom-id.ts';

type Scene = Pick<TestEnvironment, 'discord'>;

/** What an admin types into the form of `/limits`, by its fields. */
export type Numbers = Partial<
  Record<'personDaily' | 'serverDaily' | 'personAtOnce' | 'serverAtOnce' | 'pauseS', string>
>;

/** Opens the panel as the admin. */
export const openPanel = async ({ discord }: Scene): Promise<Message> => {
  const { admin, atelier } = discord.world;
  const { message } = await discord.as(admin.id).slash(atelier.channelId, 'limits');
  if (!message) throw new Error('no panel');
  return message;
};

/** Sets all numbers of the atelier's limits, as the admin. Returns what the panel shows then. */
export const setNumbers = async (scene: Scene, numbers: Numbers): Promise<string> => {
  const { discord } = scene;
  const admin = discord.as(discord.world.admin.id);
  const panel = await openPanel(scene);
  const { modal } = await admin.click(panel.id, customId('limits-edit', 'panel'));
  if (!modal) throw new Error('no form');
  const empty = { personDaily: '', serverDaily: '', personAtOnce: '', serverAtOnce: '', pauseS: '' };
  await admin.submitModal(modal, { ...empty, ...numbers });
  return textOf(discord.message(panel.id));
};

/** Gives a role its own number, as the admin. */
export const setRole = async (scene: Scene, roleId: string, daily: string): Promise<string> => {
  const { discord } = scene;
  const admin = discord.as(discord.world.admin.id);
  const panel = await openPanel(scene);
  const { modal } = await admin.select(panel.id, customId('limits-role', 'panel'), [roleId]);
  if (!modal) throw new Error('no form');
  await admin.submitModal(modal, { daily });
  return textOf(discord.message(panel.id));
};

/** Asks for a picture in the atelier. */
export const askOfLimits = (
  { discord }: Scene,
  personId: string,
  prompt = 'a lighthouse',
): Promise<InteractionResult> =>
  discord.as(personId).slash(discord.world.atelier.channelId, 'imagine', { prompt });

/** The id of the card that answered; fails when it was a refusal. */
export const expectCard = ({ message }: InteractionResult): string => {
  expect(message?.ephemeralTo).toBeNull();
  return message?.id ?? '';
};

/** The words of a refusal; fails when it was none. */
export const expectRefusal = ({ message }: InteractionResult): string => {
  expect(message?.ephemeralTo).not.toBeNull();
  return message?.content ?? '';
};

/** Takes every role from the admin. */
export const demote = (discord: Discord): void => {
  const { atelier, admin } = discord.world;
  discord.guild(atelier.guild.id)?.members.get(admin.id)?.roleIds.splice(0);
};
