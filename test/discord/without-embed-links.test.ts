import { expect, test } from 'vitest';
import { Permission } from '../../sandbox/discord/index.ts';
import { ENGLISH } from '../../src/messages/language.ts';
import { ask, expectAllClosed, expectPainted } from '../world/asking.ts';
import { MINUTE_MS } from '../world/durations.ts';
import { buttonsOf, picturesOf } from '../world/messages.ts';
import { startWorld, type World } from '../world/world.ts';

const { card } = ENGLISH;

/** In its first channel the bot can embed no links from now on. */
const takeEmbedLinks = ({ discord }: World): void => {
  const { channelId, guild } = discord.world.atelier;
  const deny = Permission.EmbedLinks;
  discord.setOverwrite(channelId, { id: guild.id, type: 'role', allow: 0n, deny });
};

const slowly = async (world: World, plan: object): Promise<string> => {
  const { discord, service, clock } = world;
  service.planTasks({ durationMs: 20 * MINUTE_MS, ...plan });
  const id = await ask(world, 'a fox', { command: 'gen' });
  await service.until(() => service.tasks.length === 1, { what: 'a task' });
  takeEmbedLinks(world);
  discord.expireAllTokens();
  clock.advance(20 * MINUTE_MS);
  await expectAllClosed(world);
  return id;
};

test('without Embed Links, the words of a failed request whose token has ended stand in its message', async () => {
  const world = await startWorld();
  const id = await slowly(world, { failReason: 'No foxes today.' });
  const message = world.discord.message(id);
  expect(message?.embeds).toEqual([]);
  expect(message?.content).toContain(card.couldNotMake);
  expect(message?.content).toContain('No foxes today');
  expect(message?.content).toContain('a fox');
  expect(Object.keys(buttonsOf(message))).toContain(card.buttons.tryAgain);
});

test('without Embed Links, pictures are attached with words beside them, and uploaded once', async () => {
  const world = await startWorld();
  const { discord } = world;
  const id = await slowly(world, {});
  const message = discord.message(id);
  expect(message?.attachments).toHaveLength(1);
  expect(message?.content).toContain('a fox');
  expect(discord.requests.filter(({ files }) => files.length > 0)).toHaveLength(1);
});

test('without Embed Links, 🔄 makes another all the same', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { channelId } = discord.world.atelier;
  const id = await expectPainted(world, 'a fox');
  takeEmbedLinks(world);
  discord.as(discord.world.member.id).react(id, '🔄');
  const again = await discord.until(
    () =>
      discord
        .messagesIn(channelId)
        .find((one) => one.id !== id && one.attachments.length === 4 && one.content.includes('a fox')),
    { what: 'another card with its pictures' },
  );
  expect(picturesOf(again)).toBe(0);
});
