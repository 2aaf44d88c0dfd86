import { expect, test } from 'vitest';
import { Permission } from '../../sandbox/discord/index.ts';
import { ask, idsOf, start } from './helpers.ts';
import { messagesOf, deny, startWithMessage } from './message-helpers.ts';

test('a message is created, read, listed, edited and deleted', async () => {
  const { discord, channelId, id, path } = await startWithMessage();
  expect((await ask(discord, 'GET', path)).body).toMatchObject({ content: 'hello', edited_timestamp: null });
  expect(idsOf(await ask(discord, 'GET', `${messagesOf(channelId)}?limit=10`))).toEqual([id]);
  expect((await ask(discord, 'PATCH', path, { content: 'changed' })).body.edited_timestamp).not.toBeNull();
  expect((await ask(discord, 'DELETE', path)).status).toBe(204);
  expect((await ask(discord, 'PATCH', path, { content: 'x' })).body.code).toBe(10008);
  expect(discord.historyOf(id).map(({ content }) => content)).toEqual(['hello', 'changed']);
});

test('an unknown channel is 10003, also after its deletion', async () => {
  const { discord, channelId, path } = await startWithMessage();
  discord.deleteChannel(channelId);
  expect(await ask(discord, 'PATCH', path, { content: 'x' })).toMatchObject({
    status: 404,
    body: { code: 10003 },
  });
});

test('a hidden channel is 50001; editing asks for no more than seeing it', async () => {
  const { discord, channelId, path } = await startWithMessage();
  deny(discord, Permission.SendMessages);
  expect((await ask(discord, 'POST', messagesOf(channelId), { content: 'x' })).body.code).toBe(50013);
  expect((await ask(discord, 'PATCH', path, { content: 'x' })).status).toBe(200);
  discord.hideChannelFromBot(channelId);
  expect(await ask(discord, 'PATCH', path, { content: 'x' })).toMatchObject({
    status: 403,
    body: { code: 50001 },
  });
  expect(discord.invalidRequests).toBe(2);
});

test.each([
  ['embeds', Permission.EmbedLinks, { embeds: [{ title: 'x' }] }, undefined],
  ['files', Permission.AttachFiles, {}, [{ name: 'a.txt', bytes: Buffer.from('x') }]],
])('without their permission %s are 50013', async (_name, bit, body, files) => {
  const discord = await start();
  deny(discord, bit);
  const response = await ask(
    discord,
    'POST',
    messagesOf(discord.world.atelier.channelId),
    body,
    files ? { files } : {},
  );
  expect(response).toMatchObject({ status: 403, body: { code: 50013 } });
});

test('an archived thread is closed to edits: 50083; a locked one to messages', async () => {
  const discord = await start();
  const thread = discord.addThread(discord.world.atelier.channelId, 'work');
  const { body } = await ask(discord, 'POST', messagesOf(thread.id), { content: 'hello' });
  discord.archiveThread(thread.id);
  const edit = await ask(discord, 'PATCH', `${messagesOf(thread.id)}/${body.id}`, { content: 'x' });
  expect(edit).toMatchObject({ status: 400, body: { code: 50083 } });
  expect((await ask(discord, 'POST', messagesOf(thread.id), { content: 'wakes it' })).status).toBe(200);
  expect(thread.archived).toBe(false);
  discord.lockThread(thread.id);
  expect((await ask(discord, 'POST', messagesOf(thread.id), { content: 'x' })).body.code).toBe(160005);
});

test('a closed inbox is 50007', async () => {
  const discord = await start();
  const { member } = discord.world;
  const { body } = await ask(discord, 'POST', '/users/@me/channels', { recipient_id: member.id });
  expect(body.id).toBe(member.directChannelId);
  expect((await ask(discord, 'POST', messagesOf(body.id), { content: 'x' })).status).toBe(200);
  discord.closeDirectMessages(member.id);
  expect(await ask(discord, 'POST', messagesOf(body.id), { content: 'x' })).toMatchObject({
    status: 403,
    body: { code: 50007 },
  });
});

test('only its author edits a message', async () => {
  const discord = await start();
  const { atelier, member } = discord.world;
  const { id } = discord.as(member.id).send(atelier.channelId, 'mine');
  expect(
    (await ask(discord, 'PATCH', `${messagesOf(atelier.channelId)}/${id}`, { content: 'x' })).body.code,
  ).toBe(50005);
});

test('a reply names its message and pings its author, unless told not to', async () => {
  const discord = await start();
  const { atelier, member } = discord.world;
  const { id } = discord.as(member.id).send(atelier.channelId, 'question');
  const reply = { content: 'answer', message_reference: { message_id: id } };
  const { body } = await ask(discord, 'POST', messagesOf(atelier.channelId), reply);
  expect(body).toMatchObject({ type: 19, message_reference: { message_id: id }, referenced_message: { id } });
  expect(discord.message(body.id)?.pings.users).toEqual([member.id]);
  const quiet = await ask(discord, 'POST', messagesOf(atelier.channelId), {
    ...reply,
    allowed_mentions: { parse: [] },
  });
  expect(discord.message(quiet.body.id)?.pings.users).toEqual([]);
  const missing = await ask(discord, 'POST', messagesOf(atelier.channelId), {
    content: 'x',
    message_reference: { message_id: discord.applicationId },
  });
  expect(missing.body).toMatchObject({
    errors: { message_reference: { _errors: [{ code: 'REPLIES_UNKNOWN_MESSAGE' }] } },
  });
});

test('the same enforced nonce makes one message', async () => {
  const { discord, channelId } = await startWithMessage({
    content: 'once',
    nonce: 'n1',
    enforce_nonce: true,
  });
  await ask(discord, 'POST', messagesOf(channelId), { content: 'once', nonce: 'n1', enforce_nonce: true });
  await ask(discord, 'POST', messagesOf(channelId), { content: 'other', nonce: 'n2', enforce_nonce: true });
  expect(discord.messagesIn(channelId)).toHaveLength(2);
});

test('by the bot token everybody is pinged who may be, again on every edit', async () => {
  const text = '@everyone';
  const { discord, channelId, id, path } = await startWithMessage({
    content: text,
    allowed_mentions: { parse: [] },
  });
  discord.setOverwrite(channelId, {
    id: discord.applicationId,
    type: 'member',
    allow: Permission.MentionEveryone,
    deny: 0n,
  });
  expect(discord.message(id)?.pings.everyone).toBe(false);
  await ask(discord, 'PATCH', path, { content: `${text} again` });
  expect(discord.message(id)?.pings.everyone).toBe(true);
  const both = { parse: ['users'], users: [discord.applicationId] };
  expect((await ask(discord, 'PATCH', path, { content: 'x', allowed_mentions: both })).body.code).toBe(50035);
});
