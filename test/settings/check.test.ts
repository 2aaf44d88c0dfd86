import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Permission, type Discord } from '../../sandbox/discord/index.ts';
import { inviteLink, NEEDED_PERMISSIONS } from '../../src/commands/framework/preflight.ts';
import { customId } from '../../src/messages/custom-id.ts';
import { ENGLISH } from '../../src/messages/language.ts';
import { startWorld } from '../world/world.ts';
import { expectAllClosed, expectPainted, requestsOf } from '../world/asking.ts';
import { addAgain, openSettings } from '../world/admin-panels.ts';

const check = async (discord: Discord) =>
  discord.as(discord.world.admin.id).click(await openSettings(discord), customId('settings-check'));

describe('the check of permissions', () => {
  test('finds everything in order', async () => {
    const { discord } = await startWorld();
    const { atelier } = discord.world;
    const result = await check(discord);
    expect(result.message?.content).toBe(ENGLISH.settings.allGranted(`<#${atelier.channelId}>`));
    expect(result.message?.flags).toBe(64);
  });

  test('names what is lacking as Discord does, and what it is for', async () => {
    const { discord } = await startWorld();
    const { atelier } = discord.world;
    await addAgain(discord);
    const deny = Permission.AttachFiles | Permission.AddReactions;
    discord.setOverwrite(atelier.channelId, { id: discord.applicationId, type: 'member', allow: 0n, deny });
    const result = await check(discord);
    const { content } = result.message ?? {};
    expect(content).toContain(`**Attach Files** ${ENGLISH.permissions.purposes['Attach Files']}`);
    expect(content).toContain('**Add Reactions**');
    expect(content).not.toContain('**Embed Links**');
    expect(content).toMatch(
      /https:\/\/discord\.com\/oauth2\/authorize\?client_id=\d+&scope=bot\+applications\.commands&permissions=\d+/,
    );
  });

  test.for([
    ['log', 'log-channel'],
    ['gallery', 'gallery'],
  ] as const)('looks at the %s channel too, at once when it is chosen', async ([kind, setting]) => {
    const { discord } = await startWorld();
    const { atelier, admin } = discord.world;
    const ada = discord.as(admin.id);
    discord.setOverwrite(atelier.secondChannelId, {
      id: discord.applicationId,
      type: 'member',
      allow: 0n,
      deny: Permission.SendMessages,
    });
    const id = await openSettings(discord, 'channels');
    await ada.select(id, customId('settings', setting), [atelier.secondChannelId]);
    const channel = `<#${atelier.secondChannelId}>`;
    const warning = ENGLISH.permissions.missingInChannel(kind, channel, '- **Send Messages**');
    expect(discord.message(id)?.content).toContain(warning);
    const checked = await ada.click(id, customId('settings-check'));
    expect(checked.message?.content).toContain(warning);
    discord.hideChannelFromBot(atelier.secondChannelId);
    const hidden = await ada.click(id, customId('settings-check'));
    expect(hidden.message?.content).toMatch(
      new RegExp(`${kind} channel <#\\d+>(, the bot is missing| is gone, or the bot can't see it)`),
    );
    expect(hidden.message?.content).not.toContain('Grant them');
    await ada.select(id, customId('settings', setting), [atelier.channelId]);
    expect(discord.message(id)?.content).not.toContain('missing');
  });

  test('says of a log channel that is a locked thread that it can’t write there, and asks it once', async () => {
    const world = await startWorld();
    const { discord } = world;
    const { atelier, admin } = discord.world;
    const ada = discord.as(admin.id);
    const { id: threadId } = discord.addThread(atelier.secondChannelId, 'log');
    const id = await openSettings(discord, 'channels');
    await ada.select(id, customId('settings', 'log-channel'), [threadId]);
    const locked = ENGLISH.permissions.threadLocked('log', `<#${threadId}>`);
    expect(discord.message(id)?.content).not.toContain(locked);
    await discord.until(() => discord.messagesIn(threadId).length > 0, { what: 'the first line' });
    discord.lockThread(threadId);
    expect((await check(discord)).message?.content).toContain(locked);
    expect(discord.message(await openSettings(discord, 'channels'))?.content).toContain(locked);
    for (const prompt of ['a fox', 'a hare', 'an owl']) await expectPainted(world, prompt);
    await expectAllClosed(world);
    const route = new RegExp(`^/channels/${threadId}/messages$`);
    const refused = requestsOf(discord, 'POST', route).filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(1);
    const deny = Permission.SendMessagesInThreads;
    discord.setOverwrite(atelier.secondChannelId, {
      ...{ id: discord.applicationId, type: 'member' },
      ...{ allow: Permission.ManageThreads, deny },
    });
    const { content } = (await check(discord)).message ?? {};
    expect(content).not.toContain(locked);
    expect(content).toContain('**Send Messages in Threads**');
  });
});

test('the invitation asks for what is needed and for nothing else, as the documentation says', () => {
  const wanted = NEEDED_PERMISSIONS.reduce((sum, { bit }) => sum | bit, 0n);
  expect(inviteLink('42')).toBe(
    `https://discord.com/oauth2/authorize?client_id=42&scope=bot+applications.commands&permissions=${wanted}`,
  );
  const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  const page = read('docs/permissions.md');
  for (const text of [page, read('README.md')]) expect(text).toContain(inviteLink('APPLICATION_ID'));
  for (const { name } of NEEDED_PERMISSIONS) expect(page).toContain(`| ${name} `);
});
