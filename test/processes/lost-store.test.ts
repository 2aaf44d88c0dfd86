import { rename } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { startProgramWorld } from '../world/program-world.ts';
import { expectPainted, interact, submissionsOf } from '../world/asking.ts';

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
