import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { EVERYTHING, TERM_MS, type Claim, type Lease } from '../../src/services/storage/lease-table.ts';
import type { Leases } from '../../src/services/storage/leases.ts';
import { StorageFencedError, type Storage } from '../../src/services/storage/store.ts';
import { SERVERS } from './fresh-server.ts';
import { makeFolder, openForTest, parseNumber } from './storages.ts';

const leasesOf = ({ leases }: Storage): Leases => {
  if (!leases) throw new Error('this storage knows no leases');
  return leases;
};

const claimOf = (owner: string, more: Partial<Claim> = {}): Claim => ({
  owner,
  slots: [0],
  total: 1,
  secret: 'key',
  ...more,
});

const taken = async (taking: ReturnType<Leases['take']>): Promise<Lease> => {
  const lease = await taking;
  if (typeof lease === 'string') throw new Error(`not taken: ${lease}`);
  return lease;
};

const fenceOf = (slot: number, { epoch }: Lease) => ({ slot, epoch });

for (const server of SERVERS) {
  describe.skipIf(!server.available)(`Two processes on one ${server.title}`, () => {
    const two = async () => {
      const url = await server.fresh();
      const [one, other] = [await openForTest(url), await openForTest(url)];
      const [a, b] = [leasesOf(one), leasesOf(other)];
      const stores = [one.open('open', parseNumber), other.open('open', parseNumber)] as const;
      return { one, other, a, b, stores };
    };

    it('never hold one slot at once, and hold different ones side by side', async () => {
      const { a, b } = await two();
      const first = await taken(a.take(claimOf('a', { slots: [0, 1], total: 3 })));
      expect(await b.take(claimOf('b', { slots: [1, 2], total: 3 }))).toBe('taken');
      const second = await taken(b.take(claimOf('b', { slots: [2], total: 3 })));
      expect(second.epoch).toBeGreaterThan(first.epoch);
      expect(await Promise.all([a.renew(first), b.renew(second)])).toEqual([2, 2]);
    });

    it('of many that want a slot at once, one gets it', async () => {
      const { a, b } = await two();
      const owners = Array.from({ length: 20 }, (_, index) => `p${index}`);
      const takings = owners.map((owner, index) => (index % 2 ? a : b).take(claimOf(owner)));
      expect((await Promise.all(takings)).filter((lease) => typeof lease === 'object')).toHaveLength(1);
    });

    it('count their slots alike: another total is refused while a slot is held', async () => {
      const { a, b } = await two();
      const whole = await taken(a.take(claimOf('a')));
      expect(await b.take(claimOf('b', { slots: [1], total: 2 }))).toBe('other-total');
      await a.release(whole);
      await taken(b.take(claimOf('b', { slots: [1], total: 2 })));
      expect(await a.take(claimOf('a'))).toBe('other-total');
    });

    it('wait for a script that needs the whole store, which waits for them', async () => {
      const { a, b } = await two();
      const script = { owner: 'script', ...EVERYTHING };
      const lease = await taken(a.take(claimOf('a')));
      expect(await b.take(script)).toBe('taken');
      await a.release(lease);
      await taken(b.take(script));
      expect(await a.take(claimOf('a'))).toBe('taken');
    });

    it('hand over at once when the first releases, and nothing of its own is written any more', async () => {
      const { one, a, b, stores } = await two();
      const lease = await taken(a.take(claimOf('a')));
      const fence = fenceOf(0, lease);
      await one.commit([stores[0].setting('job', 1)], fence);
      await a.release(lease);
      const late = one.commit([stores[0].setting('job', 2), stores[0].setting('more', 2)], fence);
      await expect(late).rejects.toThrow(StorageFencedError);
      await taken(b.take(claimOf('b')));
      expect(await a.renew(lease)).toBeUndefined();
      await expect(one.commit([stores[0].deleting('job')], fence)).rejects.toThrow(StorageFencedError);
      expect(await stores[1].entries()).toEqual([['job', 1]]);
    });

    it('take over what was not renewed for a term, by the clock of the store', async () => {
      const { one, a, b, stores } = await two();
      const lease = await taken(a.take(claimOf('a')));
      const since = performance.now();
      expect(await b.take(claimOf('b'))).toBe('taken');
      await delay(TERM_MS - 1_000);
      expect(await b.take(claimOf('b'))).toBe('taken');
      await expect.poll(() => b.take(claimOf('b')), { timeout: 3_000 }).toMatchObject({ owner: 'b' });
      expect(performance.now() - since).toBeGreaterThan(TERM_MS - 100);
      expect(await a.renew(lease)).toBeUndefined();
      const late = one.commit([stores[0].setting('job', 1)], fenceOf(0, lease));
      await expect(late).rejects.toThrow(StorageFencedError);
    });

    it('a lease that ended while nobody wanted it goes on', async () => {
      const { one, a, stores } = await two();
      const lease = await taken(a.take(claimOf('a')));
      await delay(TERM_MS + 200);
      expect(await a.renew(lease)).toBe(1);
      await one.commit([stores[0].setting('job', 1)], fenceOf(0, lease));
    });

    it('a slot that another total did away with lets nobody write', async () => {
      const { one, a, b, stores } = await two();
      const lease = await taken(a.take(claimOf('a', { slots: [0, 1, 2, 3], total: 4 })));
      await delay(TERM_MS + 200);
      await taken(b.take(claimOf('b', { slots: [0, 1], total: 2 })));
      for (const slot of lease.slots)
        await expect(one.commit([stores[0].setting('job', 1)], fenceOf(slot, lease))).rejects.toThrow(
          StorageFencedError,
        );
    });

    it('a fenced write that is under way when the slot is taken is either made before, or refused', async () => {
      const { one, other, a, b, stores } = await two();
      for (let round = 0; round < 30; round += 1) {
        const lease = await taken(a.take(claimOf('a')));
        const written = Array.from({ length: 20 }, (_, index) =>
          one
            .commit(
              [stores[0].setting(`${round}-${index}`, 1), stores[0].setting(`x${index}`, 1)],
              fenceOf(0, lease),
            )
            .then(
              () => `${round}-${index}`,
              () => undefined,
            ),
        );
        await a.release(lease);
        const next = await taken(b.take(claimOf('b')));
        const seen = new Set((await stores[1].entries()).map(([key]) => key));
        for (const key of await Promise.all(written)) if (key !== undefined) expect(seen).toContain(key);
        const after = new Set((await stores[1].entries()).map(([key]) => key));
        expect(after).toEqual(seen);
        await other.commit([stores[1].setting('next', round)], fenceOf(0, next));
        await b.release(next);
      }
    });

    it('have one secret; another is refused, unless it replaces theirs while none of them is there', async () => {
      const { a, b } = await two();
      const lease = await taken(a.take(claimOf('a')));
      const rotated = claimOf('b', { secret: 'new', formerSecret: 'key', slots: [1], total: 2 });
      expect(await b.take(claimOf('b', { secret: 'new' }))).toBe('other-secret');
      expect(await b.take(rotated)).toBe('taken');
      await a.release(lease);
      expect(await b.take(claimOf('b', { secret: 'new' }))).toBe('other-secret');
      await taken(b.take(rotated));
      expect(await a.take(claimOf('a'))).toBe('other-secret');
      await a.setSecret('third');
      expect(await a.take(claimOf('a', { secret: 'third', slots: [1], total: 2 }))).toBe('taken');
    });
  });
}

it('SQLite lets in one process, and needs no leases', async () => {
  const storage = await openForTest(`sqlite://${await makeFolder()}/easel.sqlite`);
  expect(storage.leases).toBeUndefined();
  const store = storage.open('open', parseNumber);
  await storage.commit([store.setting('job', 1)], { slot: 0, epoch: 7 });
  expect(await store.get('job')).toBe(1);
});
