import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ENGLISH } from '../../src/messages/words/words.ts';
import { ask, expectLogged, expectOpenJobs, submissionsOf } from '../world/asking.ts';
import { expectPictures, expectText } from '../world/messages.ts';
import { startWorld } from '../world/world.ts';
import { run } from './operator-commands.ts';

test('a request that waited when the backup was made, and was paid for since, is not submitted again', async () => {
  const world = await startWorld();
  const { discord, service, clock, env } = world;
  const file = join(world.folder, 'saved');
  service.faults.order({ kind: 'rate-limit', retryAfter: 30, operation: 'artgen.submit' });
  const id = await ask(world, 'paid for once');
  await expectLogged(world, 'a submission failed');
  await expectText(discord, id, 'Waiting');
  expect(await run('backup', [file], env)).toMatchObject({ code: 0 });
  clock.advance(31_000);
  await expectPictures(discord, id, 4);
  await expectOpenJobs(world, 0);
  await world.stopEasel();
  expect(await run('restore', [file, '--replace'], env)).toMatchObject({ code: 0 });
  await world.startEasel();
  await expectText(discord, id, ENGLISH.card.unknown[0]);
  await expectOpenJobs(world, 0);
  // The first was declined, the second taken.
  expect(submissionsOf(world, 'paid for once')).toHaveLength(2);
  expect(service.tasks).toHaveLength(1);
}, 90_000);
