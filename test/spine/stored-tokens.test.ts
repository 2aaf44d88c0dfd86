import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseJob, type Job } from '../../src/services/jobs/job.ts';
import { openStorage } from '../../src/services/storage/index.ts';
import type { Store } from '../../src/services/storage/store.ts';
import { tool } from '../storage/sqlite-tool.ts';
import { startWorld, type World } from '../world/world.ts';
import { ask, expectLogged, expectOpenJobs, expectPainted, pollsOf, press } from '../world/asking.ts';
import { expectPictures, expectText } from '../world/messages.ts';
import { MINUTE_MS } from '../world/durations.ts';
import { ENGLISH } from '../../src/messages/words/words.ts';

/** The text of every row of the database that holds an interaction's token. */
const rowsWithTokens = async ({ folder }: World): Promise<string[]> => {
  const { query } = await tool(join(folder, 'easel.sqlite'));
  const rows = (await query('SELECT key, value FROM easel')) as unknown[];
  expect(rows.length).toBeGreaterThan(0);
  return rows.map((row) => JSON.stringify(row)).filter((row) => row.includes('token'));
};

/** Does something to a namespace of jobs while Easel does not run. */
const withJobs = async <T>(world: World, namespace: string, act: (store: Store<Job>) => Promise<T>) => {
  const storage = await openStorage(world.env['STORE_URL'] ?? '', { onConnectionError: () => undefined });
  try {
    return await act(storage.open(namespace, parseJob));
  } finally {
    await storage.close();
  }
};

const withToken = (job: Job, expiresAt: number): Job => ({
  ...job,
  target: { ...job.target, token: { value: 'aW50ZXJhY3Rpb24', expiresAt, interactionId: '1' } },
});

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
  await service.until(() => pollsOf(world).length > 0, { what: 'a poll', timeoutMs: 20_000 });
  clock.advance(13 * MINUTE_MS);
  await expectText(discord, id, ENGLISH.card.stillWorking);
  clock.advance(4 * MINUTE_MS);
  await expectLogged(world, '"delivered":"parked"');
  await expect.poll(() => rowsWithTokens(world), { timeout: 20_000 }).toEqual([]);
  await press(discord, discord.world.member.id, id, ENGLISH.card.buttons.showResult);
  await expectPictures(discord, id, 1);
  await expectOpenJobs(world, 0);
  expect(await rowsWithTokens(world)).toEqual([]);
});

test('a token that died while its task runs leaves the store within the hour', async () => {
  const world = await startWorld({ env: { GEN_DEADLINE_S: '36000' } });
  const { discord, service, clock } = world;
  service.planTasks({ durationMs: 90 * MINUTE_MS });
  const id = await ask(world, 'takes long', { command: 'gen' });
  await service.until(() => pollsOf(world).length > 0, { what: 'a poll', timeoutMs: 20_000 });
  expect(await rowsWithTokens(world)).toHaveLength(1);
  clock.advance(61 * MINUTE_MS);
  await expect.poll(() => rowsWithTokens(world), { timeout: 20_000 }).toEqual([]);
  clock.advance(30 * MINUTE_MS);
  await expectPictures(discord, id, 1);
});

test('tokens that an older version left in the rows of closed jobs are gone after the next start', async () => {
  const world = await startWorld();
  const { clock } = world;
  await expectPainted(world, 'a fox');
  await expectOpenJobs(world, 0);
  await world.stopEasel();
  const left = await withJobs(world, 'jobs', async (store) => {
    for (const [id, job] of await store.entries())
      await store.set(id, withToken(job, clock.now() + MINUTE_MS), 10 * MINUTE_MS);
    return store.entries();
  });
  expect(left).toHaveLength(1);
  expect(await rowsWithTokens(world)).toHaveLength(1);
  await world.startEasel();
  await expect.poll(() => rowsWithTokens(world), { timeout: 20_000 }).toEqual([]);
  await world.stopEasel();
  const kept = await withJobs(world, 'jobs', (store) => store.entries());
  expect(kept).toMatchObject([
    [left[0]?.[0], { state: 'succeeded', submission: { body: { prompt: 'a fox' } } }],
  ]);
});
