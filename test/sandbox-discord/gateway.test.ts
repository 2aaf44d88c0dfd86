import { Client, Events, GatewayIntentBits } from 'discord.js';
import { expect, onTestFinished, test } from 'vitest';
import { bareClient, identify } from './gateway-client.ts';
import { answer, ask, connect, imagine, start, startWithBot } from './helpers.ts';

test('discord.js logs in with its servers', async () => {
  const discord = await start();
  const client = await connect(discord, [GatewayIntentBits.Guilds]);
  await discord.until(() => client.isReady(), { what: 'the client is ready' });
  expect(client.application?.id).toBe(discord.applicationId);
  expect(client.guilds.cache.map(({ name }) => name).sort()).toEqual(['Atelier', 'Gallery']);
  expect(client.channels.cache.has(discord.world.atelier.channelId)).toBe(true);
});

test('a wrong token is 401 by REST and 4004 by gateway', async () => {
  const discord = await start();
  const wrong = await ask(discord, 'GET', '/gateway/bot', undefined, { token: 'wrong' });
  expect(wrong).toMatchObject({ status: 401, body: { message: '401: Unauthorized', code: 0 } });
  const client = await bareClient(discord);
  await client.packet(10);
  client.send(2, { ...identify(discord), token: 'wrong' });
  expect(await client.closed()).toBe(4004);
});

test('heartbeats are acknowledged; a client that stops is cut off and its session is over', async () => {
  const discord = await start({ heartbeatIntervalMs: 40 });
  const client = await bareClient(discord);
  expect((await client.packet(10)).d).toEqual({ heartbeat_interval: 40 });
  client.send(2, identify(discord));
  await client.packet(0, 'READY');
  client.send(1, null);
  await client.packet(11);
  expect(await client.closed()).toBe(4009);
  expect(discord.gateway.sessions).toEqual([]);
});

test('a session that comes back gets what it missed, in order', async () => {
  const discord = await start();
  const first = await bareClient(discord);
  await first.packet(10);
  first.send(2, identify(discord));
  const ready = await first.packet(0, 'READY');
  discord.gateway.drop();
  await first.closed();
  for (const n of [1, 2, 3]) discord.gateway.dispatch('TEST', { n });
  const second = await bareClient(discord);
  await second.packet(10);
  second.send(6, {
    token: discord.botToken,
    session_id: discord.gateway.sessions[0]?.sessionId,
    seq: ready.s,
  });
  await second.packet(0, 'RESUMED');
  expect(second.packets.filter(({ t }) => t === 'TEST').map(({ d }) => d)).toEqual([
    { n: 1 },
    { n: 2 },
    { n: 3 },
  ]);
  expect(discord.gateway.sessions).toMatchObject([{ resumes: 1, connected: true }]);
});

test('a session that was ended cannot come back', async () => {
  const discord = await start();
  const first = await bareClient(discord);
  await first.packet(10);
  first.send(2, identify(discord));
  const ready = await first.packet(0, 'READY');
  const [ended] = discord.gateway.sessions;
  discord.gateway.drop({ resumable: false });
  const second = await bareClient(discord);
  await second.packet(10);
  second.send(6, { token: discord.botToken, session_id: ended?.sessionId, seq: ready.s });
  expect((await second.packet(9)).d).toBe(false);
});

test('discord.js resumes by itself and then gets the interaction of meanwhile', async () => {
  const { discord, client } = await startWithBot();
  const seen: string[] = [];
  client.on(Events.InteractionCreate, (interaction) => {
    seen.push(interaction.id);
    if (interaction.isChatInputCommand()) void interaction.reply('back again');
  });
  discord.gateway.hold();
  const pending = discord
    .as(discord.world.member.id)
    .slash(discord.world.atelier.channelId, 'imagine', { prompt: 'x' });
  expect(discord.dispatches.at(-1)).toMatchObject({ event: 'INTERACTION_CREATE', sent: false });
  discord.gateway.release();
  expect(await pending).toMatchObject({ answered: true, message: { content: 'back again' } });
  expect(seen).toHaveLength(1);
  expect(discord.gateway.identifies).toBe(1);
});

test('the same event can arrive twice', async () => {
  const { discord, client } = await startWithBot();
  const seen: string[] = [];
  client.on(Events.InteractionCreate, ({ id }) => seen.push(id));
  const { interaction } = await imagine(discord);
  discord.gateway.replay(discord.dispatches.find(({ event }) => event === 'INTERACTION_CREATE')!);
  await expect.poll(() => seen).toEqual([interaction.id, interaction.id]);
});

test('identifies can be refused for a time', async () => {
  const discord = await start();
  discord.gateway.refuseIdentifies(60_000);
  const client = await bareClient(discord);
  await client.packet(10);
  client.send(2, identify(discord));
  expect((await client.packet(9)).d).toBe(false);
  discord.gateway.refuseIdentifies(0);
  client.send(2, identify(discord));
  await client.packet(0, 'READY');
});

test('a bot that starts again is a new session, and the old one is forgotten', async () => {
  const { discord } = await startWithBot();
  discord.gateway.drop();
  const again = new Client({ intents: [], rest: { api: discord.apiUrl } });
  onTestFinished(() => again.destroy());
  await again.login(discord.botToken);
  const { interaction } = await imagine(discord);
  expect((await answer(discord, interaction, { type: 5 })).status).toBe(204);
  expect(discord.dispatches.filter(({ event }) => event === 'INTERACTION_CREATE').length).toBeLessThanOrEqual(
    2,
  );
});

test.each([
  ['a shard that is not one of so many', [4, 1], 4010],
  ['a shard below none', [-1, 2], 4010],
  ['a shard with more servers than it may hold', [0, 1], 4011],
] as const)('%s is refused', async (_what, shard, code) => {
  const discord = await start({ guildsPerShard: 1 });
  const client = await bareClient(discord);
  await client.packet(10);
  client.send(2, identify(discord, 0, [...shard]));
  expect(await client.closed()).toBe(code);
  expect(discord.gateway.sessions).toEqual([]);
});

test('a resumption can repeat what had arrived, under the same numbers', async () => {
  const { discord } = await startWithBot();
  const client = await bareClient(discord);
  await client.packet(10);
  client.send(2, identify(discord));
  const ready = await client.packet(0, 'READY');
  discord.gateway.dispatch('SOMETHING', { number: 1 });
  await client.packet(0, 'SOMETHING');
  const { session_id } = ready.d as { session_id: string };
  discord.gateway.repeatOnResume(1);
  const again = await bareClient(discord);
  await again.packet(10);
  again.send(6, { token: discord.botToken, session_id, seq: 2 });
  expect(await again.packet(0, 'SOMETHING')).toMatchObject({ s: 2, d: { number: 1 } });
});

test('what is no packet, or no IDENTIFY, is cut off', async () => {
  const discord = await start();
  const first = await bareClient(discord);
  await first.packet(10);
  first.socket.send('nonsense');
  expect(await first.closed()).toBe(4002);
  const second = await bareClient(discord);
  await second.packet(10);
  second.send(2, {});
  expect(await second.closed()).toBe(4002);
});
