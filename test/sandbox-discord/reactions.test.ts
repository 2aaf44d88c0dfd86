import { expect, test } from 'vitest';
import { Permission } from '../../sandbox/discord/index.ts';
import { ask, idsOf } from './helpers.ts';
import { deny, startWithMessage } from './message-helpers.ts';

test('reactions are added, listed and taken away', async () => {
  const { discord, id, path } = await startWithMessage();
  const { member } = discord.world;
  const fox = `${path}/reactions/${encodeURIComponent('🦊')}`;
  expect((await ask(discord, 'PUT', `${fox}/@me`)).status).toBe(204);
  discord.as(member.id).react(id, '🦊');
  expect(discord.message(id)?.reactions).toMatchObject([{ emoji: { name: '🦊' }, count: 2, me: true }]);
  expect(idsOf(await ask(discord, 'GET', fox))).toEqual([discord.applicationId, member.id]);
  expect((await ask(discord, 'GET', path)).body).toMatchObject({ reactions: [{ count: 2, me: true }] });
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
  const animals = Array.from('🐶🐱🐭🐹🐰🦊🐻🐼🐨🐯🦁🐮🐷🐸🐵🐔🐧🐦🐤');
  for (const animal of animals) expect((await put(animal)).status).toBe(204);
  expect((await put('🐙')).body.code).toBe(30010);
});

test('joining a reaction needs no Add Reactions', async () => {
  const { discord, id, path } = await startWithMessage();
  discord.as(discord.world.member.id).react(id, '🦊');
  deny(discord, Permission.AddReactions);
  const put = (emoji: string) => ask(discord, 'PUT', `${path}/reactions/${encodeURIComponent(emoji)}/@me`);
  expect((await put('🦊')).status).toBe(204);
  expect((await put('🐙')).body.code).toBe(50013);
});
