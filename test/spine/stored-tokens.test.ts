import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tool } from '../storage/sqlite-tool.ts';
import { startWorld, type World } from '../world/world.ts';
import { ask, expectLogged, expectOpenJobs, pollsOf, press } from '../world/asking.ts';
import { expectPictures, expectText } from '../world/messages.ts';
import { MINUTE_MS } from '../world/durations.ts';
import { ENGLISH } from '../../src/messages/language.ts';

/** The text of every row of the database that holds an interaction's token. */
const rowsWithTokens = async ({ folder }: World): Promise<string[]> => {
  const { query } = await tool(join(folder, 'easel.sqlite'));
  const rows = (await query('SELECT key, value FROM easel')) as unknown[];
  expect(rows.length).toBeGreaterThan(0);
  return rows.map((row) => JSON.stringify(row)).filter((row) => row.includes('token'));
};

test('a token leaves the store when its job is delivered', async () => {
  const world = await startWorld();
  const { discord } = world;
  const [open, privately] = [
    await ask(world, 'a fox'),
    await ask(world, 'a hare', { options: { private: true } }),
  ];
  for (const id of [open, privately]) await expectPictures(discord, id, 4);
  await expectOpenJobs(world, 0);
  expect(await rowsWithTokens(world)).toEqual([]);
});

test('a token leaves the store when it was brought by a click, or the card was published', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { member } = discord.world;
  const id = await ask(world, 'a fox', { options: { private: true } });
  await expectPictures(discord, id, 4);
  await expectOpenJobs(world, 0);
  const { message } = await press(discord, member.id, id, ENGLISH.card.buttons.publish);
  await expectPictures(discord, message?.id ?? '', 4);
  expect(await rowsWithTokens(world)).toEqual([]);
});

test('a job that waits for a click keeps no dead token, and the click brings the pictures', async () => {
  const world = await startWorld();
  const { discord, service, clock } = world;
  service.planTasks({ durationMs: 16 * MINUTE_MS });
  const id = await ask(world, 'for me alone', { command: 'gen', options: { private: true } });
  await service.until(() => pollsOf(world).length > 0, { what: 'a poll' });
  clock.advance(13 * MINUTE_MS);
  await expectText(discord, id, ENGLISH.card.stillWorking);
  clock.advance(4 * MINUTE_MS);
  await expectLogged(world, '"delivered":"parked"');
  await expect.poll(() => rowsWithTokens(world)).toEqual([]);
  await press(discord, discord.world.member.id, id, ENGLISH.card.buttons.showResult);
  await expectPictures(discord, id, 1);
  await expectOpenJobs(world, 0);
  expect(await rowsWithTokens(world)).toEqual([]);
});
