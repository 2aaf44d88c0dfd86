import { expect, test } from 'vitest';
import { startWorld } from '../world/world.ts';
import { finishedCard, waitUntilQuiet } from './cards.ts';
import { expectSubmissions } from '../world/asking.ts';
import { DAY_MS } from '../world/durations.ts';
import { customIdOf, expectPictures } from '../world/messages.ts';
import { pictureOf } from '../world/picture-hosts.ts';

/** An action whose answer needs something of Discord that is slow. */
const SLOW = { method: 'POST', route: /refresh-urls/ };
const reference = { filename: 'cat.png', contentType: 'image/png', bytes: pictureOf() };

test('a click whose answer takes long is deferred, for all where the job is', async () => {
  const world = await startWorld();
  const { discord, clock } = world;
  const { member } = discord.world;
  const card = await finishedCard(world, { command: 'gen', options: { reference } });
  clock.advance(3 * DAY_MS);
  const held = discord.faults.hang(SLOW);
  const answer = await discord.as(member.id).click(card.id, customIdOf(card.message, 'again'));
  held.release();
  expect(answer.deferred).toBe(true);
  expect(answer.message?.ephemeralTo).toBeNull();
  await expectPictures(discord, answer.message?.id ?? '', 1);
});

test('nothing private is announced to all while it is slow', async () => {
  const world = await startWorld();
  const { discord, clock } = world;
  const { member } = discord.world;
  const card = await finishedCard(world, { command: 'gen', options: { reference, private: true } });
  clock.advance(3 * DAY_MS);
  const held = discord.faults.hang(SLOW);
  const answer = await discord.as(member.id).click(card.id, customIdOf(card.message, 'again'));
  held.release();
  expect(answer.deferred).toBe(true);
  expect(answer.message?.ephemeralTo).toBe(member.id);
  await expectPictures(discord, answer.message?.id ?? '', 1);
});

test('a click that takes long is paid for once, however late the second one comes', async () => {
  const world = await startWorld();
  const { discord, clock, service } = world;
  const person = discord.as(discord.world.member.id);
  const card = await finishedCard(world, { command: 'gen', options: { reference } });
  clock.advance(3 * DAY_MS);
  const held = discord.faults.hang(SLOW);
  const again = customIdOf(card.message, 'again');
  const first = await person.click(card.id, again);
  clock.advance(6_000);
  const second = await person.click(card.id, again);
  held.release();
  await expectPictures(discord, first.message?.id ?? '', 1);
  await waitUntilQuiet(world);
  expect(second.answered).toBe(true);
  expect(service.submissions).toHaveLength(2);
  clock.advance(6_000);
  await person.click(card.id, again);
  await expectSubmissions(world, 3);
});
