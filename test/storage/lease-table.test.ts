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
    { slot: 0, epoch: 2 },
    { slot: 1, epoch: 2 },
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
