import { expect, test } from 'vitest';
import { startWorld } from '../world/world.ts';
import { finishedCard, waitUntilQuiet } from './cards.ts';
import { picturesOf, repliesTo } from '../world/messages.ts';
import { pictureOf, startHost, startPlainService } from '../world/picture-hosts.ts';

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

test.each([5, 9])('✉️ sends all of %i pictures, four in a message', async (count) => {
  const host = await startHost((_request, response) => response.end(pictureOf()));
  const urls = Array.from({ length: count }, (_, index) => `${host.url}/${index + 1}.png`);
  const service = await startPlainService(() => urls);
  const world = await startWorld({ env: { IMAGE_API_URL: service.url, ALLOW_PRIVATE_ADDRESSES: 'true' } });
  const { discord } = world;
  const { member } = discord.world;
  const card = await finishedCard(world);
  discord.as(member.id).react(card.id, '✉️');
  const sent = () => discord.messagesIn(member.directChannelId);
  await discord.until(() => sent().reduce((sum, message) => sum + picturesOf(message), 0) === count, {
    what: 'all pictures',
  });
  expect(sent().map(picturesOf)).toEqual(count === 5 ? [4, 1] : [4, 4, 1]);
  const names = sent().flatMap(({ embeds }) => embeds.map(({ image }) => image?.url ?? ''));
  for (const [index, url] of names.entries()) {
    expect(new URL(url).pathname).toContain(`-${index + 1}.png`);
    expect((await fetch(url)).status).toBe(200);
  }
  expect(sent().at(-1)?.content).toContain(`${count} of ${count}`);
});

test('✉️ sends what is left when the image service has deleted some of the pictures', async () => {
  const host = await startHost((request, response) =>
    request.url === '/6.png' ? response.writeHead(404).end() : response.end(pictureOf()),
  );
  const urls = [1, 2, 3, 4, 5, 6].map((number) => `${host.url}/${number}.png`);
  const service = await startPlainService(() => urls);
  const world = await startWorld({ env: { IMAGE_API_URL: service.url, ALLOW_PRIVATE_ADDRESSES: 'true' } });
  const { discord } = world;
  const { member } = discord.world;
  discord.as(member.id).react((await finishedCard(world)).id, '✉️');
  const sent = () => discord.messagesIn(member.directChannelId);
  await discord.until(() => sent().length === 2, { what: 'two messages' });
  expect(sent().map(picturesOf)).toEqual([4, 1]);
});
