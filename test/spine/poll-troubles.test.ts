import { expect, test } from 'vitest';
import type { Fault } from '../../sandbox/image-service/index.ts';
import { HOUR_MS } from '../world/durations.ts';
import { startWorld, type World } from '../world/world.ts';
import { ask, expectLogged, expectOpenJobs, expectPainted, pollsOf, submissionsOf } from '../world/asking.ts';
import { startWithOwnKey } from '../world/keys.ts';
import { expectPictures, expectText, picturesOf, textOf } from '../world/messages.ts';
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
  ['are far larger than is read', { kind: 'oversized' }],
  ['lack the envelope', { kind: 'missing-envelope' }],
  ['are slow', { kind: 'slow', milliseconds: 300 }],
  ['leave the task out', { kind: 'missing-items' }],
  ['hold a task too many', { kind: 'extra-item' }],
  ['name an unknown status', { kind: 'unknown-status', status: 7 }],
  ['join the addresses in one text', { kind: 'joined-picture-urls' }],
];

test.each(failedPolls)(
  'a job whose polls %s ends with its pictures at the first that is answered',
  async (_name, fault) => {
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
    expect(pollsOf(world).length).toBeLessThanOrEqual(ordered.struck + 1);
  },
);

const namedTimes: CallFault[] = [
  { kind: 'rate-limit', retryAfter: 60 },
  { kind: 'status', status: 400, retryAfter: 60 },
  { kind: 'status', status: 500, retryAfter: 60 },
];

test.each(namedTimes)('a time that the service names to a poll is kept: %j', async (fault) => {
  const world = await startWithOwnKey();
  const { discord, service, clock } = world;
  service.faults.order({ ...fault, operation: STATUS });
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

/** Passes time until it holds. */
const pass = (world: World, look: () => boolean, stepMs = 1_000) =>
  expect
    .poll(() => {
      world.clock.advance(stepMs);
      return look();
    })
    .toBe(true);

test.each([
  [404, undefined],
  [500, '<html>Internal Server Error</html>'],
  [403, ''],
  [200, '<html>What now?</html>'],
])('one task that spoils every call, with %i %j, keeps no other from its pictures', async (status, page) => {
  const world = await startWorld();
  const { discord, service } = world;
  const begin = async (prompt: string, durationMs: number, timeout: number) => {
    service.setDurations('artgen', { minMs: durationMs, maxMs: durationMs });
    const count = service.tasks.length;
    const id = await ask(world, prompt, { options: { timeout } });
    await service.until(() => service.tasks.length > count, { what: 'its task' });
    return id;
  };
  const bad = await begin('the forgotten one', 60_000, 300);
  const other = await begin('a fox', 60_000, 300);
  const long = await begin('a long one', 900_000, 1_200);
  const taskId = service.tasks[0]?.taskId ?? '';
  service.faults.order({ kind: 'poison', taskId, status, ...(page !== undefined && { page }) });
  await pass(world, () => picturesOf(discord.message(other)) === 4);
  await pass(world, () => textOf(discord.message(bad)).includes(ENGLISH.card.hasProblems));
  const late = await begin('one that joins', 1_000, 300);
  await pass(world, () => picturesOf(discord.message(late)) === 4);
  await pass(world, () => textOf(discord.message(bad)).includes(ENGLISH.card.timedOut.title), 5_000);
  await pass(world, () => picturesOf(discord.message(long)) === 4, 15_000);
});

test('a service that answers 500 to every call is waited for: no deadline ends a task, also over a restart', async () => {
  const world = await startWorld();
  const { discord, service, clock, log } = world;
  service.setDurations('artgen', { minMs: 60_000, maxMs: 60_000 });
  const ids: string[] = [];
  for (const name of ['a fox', 'a hare', 'an owl'])
    ids.push(await ask(world, name, { options: { timeout: 300 } }));
  await service.until(() => service.tasks.length === 3, { what: 'all tasks' });
  const outage = service.faults.order({ kind: 'status', status: 500, operation: STATUS, times: Infinity });
  const hours = (count: number) => {
    const until = clock.now() + count * HOUR_MS;
    return pass(world, () => clock.now() >= until, 20_000);
  };
  await hours(1);
  await world.restart();
  await hours(1);
  await expectOpenJobs(world, 3);
  expect(log.join('')).not.toContain('gives no answer about a task');
  outage.remove();
  for (const id of ids) await pass(world, () => picturesOf(discord.message(id)) === 4);
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
