import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  EMPTY_TABLE,
  isTrusted,
  newEpochs,
  release,
  renew,
  take,
  TERM_MS,
  TRUST_MS,
  type Lease,
} from '../../src/services/storage/lease-table.ts';
import { JOBS, Model, type Step } from './lease-model.ts';

const process = fc.nat(1);
const job = fc.nat(JOBS - 1);
const ask = (what: 'take' | 'renew' | 'release') =>
  fc.record({
    kind: fc.constant('ask' as const),
    process,
    what: fc.constant(what),
    slots: fc.constantFrom('all' as const, 'one' as const),
  });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 1, arbitrary: fc.constant({ kind: 'remove-fence' as const }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('look' as const), process }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('restore' as const), process }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('time' as const),
      milliseconds: fc.constantFrom(10, 500, 1_000, 4_000, 5_000, 7_000),
    }),
  },
  { weight: 3, arbitrary: ask('take') },
  { weight: 2, arbitrary: ask('renew') },
  { weight: 1, arbitrary: ask('release') },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('arrive' as const), process }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('load' as const), process }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('write' as const), process, job }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('written' as const), process, job }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('send' as const), process, job }) },
);

/** Plays the steps. Clocks run up to a tenth faster or slower than the store's. */
const history = (isFenced: boolean) =>
  fc
    .record({
      rates: fc.array(fc.double({ min: 0.9, max: 1.1, noNaN: true }), { minLength: 2, maxLength: 2 }),
      steps: fc.array(step, { maxLength: 150, size: 'max' }),
    })
    .map(({ rates, steps }) => {
      const model = new Model({ rates, isFenced });
      for (const one of steps) model.do(one);
      return { steps, paid: model.paid, overlapped: model.overlapped };
    });

test('whatever stops and wakes up, no job is paid for twice, and no two processes rely on a slot at once', () => {
  const holds = fc.property(history(true), ({ paid, overlapped }) => {
    expect(Math.max(...paid)).toBeLessThanOrEqual(1);
    expect(overlapped).toBe(false);
  });
  fc.assert(holds, { numRuns: 20_000 });
}, 60_000);

test('jobs are paid for in such histories', () => {
  const nothingIsPaid = fc.property(history(true), ({ paid }) => !paid.includes(1));
  expect(fc.check(nothingIsPaid, { numRuns: 2_000, endOnFailure: true }).failed).toBe(true);
});

/** The first process is paused after it decided to submit and before its write arrives; the second takes over. */
const pausedBeforeItsWrite: Step[] = [
  { kind: 'ask', process: 0, what: 'take', slots: 'one' },
  { kind: 'arrive', process: 0 },
  { kind: 'load', process: 0 },
  { kind: 'write', process: 0, job: 0 },
  { kind: 'time', milliseconds: TERM_MS },
  { kind: 'ask', process: 1, what: 'take', slots: 'one' },
  { kind: 'arrive', process: 1 },
  { kind: 'load', process: 1 },
  { kind: 'write', process: 1, job: 0 },
  { kind: 'written', process: 1, job: 0 },
  { kind: 'send', process: 1, job: 0 },
  { kind: 'written', process: 0, job: 0 },
  { kind: 'send', process: 0, job: 0 },
  { kind: 'ask', process: 1, what: 'release', slots: 'one' },
  { kind: 'arrive', process: 1 },
  { kind: 'ask', process: 1, what: 'take', slots: 'one' },
  { kind: 'arrive', process: 1 },
  { kind: 'load', process: 1 },
  { kind: 'write', process: 1, job: 0 },
  { kind: 'written', process: 1, job: 0 },
  { kind: 'send', process: 1, job: 0 },
];

test.each([
  [true, 1],
  [false, 2],
])(
  'when the fence is %s, a job whose process was paused before its write is paid for %i times',
  (isFenced, times) => {
    const model = new Model({ rates: [1, 1], isFenced });
    for (const one of pausedBeforeItsWrite) model.do(one);
    expect(model.paid[0]).toBe(times);
  },
);

/** The first process's write was refused, and it is paused before it puts the fence back; the second takes over. */
const pausedBeforeItRestores: Step[] = [
  ...pausedBeforeItsWrite.slice(0, 4),
  { kind: 'remove-fence' },
  { kind: 'look', process: 0 },
  ...pausedBeforeItsWrite.slice(4, 11),
  { kind: 'restore', process: 0 },
  ...pausedBeforeItsWrite.slice(11),
];

test.each([
  [false, 1],
  [true, 2],
])(
  'when a removed fence is put back blindly: %s, a job whose process was paused before is paid for %i times',
  (restoresBlindly, times) => {
    const model = new Model({ rates: [1, 1], isFenced: true, restoresBlindly });
    for (const one of pausedBeforeItRestores) model.do(one);
    expect(model.paid[0]).toBe(times);
  },
);

const claimOf = (owner: string) => ({ owner, slots: [0, 1], total: 2, secret: 'key' });

const taken = (taking: ReturnType<typeof take>) => {
  if (typeof taking === 'string') throw new Error(taking);
  return taking;
};

test('a lease ends a term after its last renewal, and its holder stops well before', () => {
  const { table, lease } = taken(take(EMPTY_TABLE, claimOf('a'), 1_000));
  const renewed = renew(table, lease, 5_000);
  expect(take(renewed ?? table, claimOf('b'), 5_000 + TERM_MS - 1)).toBe('taken');
  expect(take(renewed ?? table, claimOf('b'), 5_000 + TERM_MS)).toMatchObject({
    lease: { owner: 'b', epoch: 5_000 + TERM_MS },
  });
  expect([0, TRUST_MS - 1, TRUST_MS].map((after) => isTrusted(5_000, 5_000 + after))).toEqual([
    true,
    true,
    false,
  ]);
  expect(TERM_MS - TRUST_MS).toBeGreaterThanOrEqual(1_000);
});

test('a release ends the lease under an epoch of nobody, and deletes nothing', () => {
  const { table, lease } = taken(take(EMPTY_TABLE, claimOf('a'), 0));
  const released = release(table, lease, 0) ?? table;
  expect(Object.keys(released.slots)).toEqual(['0', '1']);
  expect(newEpochs(table, released)).toEqual([
    { slot: '0', epoch: 2 },
    { slot: '1', epoch: 2 },
  ]);
  expect(renew(released, lease, 0)).toBeUndefined();
  expect(release(released, lease, 0)).toBeUndefined();
  expect(taken(take(released, claimOf('b'), 0)).lease.epoch).toBe(3);
});

test('a process whose answer was lost takes its own slots again, under a new epoch', () => {
  const { table, lease } = taken(take(EMPTY_TABLE, claimOf('a'), 0));
  const again: Lease = taken(take(table, claimOf('a'), 10)).lease;
  expect(again.epoch).toBeGreaterThan(lease.epoch);
});

test('a server that comes back without its last writes gives no epoch away twice', () => {
  const { table: before } = taken(take(EMPTY_TABLE, claimOf('a'), 1_000));
  const forgotten = taken(take(before, claimOf('b'), 1_000 + TERM_MS));
  const next = taken(take(before, claimOf('c'), 1_500 + TERM_MS));
  expect(next.lease.epoch).toBeGreaterThan(forgotten.lease.epoch);
  expect(renew(next.table, forgotten.lease, 2_000 + TERM_MS)).toBeUndefined();
});
