import { setImmediate as allDone } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { StoredLeases, type SharedRows } from '../../src/services/storage/leases.ts';
import { TERM_MS } from '../../src/services/storage/lease-table.ts';
import { Ownership } from '../../src/services/storage/ownership.ts';
import type { Condition, RowWrite } from '../../src/services/storage/row.ts';
import { HandClock } from '../world/hand-clock.ts';

/** Leases at a time that the test moves. */
const leasesAt = (clock: HandClock): StoredLeases => {
  const rows = new Map<string, string>();
  const replace = ({ key, text }: Condition, writes: readonly RowWrite[]) => {
    const isSame = rows.get(key) === text;
    for (const write of isSame ? writes : []) rows.set(write.key, write.text ?? '');
    return Promise.resolve(isSame);
  };
  const shared: SharedRows = {
    prefix: '',
    readWithTime: (key, initial) => {
      rows.set(key, rows.get(key) ?? initial);
      return Promise.resolve({ text: rows.get(key) ?? '', now: clock.now() });
    },
    replace,
    replaceOne: (condition, write) => replace(condition, [write]),
    commitIf: replace,
  };
  return new StoredLeases(shared);
};

/** One process has a slot of two, and another one the other: how long after its end that one is taken. */
const takenAfter = async (end: 'crash' | 'goodbye'): Promise<number> => {
  const clock = new HandClock();
  const leases = leasesAt(clock);
  const other = await leases.take({ owner: 'b', slots: [1], total: 2, secret: 'key' });
  if (typeof other === 'string') throw new Error(other);
  const events: string[] = [];
  const ownership = new Ownership({
    leases,
    claim: { owner: 'a', slots: 'any', total: 2 },
    isBack: true,
    clock,
    monotonic: () => clock.now(),
    random: () => 0.5,
    onEvent: ({ kind }) => events.push(kind),
  });
  await ownership.acquire(['key'], new AbortController().signal);
  if (end === 'goodbye') await leases.release(other);
  const since = clock.now();
  while (!events.includes('rebalance') && clock.now() - since < 4 * TERM_MS) {
    clock.advance(100);
    await allDone();
  }
  await ownership.release();
  return clock.now() - since;
};

test('what a process leaves behind that crashed is taken soon after its lease has ended', async () => {
  const afterMs = await takenAfter('crash');
  // Whoever was only kept from the store for a while renews first.
  expect(afterMs).toBeGreaterThan(TERM_MS + 1_000);
  expect(afterMs).toBeLessThan(TERM_MS + 3_500);
});

test('what a process gives up is left to the one that may be started in its place', async () => {
  const afterMs = await takenAfter('goodbye');
  expect(afterMs).toBeGreaterThanOrEqual(5_000);
  expect(afterMs).toBeLessThan(7_000);
});
