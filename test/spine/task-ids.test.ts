import { expect, test } from 'vitest';
import { z } from 'zod';
import { startWorld, type World } from '../world/world.ts';
import {
  ask,
  expectLogged,
  expectOpenJobs,
  expectPainted,
  pollsOf,
  requestsOf,
  submissionsOf,
} from '../world/asking.ts';
import { rowsLike } from '../world/stored-rows.ts';
import { tool } from '../storage/sqlite-tool.ts';
import { expectPictures } from '../world/messages.ts';

/** The interface calls a task's id a string, and says nothing more. */
const oddIds: [name: string, taskId: string][] = [
  ['is longer than a key', 'long-'.repeat(300)],
  ['has control characters', 'a\u0000b\nc\u001b[31m'],
  ['is the name of a prototype', '__proto__'],
  ['is full of what SQL and Markdown know', '\'"; DROP TABLE easel; -- `*_~|>@everyone'],
];

test.each(oddIds)('a task whose id %s is delivered at once, and only once', async (_name, taskId) => {
  const world = await startWorld({
    service: { newTaskId: () => taskId },
    env: { ACCOUNT_CONCURRENCY: '2' },
  });
  const { discord } = world;
  const edited = () => requestsOf(discord, 'PATCH', /./).map(({ path }) => path);
  // More than the account may have under way at a time: none of them stays there.
  for (const prompt of ['first', 'second', 'third']) await expectPainted(world, prompt);
  await expectOpenJobs(world, 0);
  const before = edited().length;
  await world.restart();
  await expectPainted(world, 'after the restart');
  // The new card's alone.
  expect(new Set(edited().slice(before)).size).toBe(1);
  expect(submissionsOf(world, 'first')).toHaveLength(1);
});

const rowSchema = z.object({ value: z.string().transform((text) => JSON.parse(text) as unknown) });
const textSchema = z.object({ value: z.unknown() });

const valuesOf = async (world: World, pattern: string): Promise<unknown[]> =>
  (await rowsLike(world, pattern)).map((row) => textSchema.parse(rowSchema.parse(row).value).value);

test('a card and its task lead to their job, in rows that are written with it', async () => {
  const world = await startWorld();
  const { discord, service } = world;
  const id = await expectPainted(world);
  await expectOpenJobs(world, 0);
  await world.stopEasel();
  const [message] = await valuesOf(world, `messages:${id}`);
  const [task] = await valuesOf(world, `tasks:${service.tasks[0]?.taskId ?? ''}`);
  expect(await valuesOf(world, 'jobs:*')).toMatchObject([{ id: message }]);
  const { channelId } = discord.world.atelier;
  expect(task).toEqual([{ jobId: message, channelId, messageId: id }]);
});

test.each(['messages', 'tasks'] as const)(
  'a job whose row in `%s` the store does not take stays as it was, and so it is written again',
  async (namespace) => {
    const world = await startWorld();
    const { query } = await tool(`${world.folder}/easel.sqlite`);
    await query(
      `CREATE TRIGGER refuse BEFORE INSERT ON easel WHEN new.key GLOB '${namespace}:*' BEGIN SELECT RAISE(ABORT, 'no'); END`,
    );
    const id = await ask(world, 'written at once');
    await expectLogged(world, 'a write to the store failed, trying again');
    const before = { messages: [], tasks: [{ state: 'submitting' }] };
    expect(await valuesOf(world, 'open:*')).toMatchObject(before[namespace]);
    await query('DROP TRIGGER refuse');
    await expectPictures(world.discord, id, 4);
    expect(submissionsOf(world, 'written at once')).toHaveLength(1);
  },
);

test('one answer settles all jobs that share a task id, however many', async () => {
  const world = await startWorld({ service: { newTaskId: () => 'the-same-for-all' } });
  const { discord, service } = world;
  service.setDurations('artgen', { minMs: 800, maxMs: 800 });
  const ids = [];
  for (const prompt of ['one', 'two', 'three']) ids.push(await ask(world, prompt));
  for (const id of ids) await expectPictures(discord, id, 4);
  await expectOpenJobs(world, 0);
  const asked = pollsOf(world).map(({ taskIds }) => taskIds);
  expect(new Set(asked.map((taskIds) => taskIds?.length))).toEqual(new Set([1]));
});
