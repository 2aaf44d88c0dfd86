import { expect, test } from 'vitest';
import type { Discord } from '../../sandbox/discord/index.ts';
import { answer, ask, imagine, original, PIXEL, start, startWithBot } from './helpers.ts';

const messagesOf = (channelId: string) => `/channels/${channelId}/messages`;
const deny = (discord: Discord, bit: bigint) =>
  discord.setOverwrite(discord.world.atelier.channelId, {
    id: discord.applicationId,
    type: 'member',
    allow: 0n,
    deny: bit,
  });

async function startWithMessage(body: unknown = { content: 'hello' }) {
  const discord = await start();
  const channelId = discord.world.atelier.channelId;
  const response = await ask(discord, 'POST', messagesOf(channelId), body);
  return {
    discord,
    channelId,
    id: String(response.body?.id),
    path: `${messagesOf(channelId)}/${String(response.body?.id)}`,
    response,
  };
}

test('a message is created, read, listed, edited and deleted', async () => {
  const { discord, channelId, id, path } = await startWithMessage();
  expect((await ask(discord, 'GET', path)).body).toMatchObject({ content: 'hello', edited_timestamp: null });
  expect(
    (await ask(discord, 'GET', `${messagesOf(channelId)}?limit=10`)).body.map(
      (one: { id: string }) => one.id,
    ),
  ).toEqual([id]);
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
  deny(discord, 1n << 11n);
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
  ['embeds', 1n << 14n, { embeds: [{ title: 'x' }] }, undefined],
  ['files', 1n << 15n, {}, [{ name: 'a.txt', bytes: Buffer.from('x') }]],
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
  const edit = await ask(discord, 'PATCH', `${messagesOf(thread.id)}/${String(body.id)}`, { content: 'x' });
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
  expect(missing.body.errors.message_reference._errors[0].code).toBe('REPLIES_UNKNOWN_MESSAGE');
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

test('by the bot token everybody is pinged who may be, on every edit anew', async () => {
  const text = '@everyone';
  const { discord, channelId, id, path } = await startWithMessage({
    content: text,
    allowed_mentions: { parse: [] },
  });
  discord.setOverwrite(channelId, { id: discord.applicationId, type: 'member', allow: 1n << 17n, deny: 0n });
  expect(discord.message(id)?.pings.everyone).toBe(false);
  await ask(discord, 'PATCH', path, { content: `${text} again` });
  expect(discord.message(id)?.pings.everyone).toBe(true);
  const both = { parse: ['users'], users: [discord.applicationId] };
  expect((await ask(discord, 'PATCH', path, { content: 'x', allowed_mentions: both })).body.code).toBe(50035);
});

const file = (name: string, bytes: Uint8Array = PIXEL) => ({ name, bytes });

test('files are served by signed links that die after a day', async () => {
  let now = Date.now();
  const discord = await start({ now: () => now });
  const body = { attachments: [{ id: '0', filename: 'fox.png', description: 'a fox', is_spoiler: true }] };
  const path = messagesOf(discord.world.atelier.channelId);
  const sent = await ask(discord, 'POST', path, body, { files: [file('x.png')] });
  const [attachment] = sent.body.attachments;
  expect(attachment).toMatchObject({
    filename: 'fox.png',
    description: 'a fox',
    width: 1,
    height: 1,
    content_type: 'image/png',
    flags: 8,
  });
  expect(attachment.url).toMatch(
    /\/attachments\/\d+\/\d+\/fox\.png\?ex=[0-9a-f]+&is=[0-9a-f]+&hm=[0-9a-f]{64}&$/,
  );
  expect((await fetch(attachment.url)).headers.get('content-type')).toBe('image/png');
  expect((await fetch(attachment.url.replace('hm=', 'hm=0'))).status).toBe(404);
  now += 24 * 3_600_000;
  expect((await fetch(attachment.url)).status).toBe(404);
  const fresh = discord.message(sent.body.id)!.attachments[0]!;
  expect((await fetch(fresh.url)).status).toBe(200);
});

test('a file that an embed shows stands in the embed only', async () => {
  const discord = await start();
  const path = messagesOf(discord.world.atelier.channelId);
  const embeds = ['a.png', 'b.png'].map((name) => ({
    url: 'https://example.com/gallery',
    image: { url: `attachment://${name}` },
  }));
  const { body } = await ask(
    discord,
    'POST',
    path,
    { embeds },
    { files: [file('a.png'), file('b.png'), file('c.png')] },
  );
  expect(body.attachments.map(({ filename }: { filename: string }) => filename)).toEqual(['c.png']);
  expect(body.embeds).toMatchObject([{ image: { width: 1 } }, { url: 'https://example.com/gallery' }]);
  expect((await fetch(body.embeds[1].image.url)).status).toBe(200);
});

test('an edit keeps the listed files, and those that an embed still shows', async () => {
  const discord = await start();
  const path = messagesOf(discord.world.atelier.channelId);
  const embeds = [{ image: { url: 'attachment://a.png' } }];
  const { body } = await ask(
    discord,
    'POST',
    path,
    { embeds },
    { files: [file('a.png'), file('b.png'), file('c.png')] },
  );
  const keep = body.attachments.find(({ filename }: { filename: string }) => filename === 'c.png');
  const edit = { attachments: [{ id: keep.id }, { id: '0' }] };
  const edited = await ask(discord, 'PATCH', `${path}/${String(body.id)}`, edit, { files: [file('d.png')] });
  expect(edited.body.attachments.map(({ filename }: { filename: string }) => filename)).toEqual([
    'c.png',
    'd.png',
  ]);
  expect((await fetch(edited.body.embeds[0].image.url)).status).toBe(200);
  const cleared = await ask(discord, 'PATCH', `${path}/${String(body.id)}`, {
    embeds: [{ image: { url: 'attachment://d.png' } }],
    attachments: [{ id: edited.body.attachments[1].id }],
  });
  expect(cleared.body).toMatchObject({ attachments: [], embeds: [{ image: { width: 1 } }] });
});

test('an embed that shows a file that is not there is noticed', async () => {
  const { discord, response } = await startWithMessage({
    embeds: [{ title: 'x', image: { url: 'attachment://none.png' } }],
  });
  expect(response.body.embeds[0].image).toBeUndefined();
  expect(discord.failures.splice(0)).toMatchObject([
    { what: expect.stringContaining('attachment://none.png') },
  ]);
});

test('a file beyond the limit is 40005; a boosted server takes more', async () => {
  const discord = await start();
  const large = { files: [file('large.bin', new Uint8Array(11 * 1024 * 1024))] };
  const path = messagesOf(discord.world.atelier.channelId);
  expect(await ask(discord, 'POST', path, {}, large)).toMatchObject({ status: 413, body: { code: 40005 } });
  const boosted = discord.addGuild({ name: 'Boosted', premiumTier: 2 });
  expect((await ask(discord, 'POST', messagesOf(boosted.channelId), {}, large)).status).toBe(200);
});

test('a request of more than 25 MiB is 40005', async () => {
  const discord = await start();
  const files = [1, 2, 3].map((n) => file(`${String(n)}.bin`, new Uint8Array(9 * 1024 * 1024)));
  const response = await ask(discord, 'POST', messagesOf(discord.world.atelier.channelId), {}, { files });
  expect(response).toMatchObject({ status: 413, body: { code: 40005 } });
});

const button = (fields: object) => ({
  components: [{ type: 1, components: [{ type: 2, style: 1, label: 'x', custom_id: 'x', ...fields }] }],
});
const row = (count: number, prefix = 'b') => ({
  type: 1,
  components: Array.from({ length: count }, (_, n) => ({
    type: 2,
    style: 1,
    label: 'x',
    custom_id: `${prefix}${String(n)}`,
  })),
});

test.each([
  ['an empty message', {}, 50006],
  ['2001 characters', { content: 'x'.repeat(2001) }, 50035],
  ['eleven embeds', { embeds: Array.from({ length: 11 }, () => ({ title: 'x' })) }, 50035],
  ['an empty embed', { embeds: [{}] }, 50035],
  ['a title of 257 characters', { embeds: [{ title: 'x'.repeat(257) }] }, 50035],
  [
    'more than 6000 characters in embeds',
    { embeds: [{ description: 'x'.repeat(4000) }, { description: 'x'.repeat(2001) }] },
    50035,
  ],
  ['an image that is no link', { embeds: [{ image: { url: 'data:image/png;base64,x' } }] }, 50035],
  [
    'a link of 513 characters on a button',
    {
      content: 'x',
      ...button({ style: 5, custom_id: undefined, url: `https://example.com/${'x'.repeat(500)}` }),
    },
    50035,
  ],
  [
    'a link button with a custom id',
    { content: 'x', ...button({ style: 5, url: 'https://example.com' }) },
    50035,
  ],
  ['a custom id of 101 characters', { content: 'x', ...button({ custom_id: 'x'.repeat(101) }) }, 50035],
  ['a label of 81 characters', { content: 'x', ...button({ label: 'x'.repeat(81) }) }, 50035],
  ['six buttons in a row', { content: 'x', components: [row(6)] }, 50035],
  ['six rows', { content: 'x', components: [1, 2, 3, 4, 5, 6].map((n) => row(1, `r${String(n)}`)) }, 50035],
  ['one custom id twice', { content: 'x', components: [row(1), row(1)] }, 50035],
  ['a text display without the flag', { content: 'x', components: [{ type: 10, content: 'x' }] }, 50035],
  [
    'content with components v2',
    { flags: 1 << 15, content: 'x', components: [{ type: 10, content: 'x' }] },
    50035,
  ],
  [
    'an unknown file in a gallery',
    { flags: 1 << 15, components: [{ type: 12, items: [{ media: { url: 'attachment://a.png' } }] }] },
    50035,
  ],
  ['the ephemeral flag', { content: 'x', flags: 64 }, 50035],
])('Discord turns down %s', async (_name, body, code) => {
  const { response } = await startWithMessage(body);
  expect(response).toMatchObject({ status: 400, body: { code } });
});

test('components v2 show files, and the flag stays for good', async () => {
  const discord = await start();
  const gallery = { type: 12, items: [{ media: { url: 'attachment://a.png' }, description: 'a fox' }] };
  const components = [
    { type: 17, components: [{ type: 10, content: `<@${discord.world.member.id}>` }, gallery] },
  ];
  const path = messagesOf(discord.world.atelier.channelId);
  const { body } = await ask(
    discord,
    'POST',
    path,
    { flags: 1 << 15, components },
    { files: [file('a.png')] },
  );
  expect(body.attachments).toEqual([]);
  expect((await fetch(body.components[0].components[1].items[0].media.url)).status).toBe(200);
  expect(discord.message(body.id)?.pings.users).toEqual([discord.world.member.id]);
  const edit = await ask(discord, 'PATCH', `${path}/${String(body.id)}`, { content: 'x', flags: 0 });
  expect(edit.body.errors.content._errors[0].code).toBe(
    'MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
  );
});

test('a message turns to components v2 once its old fields are emptied', async () => {
  const { discord, path } = await startWithMessage();
  const components = [{ type: 10, content: 'x' }];
  expect((await ask(discord, 'PATCH', path, { flags: 1 << 15, components })).status).toBe(400);
  expect(
    (await ask(discord, 'PATCH', path, { flags: 1 << 15, components, content: null, embeds: [] })).status,
  ).toBe(200);
});

test('reactions are added, listed and taken away', async () => {
  const { discord, id, path } = await startWithMessage();
  const { member } = discord.world;
  const fox = `${path}/reactions/${encodeURIComponent('🦊')}`;
  expect((await ask(discord, 'PUT', `${fox}/@me`)).status).toBe(204);
  discord.as(member.id).react(id, '🦊');
  expect(discord.message(id)?.reactions).toMatchObject([{ emoji: { name: '🦊' }, count: 2, me: true }]);
  expect((await ask(discord, 'GET', fox)).body.map((one: { id: string }) => one.id)).toEqual([
    discord.applicationId,
    member.id,
  ]);
  expect((await ask(discord, 'GET', path)).body.reactions).toMatchObject([{ count: 2, me: true }]);
  expect((await ask(discord, 'DELETE', `${fox}/${member.id}`)).body.code).toBe(50013);
  expect((await ask(discord, 'DELETE', `${fox}/@me`)).status).toBe(204);
  expect(discord.message(id)?.reactions).toMatchObject([{ count: 1, me: false }]);
});

test('what is no emoji is 10014, a twenty-first emoji is 30010', async () => {
  const { discord, path } = await startWithMessage();
  const put = (emoji: string) => ask(discord, 'PUT', `${path}/reactions/${encodeURIComponent(emoji)}/@me`);
  expect((await put('fox')).body.code).toBe(10014);
  expect((await put('fox:123456789012345678')).body.code).toBe(10014);
  expect((await put(discord.addEmoji(discord.world.atelier.guild.id, 'fox'))).status).toBe(204);
  const animals = [...'🐶🐱🐭🐹🐰🦊🐻🐼🐨🐯🦁🐮🐷🐸🐵🐔🐧🐦🐤'];
  for (const animal of animals) expect((await put(animal)).status).toBe(204);
  expect((await put('🐙')).body.code).toBe(30010);
});

test('joining a reaction needs no Add Reactions', async () => {
  const { discord, id, path } = await startWithMessage();
  discord.as(discord.world.member.id).react(id, '🦊');
  deny(discord, 1n << 6n);
  const put = (emoji: string) => ask(discord, 'PUT', `${path}/reactions/${encodeURIComponent(emoji)}/@me`);
  expect((await put('🦊')).status).toBe(204);
  expect((await put('🐙')).body.code).toBe(50013);
});

test('an answer by token may carry files up to the limit of its interaction', async () => {
  const { discord } = await startWithBot();
  discord.world.member.user.uploadLimitBytes = 20 * 1024 * 1024;
  const { interaction } = await imagine(discord);
  await answer(discord, interaction, { type: 5 });
  const large = { token: null, files: [file('large.bin', new Uint8Array(11 * 1024 * 1024))] };
  expect((await ask(discord, 'PATCH', original(discord, interaction.token), {}, large)).status).toBe(200);
});
