import { ComponentType } from 'discord-api-types/v10';
import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  Permission,
  type Discord,
  type InteractionResult,
  type Message,
} from '../../sandbox/discord/index.ts';
import { ENGLISH } from '../../src/messages/language.ts';
import { customId, type CustomId } from '../../src/messages/custom-id.ts';
import { allTextOf, componentsOf, customIdOf, expectPictures, idOf } from '../world/messages.ts';
import { blockPerson, changeBlocklist, openSettings, setNumbers } from '../world/admin-panels.ts';
import { deleteBy, finishedCard } from '../actions/cards.ts';
import { rowsLike, withRows } from '../world/stored-rows.ts';
import { startWorld } from '../world/world.ts';

const { changes } = ENGLISH.log;

const CHANNEL_MESSAGES = '/channels/:channel/messages';

/** Makes the second channel of the first server its log channel. */
const setLogChannel = async (discord: Discord): Promise<void> => {
  const { atelier, admin } = discord.world;
  const panel = await discord.as(admin.id).slash(atelier.channelId, 'settings');
  await discord.as(admin.id).click(idOf(panel), customId('settings-page', 'channels'));
  await discord
    .as(admin.id)
    .select(idOf(panel), customId('settings', 'log-channel'), [atelier.secondChannelId]);
};

const logMessages = (discord: Discord): Message[] =>
  discord.messagesIn(discord.world.atelier.secondChannelId);

const linesOf = (discord: Discord): string[] =>
  logMessages(discord).flatMap((message) => allTextOf(message).split('\n'));

/** Waits for a line of the log channel that holds something. */
const line = (discord: Discord, part: string): Promise<string> =>
  discord.until(() => linesOf(discord).find((text) => text.includes(part)), {
    what: `"${part}" in the log channel`,
  });

const request = (
  discord: Discord,
  prompt: string,
  options: { private?: boolean; spoiler?: boolean } = {},
): Promise<InteractionResult> => {
  const { atelier, member } = discord.world;
  return discord.as(member.id).slash(atelier.channelId, 'gen', { prompt, ...options });
};

test('a job has one line: who, where, which family, the outcome, a link, the prompt', async () => {
  const { discord } = await startWorld();
  const { atelier, member } = discord.world;
  await setLogChannel(discord);
  const id = idOf(await request(discord, 'a *fox*\n@everyone <@1> https://example.com'));
  const told = await line(discord, 'a \\*fox\\*');
  expect(told).toMatch(
    new RegExp(`^✅ <@${member.id}> in <#${atelier.channelId}> · /gen · done in \\d+\u00A0s · \\[open\\]`),
  );
  expect(told).toContain(`(https://discord.com/channels/${atelier.guild.id}/${atelier.channelId}/${id})`);
  expect(told).toContain('\\@everyone \\<\\@1\\> https\\:');
  await expectPictures(discord, id, 1);
  expect(linesOf(discord).filter((text) => text.includes('fox'))).toHaveLength(1);
  const body = discord.requests.find(
    ({ route, body }) => route === CHANNEL_MESSAGES && JSON.stringify(body).includes('fox'),
  );
  expect(body?.body).toMatchObject({ allowed_mentions: { parse: [] } });
});

test('what fails has a line with the reason', async () => {
  const { discord, service } = await startWorld();
  await setLogChannel(discord);
  service.planTasks({ failReason: 'too **dark**' });
  await request(discord, 'a cave');
  expect(await line(discord, 'a cave')).toContain('❌');
  expect(await line(discord, 'a cave')).toContain('failed: too \\*\\*dark\\*\\*');
});

test('of a private job neither the prompt nor its place is told, and nothing can be deleted', async () => {
  const { discord } = await startWorld();
  await setLogChannel(discord);
  await request(discord, 'a secret fox', { private: true });
  const told = await line(discord, '· private');
  expect(told).toMatch(/^✅ <@\d+> in <#\d+> · \/gen · done in \d+\u00A0s · private$/);
  expect(JSON.stringify(logMessages(discord))).not.toMatch(/fox|log-delete/);
});

test('changes by admins have a line, and survive a restart', async () => {
  const { discord, restart } = await startWorld();
  const { atelier, admin } = discord.world;
  await setLogChannel(discord);
  expect(await line(discord, 'Log channel')).toBe(
    `🛠️ <@${admin.id}> · ${ENGLISH.settings.names['log-channel']}: ${ENGLISH.settings.none} → <#${atelier.secondChannelId}>`,
  );
  await restart();
  await changeBlocklist({ discord }, { rules: '*nude*' });
  expect(await line(discord, 'Blocklist')).toBe(`🛠️ <@${admin.id}> · ${changes.rulesAdded(1, 0)} \`*nude*\``);
});

test('nothing is told where no channel was chosen, and nothing in another server', async () => {
  const { discord } = await startWorld();
  const { gallery, member } = discord.world;
  await expectPictures(discord, idOf(await request(discord, 'a fox')), 1);
  await setLogChannel(discord);
  const elsewhere = await discord.as(member.id).slash(gallery.channelId, 'gen', { prompt: 'a wolf' });
  await expectPictures(discord, idOf(elsewhere), 1);
  await request(discord, 'a bear');
  await line(discord, 'a bear');
  expect(linesOf(discord).join('\n')).not.toMatch(/fox|wolf/);
  expect(discord.messagesIn(gallery.secondChannelId)).toEqual([]);
});

const deleteButton = (discord: Discord): { messageId: string; customId: string } => {
  for (const message of logMessages(discord)) {
    const button = message.components[0]?.components?.[0];
    if (button?.custom_id?.startsWith('log-delete:' satisfies CustomId) === true)
      return { messageId: message.id, customId: button.custom_id };
  }
  throw new Error('no delete button');
};

test('the button deletes the picture, for a moderator, also after a restart', async () => {
  const { discord, restart } = await startWorld();
  const { atelier, admin, member } = discord.world;
  await setLogChannel(discord);
  const id = idOf(await request(discord, 'a fox'));
  await expectPictures(discord, id, 1);
  await line(discord, 'a fox');
  await restart();
  const { messageId, customId } = deleteButton(discord);
  const { message: asked } = await discord.as(admin.id).click(messageId, customId);
  expect(asked?.content).toBe(ENGLISH.deleting.pictures.question);
  expect(discord.message(id)).toBeDefined();
  const result = await discord.as(admin.id).click(asked?.id ?? '', customIdOf(asked, 'delete-card'));
  expect(result.message?.content).toBe(ENGLISH.pictures.deleted);
  expect(discord.message(id)).toBeUndefined();
  const deleted = changes.deletedMessage(`<@${member.id}>`, `<#${atelier.channelId}>`);
  expect(await line(discord, deleted)).toBe(`🛠️ <@${admin.id}> · ${deleted} · a fox`);
  const logged = discord.message(messageId);
  expect(logged?.components).toEqual([]);
  expect(logged?.embeds[0]?.thumbnail).toBeUndefined();
  expect(allTextOf(logged)).toMatch(new RegExp(`a fox · deleted by <@${admin.id}>$`));
});

test('the button refuses whoever is no moderator', async () => {
  const { discord } = await startWorld();
  const { secondMember } = discord.world;
  await setLogChannel(discord);
  const id = idOf(await request(discord, 'a fox'));
  await expectPictures(discord, id, 1);
  await line(discord, 'a fox');
  const { messageId, customId } = deleteButton(discord);
  const result = await discord.as(secondMember.id).click(messageId, customId);
  expect(result.message?.content).toContain('**Manage Messages**');
  expect(discord.message(id)).toBeDefined();
});

test('a channel that hangs delays no job; what happened meanwhile comes in few messages', async () => {
  const { discord } = await startWorld();
  const { atelier } = discord.world;
  await setLogChannel(discord);
  await line(discord, 'Log channel');
  const logRoute = new RegExp(`^/channels/${atelier.secondChannelId}/messages`);
  const held = discord.faults.hang({ method: 'POST', route: logRoute });
  const ids = [];
  for (let count = 1; count <= 12; count += 1) ids.push(idOf(await request(discord, `fox number ${count}`)));
  for (const id of ids) await expectPictures(discord, id, 1);
  expect(held.waiting).toBe(1);
  const before = logMessages(discord).length;
  held.release();
  for (let count = 1; count <= 12; count += 1) await line(discord, `fox number ${count}`);
  const messages = logMessages(discord).slice(before);
  expect(messages.length).toBeLessThanOrEqual(4);
  const numbered = messages.find((message) => allTextOf(message).includes('**2** ✅'));
  const labels = (numbered?.components ?? []).flatMap(({ components = [] }) =>
    components.map(({ label }) => label),
  );
  expect(labels).toContain('Delete 2');
});

test('a line is tried again while Discord is out of order, and stands there once', async () => {
  const { discord } = await startWorld({ isHurried: true });
  const { atelier } = discord.world;
  await setLogChannel(discord);
  await line(discord, 'Log channel');
  const route = new RegExp(`^/channels/${atelier.secondChannelId}/messages`);
  discord.faults.answer({ method: 'POST', route }, { status: 503 });
  discord.faults.cutOff({ method: 'POST', route });
  await request(discord, 'a fox');
  await line(discord, 'a fox');
  const sent = () =>
    discord.requests.filter(({ method, path }) => method === 'POST' && route.test(path)).length;
  await discord.until(() => sent() >= 4, { what: 'the last attempt' });
  expect(linesOf(discord).filter((text) => text.includes('a fox'))).toHaveLength(1);
});

test('a channel in which the bot may not write is asked once, and jobs go on', async () => {
  const { discord } = await startWorld();
  const { atelier } = discord.world;
  await setLogChannel(discord);
  await line(discord, 'Log channel');
  discord.setOverwrite(atelier.secondChannelId, {
    id: discord.applicationId,
    type: 'member',
    allow: 0n,
    deny: Permission.SendMessages,
  });
  for (let count = 1; count <= 5; count += 1)
    await expectPictures(discord, idOf(await request(discord, `fox ${count}`)), 1);
  const forbidden = discord.requests.filter(({ status }) => status === 403);
  expect(forbidden).toHaveLength(1);
});

test("a changed client can't make another server's channel the log channel or the gallery", async () => {
  const { discord } = await startWorld();
  const { gallery, admin } = discord.world;
  const panel = await openSettings(discord, 'channels');
  for (const name of ['log-channel', 'gallery']) {
    const id = customId('settings', name);
    const menu = componentsOf(discord.message(panel)).find((one) => one.custom_id === id);
    const picked = { custom_id: id, component_type: ComponentType.ChannelSelect, id: menu?.id };
    const foreign = { id: gallery.channelId, type: 0, name: 'general', permissions: '0' };
    for (const resolved of [{}, { resolved: { channels: { [gallery.channelId]: foreign } } }]) {
      const values = [gallery.channelId];
      const data = { ...picked, values, ...resolved };
      const { message } = await discord.as(admin.id).forge({ messageId: panel }, 'component', data);
      expect(message?.content).toMatch(/is gone, or the bot can't see it|was just updated/);
    }
  }
  expect(JSON.stringify(discord.message(await openSettings(discord, 'channels')))).not.toContain(
    gallery.channelId,
  );
  await expectPictures(discord, idOf(await request(discord, 'a fox')), 1);
  expect(discord.messagesIn(gallery.channelId)).toEqual([]);
});

test("a log channel that is stored and another server's is written in no more", async () => {
  const world = await startWorld();
  const { discord } = world;
  const { atelier, gallery } = discord.world;
  await setLogChannel(discord);
  await line(discord, 'Log channel');
  await world.stopEasel();
  const key = `settings:${atelier.guild.id}`;
  const [row] = z.array(z.object({ value: z.string() })).parse(await rowsLike(world, key));
  const moved = row?.value.replaceAll(atelier.secondChannelId, gallery.channelId) ?? '';
  expect(moved).toContain(gallery.channelId);
  await withRows(world, { [key]: moved });
  await world.startEasel();
  await expectPictures(discord, idOf(await request(discord, 'a fox')), 1);
  await world.stopEasel();
  expect(discord.messagesIn(gallery.channelId)).toEqual([]);
});

test('a channel that was deleted stops nothing', async () => {
  const { discord } = await startWorld();
  const { atelier } = discord.world;
  await setLogChannel(discord);
  await line(discord, 'Log channel');
  discord.deleteChannel(atelier.secondChannelId);
  for (let count = 1; count <= 3; count += 1)
    await expectPictures(discord, idOf(await request(discord, `fox ${count}`)), 1);
});

test('a moderator’s deletion of a message or a posted copy has one line, that of one’s own has none', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { atelier, admin, member } = discord.world;
  await setLogChannel(discord);
  const deleted = changes.deletedMessage(`<@${member.id}>`, `<#${atelier.channelId}>`);
  const lines = () => linesOf(discord).filter((text) => text.includes(deleted));
  const [own, theirs, kept] = [
    await finishedCard(world),
    await finishedCard(world),
    await finishedCard(world),
  ];
  await deleteBy(world, member.id, own.id);
  const picked = await discord.as(member.id).click(kept.id, customId('pick', kept.jobId, 1));
  const posted = await discord.as(member.id).click(idOf(picked), customIdOf(picked.message, 'post'));
  await expectPictures(discord, idOf(posted), 1);
  for (const id of [theirs.id, idOf(posted)]) await deleteBy(world, admin.id, id);
  await discord.until(() => lines().length === 2, { what: 'two lines' });
  expect(lines()).toEqual(
    Array<string>(2).fill(`🛠️ <@${admin.id}> · ${deleted} · draw a lighthouse at dusk`),
  );
});

test('what the blocklist and the limits refuse has a line with who and what', async () => {
  const world = await startWorld();
  const { discord, log } = world;
  const { atelier, member } = discord.world;
  await setLogChannel(discord);
  await changeBlocklist(world, { rules: 'nude' });
  const who = `🚫 <@${member.id}> · <#${atelier.channelId}> · `;
  const { refused } = ENGLISH.log;
  await request(discord, 'a NUDE *fox*');
  expect(await line(discord, 'fox')).toBe(`${who}${refused['blocked-prompt']} \`nude\` · a NUDE \\*fox\\*`);
  await request(discord, 'a nude secret', { private: true });
  await setNumbers(world, { personDaily: '0' });
  await request(discord, 'a hare');
  expect(await line(discord, 'hare')).toBe(`${who}${refused['no-pictures-allowed']} · a hare`);
  await blockPerson(world, member.id);
  await request(discord, 'a wolf');
  expect(await line(discord, 'wolf')).toBe(`${who}${refused.banned} · a wolf`);
  expect(linesOf(discord).filter((text) => text.endsWith('\`nude\`'))).toHaveLength(2);
  expect(linesOf(discord).join()).not.toContain('secret');
  expect(log.join('')).not.toMatch(/\b(hare|wolf|nude)\b/i);
});

test('a line about a private request names the rule, and nothing of what it found in the prompt', async () => {
  const world = await startWorld();
  const { discord } = world;
  await setLogChannel(discord);
  await changeBlocklist(world, { rules: 'nud*' });
  await request(discord, 'a nude portrait', { private: true });
  expect(await line(discord, '🚫')).toContain('`nud*`');
  expect(linesOf(discord).join()).not.toContain('nude');
});

test('the line of a public picture shows it small, that of a spoiler or a private one does not', async () => {
  const { discord, service } = await startWorld();
  await setLogChannel(discord);
  const thumbnails = () =>
    logMessages(discord).flatMap(({ embeds }) => embeds.flatMap(({ thumbnail }) => thumbnail?.url ?? []));
  await request(discord, 'a fox');
  await line(discord, 'a fox');
  await request(discord, 'a veiled fox', { spoiler: true });
  await line(discord, 'a veiled fox');
  await request(discord, 'a secret fox', { private: true });
  await line(discord, '· private');
  expect(thumbnails()).toEqual([service.tasks[0]?.pictureUrls[0]]);
});
