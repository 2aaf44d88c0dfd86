import { expect, test } from 'vitest';
import { customId } from '../../src/messages/custom-id.ts';
import { Permission } from '../../sandbox/discord/index.ts';
import { ENGLISH } from '../../src/messages/language.ts';
import { blockPerson, openPanel, openSettings } from '../world/admin-panels.ts';
import { textOf } from '../world/messages.ts';
import { startWorld } from '../world/world.ts';

test('forms name the person or role that was picked', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { atelier, admin, member } = discord.world;
  const person = discord.as(admin.id);
  const name = member.user.globalName;
  const role = discord.addRole(atelier.guild.id, { name: 'Keeper' });
  const [blocklist, limits] = [await openPanel(world, 'blocklist'), await openPanel(world, 'limits')];
  const titleOf = async (panelId: string, control: Parameters<typeof customId>[0], id: string) =>
    (await person.select(panelId, customId(control), [id])).modal?.title;
  expect(await titleOf(blocklist.id, 'blocklist-person', member.id)).toBe(`Block ${name}`);
  expect(await titleOf(limits.id, 'limits-grant', member.id)).toBe(`Extra requests for ${name}`);
  expect(await titleOf(limits.id, 'limits-role', role.id)).toBe('Limit for Keeper');
  await blockPerson(world, member.id);
  expect(await titleOf(blocklist.id, 'blocklist-person', member.id)).toBe(`${name} is blocked`);
});

test('a long name leaves room in the title', async () => {
  const world = await startWorld();
  const { discord } = world;
  const role = discord.addRole(discord.world.atelier.guild.id, { name: '🦊'.repeat(90) });
  const limits = await openPanel(world, 'limits');
  const person = discord.as(discord.world.admin.id);
  const { modal } = await person.select(limits.id, customId('limits-role'), [role.id]);
  expect(modal?.title).toMatch(/^Limit for 🦊+…$/u);
});

test('the settings panel says which channels and roles its menus hold', async () => {
  const { discord } = await startWorld();
  const { atelier, admin } = discord.world;
  const log = discord.addChannel(atelier.guild.id, 'log').id;
  const role = discord.addRole(atelier.guild.id, { name: 'Keeper' });
  const panel = await openSettings(discord, 'channels');
  const person = discord.as(admin.id);
  await person.select(panel, customId('settings', 'log-channel'), [log]);
  expect(textOf(discord.message(panel))).toContain(`**Log channel:** <#${log}>`);
  await person.click(panel, customId('settings-page', 'people'));
  await person.select(panel, customId('settings', 'roles'), [role.id]);
  expect(textOf(discord.message(panel))).toContain(`<@&${role.id}>`);
});

test('a log channel that everyone sees, or that is the gallery, too, is warned of', async () => {
  const { discord } = await startWorld();
  const { atelier, admin } = discord.world;
  const log = discord.addChannel(atelier.guild.id, 'log').id;
  const panel = await openSettings(discord, 'channels');
  const choose = async (setting: string, channelId: string) => {
    await discord.as(admin.id).select(panel, customId('settings', setting), [channelId]);
    return discord.message(panel)?.content;
  };
  const { logIsOpen, logIsGallery } = ENGLISH.permissions;
  expect(await choose('log-channel', log)).toBe(logIsOpen(`<#${log}>`));
  // Also by a panel that is opened later.
  const later = await openSettings(discord, 'channels');
  expect(discord.message(later)?.content).toBe(logIsOpen(`<#${log}>`));
  expect(await choose('gallery', log)).toBe(logIsGallery);
  expect(await choose('gallery', atelier.secondChannelId)).toBe('');
  const overwrite = { allow: 0n, deny: 0n };
  const hidden = { type: 'role' as const, id: atelier.everyoneRoleId, deny: Permission.ViewChannel };
  discord.setOverwrite(log, { ...overwrite, ...hidden });
  const shown = { type: 'member' as const, id: discord.applicationId, allow: Permission.ViewChannel };
  discord.setOverwrite(log, { ...overwrite, ...shown });
  expect(await choose('log-channel', log)).toBe('');
});
