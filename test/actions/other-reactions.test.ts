import { expect, test } from 'vitest';
import { startWorld } from '../world/world.ts';
import { finishedCard, waitUntilQuiet } from './cards.ts';
import { repliesTo } from '../world/messages.ts';

test('❌ by the person who asked, or by a moderator, deletes the card; by anybody else it does nothing', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { atelier, member, secondMember, admin } = discord.world;
  const [first, second] = [await finishedCard(world), await finishedCard(world)];
  await world.restart();
  discord.as(secondMember.id).react(first.id, '❌');
  discord.as(admin.id).react(second.id, '❌');
  await discord.until(() => !discord.message(second.id), { what: 'the second to go' });
  await waitUntilQuiet(world);
  expect(discord.message(first.id)).toBeDefined();
  expect(repliesTo(discord, atelier.channelId, first.id)).toEqual([]);
  discord.as(member.id).react(first.id, '❌');
  await discord.until(() => !discord.message(first.id), { what: 'the first to go' });
});

test('✉️ sends the pictures to the direct messages of whoever reacts, and says nothing in public', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { atelier, secondMember } = discord.world;
  const card = await finishedCard(world);
  await world.restart();
  const before = discord.messagesIn(atelier.channelId).length;
  discord.as(secondMember.id).react(card.id, '✉️');
  const message = await discord.until(
    () => discord.messagesIn(secondMember.directChannelId).find(({ embeds }) => embeds.length === 4),
    { what: 'a direct message' },
  );
  expect(message.content).toContain(card.id);
  const { status } = await fetch(message.embeds[0]?.image?.url ?? '');
  expect(status).toBe(200);
  expect(discord.messagesIn(atelier.channelId)).toHaveLength(before);
});

test('✉️ with closed direct messages is met with silence', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { atelier, secondMember } = discord.world;
  const card = await finishedCard(world);
  discord.closeDirectMessages(secondMember.id);
  const before = discord.messagesIn(atelier.channelId).length;
  discord.as(secondMember.id).react(card.id, '✉️');
  await discord.until(
    () =>
      discord.requests.some(
        ({ path, status }) => path.includes(secondMember.directChannelId) && status === 403,
      ),
    { what: 'a refused direct message' },
  );
  await waitUntilQuiet(world);
  expect(discord.messagesIn(atelier.channelId)).toHaveLength(before);
});
