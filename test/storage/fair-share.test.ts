import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fairShare, imbalanceOf } from '../../src/services/storage/fair-share.ts';
import {
  EMPTY_TABLE,
  leave,
  release,
  renew,
  take,
  TERM_MS,
  wait,
  type Claim,
  type Lease,
  type LeaseTable,
} from '../../src/services/storage/lease-table.ts';

const STEP_MS = 1_000;

type Event = { kind: 'start' | 'stop' | 'crash'; process: number } | { kind: 'pass' };

/** Processes that take any slots, on one table, each of which acts once a second. */
class Company {
  table: LeaseTable = EMPTY_TABLE;
  now = 0;
  handOvers = 0;
  readonly total: number;
  readonly processes = new Map<string, Lease | 'waits'>();

  constructor(total: number) {
    this.total = total;
  }

  do(event: Event): void {
    if (event.kind === 'pass') this.pass();
    else if (event.kind === 'start') {
      const owner = `p${event.process}`;
      if (!this.processes.has(owner)) this.processes.set(owner, 'waits');
    } else {
      const owner = `p${event.process}`;
      const lease = this.processes.get(owner);
      this.processes.delete(owner);
      if (event.kind === 'stop' && typeof lease === 'object')
        this.table = release(this.table, lease, this.now) ?? this.table;
      if (event.kind === 'stop' && lease === 'waits') this.table = leave(this.table, owner) ?? this.table;
    }
  }

  /** A second, in which everybody does what it does every second. */
  pass(): void {
    this.now += STEP_MS;
    for (const [owner, lease] of this.processes) {
      if (lease === 'waits') this.#take(owner);
      else this.#renew(owner, lease);
    }
  }

  #claim(owner: string): Claim {
    return { owner, slots: 'any', total: this.total, secret: 'key' };
  }

  #take(owner: string): void {
    const taking = take(this.table, this.#claim(owner), this.now);
    if (typeof taking === 'string') this.table = wait(this.table, this.#claim(owner), this.now) ?? this.table;
    else {
      this.table = taking.table;
      this.processes.set(owner, taking.lease);
    }
  }

  #renew(owner: string, lease: Lease): void {
    this.table = renew(this.table, lease, this.now) ?? this.table;
    if (imbalanceOf(this.table, owner, this.now) === undefined) return;
    this.handOvers += 1;
    this.table = release(this.table, lease, this.now) ?? this.table;
    this.table = wait(this.table, this.#claim(owner), this.now) ?? this.table;
    this.processes.set(owner, 'waits');
  }

  /** How many slots each process holds that lives, the fewest first. */
  counts(): number[] {
    const leases = [...this.processes.values()];
    return leases.map((lease) => (lease === 'waits' ? 0 : lease.slots.length)).sort((a, b) => a - b);
  }
}

const process = fc.nat(4);
const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('start' as const), process }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('stop' as const, 'crash' as const), process }) },
  { weight: 5, arbitrary: fc.constant({ kind: 'pass' as const }) },
);

test('whoever comes and goes, every slot is soon held once, and by all processes alike', () => {
  const shares = fc.property(fc.integer({ min: 1, max: 9 }), fc.array(event), (total, events) => {
    const company = new Company(total);
    for (const one of events) {
      company.do(one);
      const slots = [...company.processes.values()].flatMap((lease) =>
        lease === 'waits' ? [] : lease.slots,
      );
      expect(new Set(slots).size).toBe(slots.length);
    }
    for (let second = 0; second < TERM_MS / STEP_MS + 1; second += 1) company.pass();
    const before = company.handOvers;
    for (let second = 0; second < 30; second += 1) company.pass();
    const counts = company.counts();
    if (counts.length === 0) return;
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(total);
    expect((counts.at(-1) ?? 0) - (counts[0] ?? 0)).toBeLessThanOrEqual(1);
    expect(company.handOvers - before).toBeLessThanOrEqual(2 * counts.length);
    const settled = company.handOvers;
    for (let second = 0; second < 20; second += 1) company.pass();
    expect(company.handOvers).toBe(settled);
  });
  fc.assert(shares, { numRuns: 2_000 });
}, 60_000);

test('a process that took little, because one waited that then left, gets its share of the others', () => {
  const company = new Company(6);
  const start = (...processes: number[]) => {
    for (const process of processes) company.do({ kind: 'start', process });
    company.pass();
  };
  start(1, 0);
  start(3, 2);
  company.do({ kind: 'stop', process: 3 });
  for (let second = 0; second < 10; second += 1) company.pass();
  expect(company.counts()).toEqual([2, 2, 2]);
});

test('nobody leaves for the sake of balance while another number of slots is about to hold', () => {
  const slots = Object.fromEntries(
    [0, 1, 2, 3, 4, 5].map((slot) => [slot, { owner: slot < 5 ? 'p0' : 'p1', epoch: 1, until: TERM_MS }]),
  );
  const uneven = { ...EMPTY_TABLE, total: 6, slots };
  expect(imbalanceOf(uneven, 'p0', 0)).toBe('surplus');
  const awaited = wait(uneven, { owner: 'newer', slots: 'any', total: 8 }, 0) ?? uneven;
  expect(imbalanceOf(awaited, 'p0', 0)).toBeUndefined();
});

describe('a fair share', () => {
  test.each([
    [{}, 0, 4, 4],
    [{ a: 4 }, 0, 4, 2],
    [{ a: 2, b: 2 }, 0, 4, 1],
    [{ a: 2, b: 1 }, 0, 5, 2],
    [{ a: 1, b: 1 }, 0, 2, 0],
    [{ a: 1 }, 1, 7, 3],
  ])('beside %o and %i that wait, of %i slots, is %i', (others, waiting, total, share) => {
    expect(fairShare({ others: new Map(Object.entries(others)), waiting, total })).toBe(share);
  });
});
