import { rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startProgramWorld } from '../world/program-world.ts';
import { ask, expectPainted, interact, submissionsOf } from '../world/asking.ts';
import { expectPictures } from '../world/messages.ts';
import { rowsLike } from '../world/stored-rows.ts';
import { run } from './operator-commands.ts';

// A process takes its time to start, and several a test.
test('a request after the database was moved away is not submitted', async () => {
  const world = await startProgramWorld();
  const file = `${world.folder}/easel.sqlite`;
  const easel = await world.start();
  await expectPainted(world, 'before');
  await rename(file, `${file}.old`);
  await interact(world, 'after').catch(() => undefined);
  expect(await easel.exit).toMatchObject({ code: 1, signal: null });
  expect(easel.errors()).toContain('was deleted or replaced');
  expect(submissionsOf(world, 'after')).toEqual([]);
});

test('what an operator runs beside Easel leaves it at work, and a second Easel says what to do', async () => {
  const world = await startProgramWorld();
  const { env, folder } = world;
  const easel = await world.start();
  const id = await expectPainted(world, 'before');
  const saved = join(folder, 'saved');
  for (const [script, ...args] of [
    ['doctor'],
    ['usage'],
    ['find', id],
    ['backup', saved],
    ['copy', `sqlite://${saved}`, `sqlite://${saved}.restored`],
  ] as const)
    expect(await run(script, args, env)).toMatchObject({ code: 0 });
  const second = world.launch();
  expect(await second.exit).toMatchObject({ code: 1 });
  expect(second.errors()).toMatch(/Another Easel uses this file: .+\. End it first: "fuser .+\.lock"/);
  await expectPainted(world, 'afterwards');
  expect(await easel.end('SIGTERM')).toMatchObject({ code: 0 });
});

test('an Easel whose lock was deleted ends once another one has started, and what waits is paid once', async () => {
  const world = await startProgramWorld();
  const { discord, service } = world;
  const first = await world.start();
  service.faults.order({ kind: 'rate-limit', retryAfter: 10, operation: 'artgen.submit' });
  const cards = new Map<string, string>();
  for (let count = 0; count < 5; count += 1) cards.set(`fox ${count}`, await ask(world, `fox ${count}`));
  await expect.poll(() => service.submissions.length).toBe(1);
  // A card comes first, and then its job is stored.
  await expect.poll(async () => (await rowsLike(world, 'open:*')).length).toBe(cards.size);
  await unlink(`${world.folder}/easel.sqlite.lock`);
  await world.start();
  expect(await first.exit).toMatchObject({ code: 1 });
  expect(first.errors()).toContain('easel.sqlite.lock was deleted or replaced');
  for (const id of cards.values()) await expectPictures(discord, id, 4);
  expect(service.tasks).toHaveLength(cards.size);
});
