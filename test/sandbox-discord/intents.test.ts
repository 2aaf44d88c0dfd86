import { GatewayIntentBits, type APIInteraction } from 'discord.js';
import { expect, test } from 'vitest';
import { ask, connect, imagine, IMAGINE, register, start } from './helpers.ts';

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

test('the bot hears of servers that it is in, and of no others', async () => {
  const discord = await start();
  await connect(discord, [GatewayIntentBits.Guilds]);
  const before = discord.dispatches.length;
  discord.addGuild({ name: 'Elsewhere', withBot: false });
  const here = discord.addGuild({ name: 'Here' });
  discord.addChannel(here.guild.id, 'new');
  const heard = discord.dispatches
    .slice(before)
    .map(({ event, data }) => [event, (data as { name: string }).name]);
  expect(heard).toEqual([
    ['GUILD_CREATE', 'Here'],
    ['CHANNEL_CREATE', 'new'],
  ]);
});
