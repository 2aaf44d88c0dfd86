import { Client, Events, GatewayIntentBits, type APIInteraction } from 'discord.js';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import type { Discord } from '../../sandbox/discord/index.ts';
import { answer, ask, connect, imagine, IMAGINE, register, start, startWithBot } from './helpers.ts';

/** What a bare client gets, packet by packet. */
interface Packet {
  op: number;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  d: any;
  s: number | null;
  t: string | null;
}

/** A gateway client that does nothing by itself. */
async function bareClient(discord: Discord) {
  const { body } = await ask(discord, 'GET', '/gateway/bot');
  const socket = new WebSocket(`${body.url}?v=10&encoding=json`);
  onTestFinished(() => {
    socket.terminate();
  });
  const packets: Packet[] = [];
  const waiting: (() => void)[] = [];
  const wake = () => {
    waiting.splice(0).forEach((resolve) => {
      resolve();
    });
  };
  let closeCode: number | undefined;
  socket.on('message', (data: Buffer) => {
    packets.push(JSON.parse(data.toString()));
    wake();
  });
  socket.on('close', (code) => {
    closeCode = code;
    wake();
  });
  const next = async <T>(find: () => T | undefined): Promise<T> => {
    for (;;) {
      const found = find();
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
  };
  return {
    send: (op: number, d: unknown) => {
      socket.send(JSON.stringify({ op, d }));
    },
    packet: (op: number, event?: string) =>
      next(() => packets.find((one) => one.op === op && (!event || one.t === event))),
    closed: () => next(() => closeCode),
    packets,
    socket,
  };
}

const identify = (discord: Discord, intents = 0, shard?: [number, number]) => ({
  token: discord.botToken,
  intents,
  properties: {},
  ...(shard && { shard }),
});

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
  expect((await client.packet(10)).d.heartbeat_interval).toBe(40);
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
  second.send(6, { token: discord.botToken, session_id: ready.d.session_id, seq: ready.s });
  await second.packet(0, 'RESUMED');
  expect(second.packets.filter(({ t }) => t === 'TEST').map(({ d }) => d.n)).toEqual([1, 2, 3]);
  expect(discord.gateway.sessions).toMatchObject([{ resumes: 1, connected: true }]);
});

test('a session that was ended cannot come back', async () => {
  const discord = await start();
  const first = await bareClient(discord);
  await first.packet(10);
  first.send(2, identify(discord));
  const ready = await first.packet(0, 'READY');
  discord.gateway.drop({ resumable: false });
  const second = await bareClient(discord);
  await second.packet(10);
  second.send(6, { token: discord.botToken, session_id: ready.d.session_id, seq: ready.s });
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

test('a server belongs to its shard, and direct messages to shard 0', async () => {
  const discord = await start({ shards: 2 });
  await register(discord, IMAGINE);
  await connect(discord, [], { shards: 2 });
  const { atelier, gallery, member } = discord.world;
  const shardOf = async (channelId: string) => {
    const { interaction } = await imagine(discord, channelId);
    return discord.dispatches.find(({ data }) => (data as APIInteraction).id === interaction.id)!.shardId;
  };
  expect(await shardOf(atelier.channelId)).toBe(Number((BigInt(atelier.guild.id) >> 22n) % 2n));
  expect(await shardOf(gallery.channelId)).toBe(Number((BigInt(gallery.guild.id) >> 22n) % 2n));
  expect(await shardOf(member.directChannelId)).toBe(0);
});

test.each([
  ['without intents', [], []],
  ['with reactions of servers', [GatewayIntentBits.GuildMessageReactions], ['guild']],
  ['with reactions of direct messages', [GatewayIntentBits.DirectMessageReactions], ['direct']],
])('reactions arrive by their intents: %s', async (_name, intents, expected) => {
  const discord = await start();
  await connect(discord, intents);
  const { world } = discord;
  const mona = discord.as(world.member.id);
  for (const channelId of [world.atelier.channelId, world.member.directChannelId]) {
    mona.react(mona.send(channelId, 'hello').id, '🎨');
  }
  const reactions = discord.dispatches.filter(({ event }) => event === 'MESSAGE_REACTION_ADD');
  expect(
    reactions.map(({ data }) => ((data as { guild_id?: string }).guild_id ? 'guild' : 'direct')),
  ).toEqual(expected);
});

test('a reaction says whose message it is, and its member; its removal does not', async () => {
  const discord = await start();
  await connect(discord, [GatewayIntentBits.GuildMessageReactions]);
  const { world } = discord;
  const { body } = await ask(discord, 'POST', `/channels/${world.atelier.channelId}/messages`, {
    content: 'mine',
  });
  const mona = discord.as(world.member.id);
  mona.react(body.id, '🎨');
  mona.unreact(body.id, '🎨');
  const [added, removed] = discord.dispatches
    .filter(({ event }) => event.startsWith('MESSAGE_REACTION'))
    .map(({ data }) => data);
  expect(added).toMatchObject({
    user_id: world.member.id,
    message_id: body.id,
    message_author_id: discord.applicationId,
    emoji: { id: null, name: '🎨' },
    member: { user: { id: world.member.id } },
  });
  expect(removed).not.toHaveProperty('member');
  expect(removed).not.toHaveProperty('message_author_id');
});

test('what others say is blank without the privileged intent, and whole in direct messages', async () => {
  const discord = await start();
  await connect(discord, [GatewayIntentBits.GuildMessages, GatewayIntentBits.DirectMessages]);
  const { world } = discord;
  const mona = discord.as(world.member.id);
  mona.send(world.atelier.channelId, 'among us');
  mona.send(world.atelier.channelId, `<@${discord.applicationId}> hello`);
  mona.send(world.member.directChannelId, 'between us');
  const contents = discord.dispatches
    .filter(({ event }) => event === 'MESSAGE_CREATE')
    .map(({ data }) => (data as { content: string }).content);
  expect(contents).toEqual(['', `<@${discord.applicationId}> hello`, 'between us']);
});

test('an outage is told from a removal', async () => {
  const discord = await start();
  await connect(discord, [GatewayIntentBits.Guilds]);
  const { id } = discord.world.gallery.guild;
  discord.setGuildUnavailable(id, true);
  discord.setGuildUnavailable(id, false);
  discord.removeBot(id);
  const told = discord.dispatches.filter(
    ({ event, data }) => /^GUILD_(CREATE|DELETE)$/.test(event) && (data as { id: string }).id === id,
  );
  expect(
    told.slice(-3).map(({ event, data }) => [event, (data as { unavailable?: boolean }).unavailable]),
  ).toEqual([
    ['GUILD_DELETE', true],
    ['GUILD_CREATE', false],
    ['GUILD_DELETE', undefined],
  ]);
});

test('a bot that starts anew is a new session, and the old one is forgotten', async () => {
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
