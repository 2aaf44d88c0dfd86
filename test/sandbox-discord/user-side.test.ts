import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import type { Discord } from '../../sandbox/discord/index.ts';
import type { Snapshot, UserEvent } from '../../sandbox/discord/user-side/protocol.ts';
import { connect, PIXEL, register, start, startWithBot } from './helpers.ts';

const listen = async (discord: Discord, path: string): Promise<UserEvent[]> => {
  const socket = new WebSocket(`${discord.origin.replace('http', 'ws')}${path}`);
  onTestFinished(() => {
    socket.terminate();
  });
  const events: UserEvent[] = [];
  socket.on('message', (data: Buffer) => events.push(JSON.parse(data.toString()) as UserEvent));
  await new Promise((resolve) => socket.once('open', resolve));
  return events;
};

const post = (discord: Discord, userId: string, action: string, body: unknown) =>
  fetch(`${discord.origin}/user/${userId}/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

test('a person sees their servers, channels, messages and commands', async () => {
  const { discord } = await startWithBot();
  const { world } = discord;
  discord.as(world.admin.id).send(world.atelier.channelId, 'hello');
  const state = (await (await fetch(`${discord.origin}/user/${world.member.id}/state`)).json()) as Snapshot;
  expect(state.me.id).toBe(world.member.id);
  expect(state.guilds.map(({ name }) => name)).toEqual(['Atelier', 'Gallery']);
  expect(state.channels.map(({ kind }) => kind)).toEqual(['direct', 'text', 'text', 'text', 'text']);
  expect(state.messages[world.atelier.channelId]?.map(({ content }) => content)).toEqual(['hello']);
  expect(state.commands[world.atelier.channelId]?.map(({ name }) => name)).toEqual(['imagine']);
  const people = (await (await fetch(`${discord.origin}/user`)).json()) as { id: string }[];
  expect(people.map(({ id }) => id)).toEqual([world.member.id, world.secondMember.id, world.admin.id]);
});

test('a command goes out by HTTP, and its message comes by socket', async () => {
  const { discord, client } = await startWithBot();
  client.on('interactionCreate', (interaction) => {
    if (interaction.isChatInputCommand()) void interaction.reply('hello');
  });
  const { world } = discord;
  const events = await listen(discord, `/user/${world.member.id}/socket`);
  const others = await listen(discord, `/user/${world.admin.id}/socket`);
  const slash = { channelId: world.atelier.channelId, name: 'imagine', options: { prompt: 'a fox' } };
  const response = await post(discord, world.member.id, 'slash', slash);
  expect(await response.json()).toMatchObject({ answered: true, message: { content: 'hello' } });
  await expect.poll(() => events.map(({ type }) => type)).toEqual(['message']);
  await expect.poll(() => others.map(({ type }) => type)).toEqual(['message']);
});

test('files travel beside the request', async () => {
  const discord = await start();
  await register(discord, {
    name: 'look',
    description: 'Looks',
    options: [{ type: 11, name: 'picture', description: 'Picture', required: true }],
  });
  const client = await connect(discord);
  client.on('interactionCreate', (interaction) => {
    if (interaction.isChatInputCommand())
      void interaction.reply(interaction.options.getAttachment('picture', true).name);
  });
  const { world } = discord;
  const form = new FormData();
  form.append(
    'payload_json',
    JSON.stringify({ channelId: world.atelier.channelId, name: 'look', options: { picture: { file: 0 } } }),
  );
  form.append('files[0]', new Blob([PIXEL], { type: 'image/png' }), 'fox.png');
  const response = await fetch(`${discord.origin}/user/${world.member.id}/slash`, {
    method: 'POST',
    body: form,
  });
  expect(await response.json()).toMatchObject({ message: { content: 'fox.png' } });
});

test('what the client would not do answers 400 in words', async () => {
  const { discord } = await startWithBot();
  const { world } = discord;
  const refused = await post(discord, world.member.id, 'slash', {
    channelId: world.atelier.channelId,
    name: 'imagine',
  });
  expect(refused.status).toBe(400);
  expect(await refused.json()).toEqual({ message: 'imagine needs prompt' });
  expect((await post(discord, world.member.id, 'nothing', {})).status).toBe(404);
  expect((await post(discord, world.member.id, 'click', {})).status).toBe(400);
});

test('people talk, react and delete', async () => {
  const discord = await start();
  const { world } = discord;
  const events = await listen(discord, `/user/${world.admin.id}/socket`);
  const sent = (await (
    await post(discord, world.member.id, 'send', { channelId: world.atelier.channelId, content: 'hi' })
  ).json()) as { id: string };
  await post(discord, world.member.id, 'react', { messageId: sent.id, emoji: '🎨' });
  expect(discord.message(sent.id)?.reactions[0]?.count).toBe(1);
  await post(discord, world.member.id, 'unreact', { messageId: sent.id, emoji: '🎨' });
  expect((await post(discord, world.member.id, 'delete', { messageId: sent.id })).status).toBe(204);
  await expect
    .poll(() => events.map((event) => event.type === 'message' && event.change))
    .toEqual(['created', 'updated', 'updated', 'deleted']);
});
