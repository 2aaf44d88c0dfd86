import { rename, unlink } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import { startProgramWorld } from '../world/program-world.ts';
import { expectPainted, interact, submissionsOf } from '../world/asking.ts';

// A process takes its time to start, and several a test.
vi.setConfig({ testTimeout: 120_000 });

test('a database that was deleted under Easel ends it with an error, though nobody does anything', async () => {
  const world = await startProgramWorld();
  const easel = await world.start();
  await unlink(`${world.folder}/easel.sqlite`);
  await expect.poll(() => easel.errors(), { timeout: 20_000 }).toContain('was deleted or replaced');
  expect(await easel.exit).toMatchObject({ code: 1, signal: null });
  expect(easel.output()).toContain('the store was deleted or replaced');
});

test('a request after the database was moved away is not submitted', async () => {
  const world = await startProgramWorld();
  const file = `${world.folder}/easel.sqlite`;
  const easel = await world.start();
  await expectPainted(world, 'before');
  await rename(file, `${file}.old`);
  await interact(world, 'after').catch(() => undefined);
  expect(await easel.exit).toMatchObject({ code: 1, signal: null });
  expect(submissionsOf(world, 'after')).toEqual([]);
});
