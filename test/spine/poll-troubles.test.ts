import { expect, test } from 'vitest';
import type { Fault } from '../../sandbox/image-service/index.ts';
import { startWorld } from '../world/world.ts';
import { ask, expectLogged, expectOpenJobs, expectPainted, pollsOf, submissionsOf } from '../world/asking.ts';
import { startWithOwnKey } from '../world/keys.ts';
import { expectPictures, expectText, picturesOf } from '../world/messages.ts';
import { ENGLISH } from '../../src/messages/language.ts';

type CallFault = Exclude<Fault, { kind: `picture-${string}` }>;

const STATUS = 'artgen.job-status';

/** A poll that fails says nothing about its tasks. */
const failedPolls: [name: string, fault: CallFault][] = [
  ['are answered with 500', { kind: 'status', status: 500 }],
  ['are answered with 503 and Retry-After', { kind: 'status', status: 503, retryAfter: 5 }],
  ['are answered with 429', { kind: 'rate-limit', retryAfter: 5 }],
  ['are cut off', { kind: 'cut-off', moment: 'after' }],
  ['are answered with no JSON', { kind: 'malformed-json' }],
  ['are answered with half a JSON', { kind: 'truncated-json' }],
  ['are answered with a web page', { kind: 'html-page' }],
  ['lack the envelope', { kind: 'missing-envelope' }],
  ['are slow', { kind: 'slow', milliseconds: 300 }],
  ['leave the task out', { kind: 'missing-items' }],
  ['hold a task too many', { kind: 'extra-item' }],
  ['name an unknown status', { kind: 'unknown-status', status: 7 }],
  ['join the addresses in one text', { kind: 'joined-picture-urls' }],
];

test.each(failedPolls)('a job whose polls %s ends with its pictures', async (_name, fault) => {
  const world = await startWorld();
  const { discord, service, clock } = world;
  const ordered = service.faults.order({ ...fault, operation: STATUS, times: 3 });
  const id = await ask(world, 'well in the end');
  await expect
    .poll(() => {
      if (ordered.struck > 0) clock.advance(1_000);
      return picturesOf(discord.message(id));
    })
    .toBe(4);
  expect(submissionsOf(world, 'well in the end')).toHaveLength(1);
});

test('a time that the service names to a poll is kept', async () => {
  const world = await startWithOwnKey();
  const { discord, service, clock } = world;
  service.faults.order({ kind: 'rate-limit', retryAfter: 60, operation: STATUS });
  const id = await ask(world, 'later');
  await expectLogged(world, 'a poll failed');
  clock.advance(50_000);
  await expectPainted(world, 'of another account', { place: 'direct' });
  const first = service.tasks[0]?.taskId ?? '';
  expect(pollsOf(world).filter(({ taskIds }) => taskIds?.includes(first))).toHaveLength(1);
  clock.advance(60_000);
  await expectPictures(discord, id, 4);
});

test('an answer that comes late, after the task was done, does not put off the next question', async () => {
  const world = await startWorld();
  const { discord, service, clock } = world;
  service.setDurations('artgen', { minMs: 120_000, maxMs: 120_000 });
  const id = await ask(world, 'done meanwhile');
  await service.until(() => pollsOf(world).length > 0, { what: 'a poll' });
  const late = service.faults.order({ kind: 'hang', moment: 'after', operation: STATUS });
  await service.until(() => late.struck > 0, { what: 'a poll that is answered late' });
  clock.advance(120_000);
  late.remove();
  // A seventh of the time since the submission, the usual gap, would be longer.
  await expectPictures(discord, id, 4);
});

test('one task that spoils every call does not keep the others from their pictures', async () => {
  const world = await startWorld();
  const { discord, service } = world;
  const COUNT = 64;
  service.setDurations('artgen', { minMs: 300_000, maxMs: 300_000 });
  const ids: string[] = [];
  for (let index = 0; index < COUNT; index += 1) ids.push(await ask(world, `one of ${COUNT}: ${index}`));
  await service.until(() => service.tasks.length === COUNT, { what: 'all tasks' });
  const poisoned = service.tasks[20];
  if (!poisoned) throw new Error('no task');
  const before = pollsOf(world).length;
  const poison = service.faults.order({ kind: 'poison', taskId: poisoned.taskId });
  await expectLogged(world, 'the image service declines to answer about a task');
  const search = pollsOf(world)
    .slice(before)
    .filter(({ taskIds }) => taskIds?.includes(poisoned.taskId));
  // The whole batch, then a half of it each time until the task stands alone.
  expect(search.length).toBeLessThanOrEqual(1 + Math.ceil(Math.log2(COUNT)));
  expect(search.at(-1)?.taskIds).toEqual([poisoned.taskId]);
  expect(poison.struck).toBe(search.length);
  world.clock.advance(300_000);
  await expectOpenJobs(world, 1);
  poison.remove();
  world.clock.advance(16_000);
  await expectOpenJobs(world, 0);
  for (const id of ids) await expectPictures(discord, id, 4);
});

test('a service that declines every call is waited for like an outage, and then asked about all tasks together', async () => {
  const world = await startWorld();
  const { service, clock, log } = world;
  const COUNT = 4;
  const later = <Value>(look: () => Value) => {
    clock.advance(1_000);
    return look();
  };
  const mostSince = (before: number) => () =>
    Math.max(
      0,
      ...pollsOf(world)
        .slice(before)
        .map(({ taskIds = [] }) => taskIds.length),
    );
  service.setDurations('artgen', { minMs: 600_000, maxMs: 600_000 });
  for (let index = 0; index < COUNT; index += 1) await ask(world, `one of ${COUNT}: ${index}`);
  await expect.poll(() => later(mostSince(0))).toBe(COUNT);
  const outage = service.faults.order({ kind: 'status', status: 400, operation: STATUS, times: Infinity });
  await expect.poll(() => later(() => outage.struck)).toBeGreaterThanOrEqual(9);
  outage.remove();
  const before = pollsOf(world).length;
  await expect.poll(() => later(mostSince(before))).toBe(COUNT);
  expect(log.join('')).not.toContain('declines to answer about a task');
});

test('a task that no answer ever names is given up at its deadline, with a way to ask once more', async () => {
  const world = await startWorld();
  const { discord, service, clock } = world;
  const missing = service.faults.order({ kind: 'missing-items', operation: STATUS, times: Infinity });
  const id = await ask(world, 'lost and found', { options: { timeout: 300 } });
  await service.until(() => missing.struck > 0, { what: 'a poll' });
  clock.advance(361_000);
  await expectText(discord, id, ENGLISH.card.timedOut.title);
});

test('a failed task shows the reason of the service', async () => {
  const world = await startWorld();
  const { discord, service } = world;
  service.planTasks({ failReason: 'The prompt is *not* allowed' });
  const id = await ask(world, 'declined');
  await expectText(discord, id, String.raw`The prompt is \*not\* allowed`);
  await expectOpenJobs(world, 0);
});
