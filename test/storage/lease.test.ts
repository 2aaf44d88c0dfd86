import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../src/lib/clock.ts';
import { retry } from '../../src/lib/retry.ts';
import type { Lease, LeaseEvent, LeaseOptions } from '../../src/services/storage/lease.ts';
import { FencedError, StoreError } from '../../src/services/storage/store.ts';
import { SERVERS } from './fresh-server.ts';
import { startPooler } from './pooler.ts';
import { Proxy } from './proxy.ts';
import { inTheEnd, makeFolder, openForTest, numberSchema } from './storages.ts';

// The server ends a silent connection after 6 s.
const { signal } = new AbortController();

/** A process that wants a part, and how it writes about its jobs. */
const join = async (url: string, options: Partial<LeaseOptions> & { key?: string } = {}) => {
  const { key = 'key', ...setup } = options;
  const storage = await openForTest(url);
  const store = storage.open('open', numberSchema);
  const events: LeaseEvent[] = [];
  const failures: unknown[] = [];
  const lease: Lease = storage.database.lease({
    ...{ shards: 'auto', parts: 1, ...setup },
    onEvent: (event) => events.push(event),
  });
  onTestFinished(() => lease.release());
  // As an Easel does, which waits for a store that is away.
  const acquired = retry(() => lease.acquire(key, signal), {
    delayMs: (error) => {
      failures.push(error);
      return error instanceof StoreError ? 250 : undefined;
    },
    clock: systemClock,
  });
  acquired.catch(() => undefined);
  const write = (row: string, value = 1) =>
    lease.guard((fence) => storage.commit([store.setting(row, value)], fence));
  return { lease, acquired, events, failures, write, storage, store };
};

const holding = async (...given: Parameters<typeof join>) => {
  const process = await join(...given);
  await process.acquired;
  return process;
};

const isWaiting = ({ events }: { events: LeaseEvent[] }) => expect.poll(() => events).toContain('waiting');

/** Runs a statement as the server's administrator. */
const administer = async (url: string, sql: string): Promise<pg.QueryResult<Record<string, unknown>>> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client.query<Record<string, unknown>>(sql).finally(() => client.end());
};

/** How many advisory locks processes on this database hold. */
const locksOf = async (url: string): Promise<unknown> => {
  const locks = `SELECT count(*)::int AS held FROM pg_locks WHERE locktype = 'advisory'
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  return (await administer(url, locks)).rows[0]?.['held'];
};

for (const server of SERVERS) {
  describe.skipIf(!server.available)(`Processes on one ${server.title}`, () => {
    test('take a part each; one that finds none stands by, and has the first that becomes free', async () => {
      const url = await server.fresh();
      const [first, second] = [await holding(url, { parts: 2 }), await holding(url, { parts: 2 })];
      expect([first.lease.part, second.lease.part]).toEqual([0, 1]);
      const third = await join(url, { parts: 2 });
      await isWaiting(third);
      expect([third.lease.isStandby, third.lease.isHeld(), third.lease.isUncertain()]).toEqual([
        true,
        false,
        false,
      ]);
      await second.lease.release();
      await third.acquired;
      expect([third.lease.part, third.lease.isHeld(), third.lease.isStandby]).toEqual([1, true, false]);
      await expect(second.write('late')).rejects.toThrow(FencedError);
      await third.write('next');
      expect(await third.store.entries()).toEqual([['next', 1]]);
    });

    test('know how many parts have no process, whatever other databases of the server do', async () => {
      const [url, other] = [await server.fresh(), await server.fresh()];
      const alone = await holding(url, { parts: 3 });
      await holding(other, { parts: 3 });
      const parts = () => alone.storage.database.parts();
      expect(await parts()).toEqual({ all: 3, held: 1 });
      await holding(url, { parts: 3 });
      expect(await parts()).toEqual({ all: 3, held: 2 });
    });

    test.each([{ shards: 4 }, { parts: 2 }])('refuse one with %o, while one of them runs', async (other) => {
      const url = await server.fresh();
      const { lease } = await holding(url);
      await expect((await join(url, other)).acquired).rejects.toThrow(/^Another process .*SHARDS or PARTS/);
      await lease.release();
      await holding(url, other);
      await expect((await join(url)).acquired).rejects.toThrow('SHARDS or PARTS');
    });

    test('refuse one with another encryption key, and so does a store with API keys when none of them runs', async () => {
      const url = await server.fresh();
      const { lease, storage } = await holding(url);
      await expect((await join(url, { key: 'other' })).acquired).rejects.toThrow('another encryption key');
      await storage.database.commit([{ key: 'apiKeys:ref', text: '{"value":{"kind":"sealed"}}' }]);
      await lease.release();
      await expect((await join(url, { key: 'other' })).acquired).rejects.toThrow('another encryption key');
    });

    test('one that is cut off while another takes over ends, with forty writes waiting, and fences nobody', async () => {
      const direct = await server.fresh();
      const { proxy, url } = await Proxy.inFrontOf(direct, server.port);
      const cutOff = await holding(url);
      const next = await join(direct);
      await isWaiting(next);
      proxy.fallSilent();
      const writing = Promise.allSettled(Array.from({ length: 40 }, (_, row) => cutOff.write(`old ${row}`)));
      await next.acquired;
      expect([cutOff.lease.isHeld(), next.lease.isHeld()]).toEqual([false, true]);
      await next.write('taken over');
      proxy.breakAll();
      proxy.comeBack();
      await expect.poll(() => cutOff.events).toContain('lost');
      await writing;
      await expect(cutOff.write('late')).rejects.toThrow(FencedError);
      await expect(cutOff.lease.confirm(signal)).rejects.toThrow(FencedError);
      await next.write('goes on');
      expect(next.lease.isHeld()).toBe(true);
      expect((await next.store.keys()).filter((key) => key.startsWith('old'))).toEqual([]);
    });

    test('one that has not noticed the loss of its part writes nothing, once another has it', async () => {
      const direct = await server.fresh();
      const { proxy, url } = await Proxy.inFrontOf(direct, server.port);
      const unaware = await holding(url);
      const next = await join(direct);
      await isWaiting(next);
      await unaware.write('row', 1);
      proxy.forgetLeases();
      await next.acquired;
      await next.write('row', 2);
      await expect(unaware.write('row', 3)).rejects.toThrow();
      expect(await next.store.get('row')).toBe(2);
      await next.write('goes on');
      expect(next.lease.isHeld()).toBe(true);
    });

    test('one that comes back after another has had its part, and is gone again, ends all the same', async () => {
      const direct = await server.fresh();
      const { proxy, url } = await Proxy.inFrontOf(direct, server.port);
      const former = await holding(url);
      const next = await join(direct);
      await isWaiting(next);
      proxy.fallSilent();
      await next.acquired;
      await next.write('changed');
      await next.lease.release();
      proxy.breakAll();
      proxy.comeBack();
      await expect.poll(() => former.events).toContainEqual(expect.stringMatching(/^(lost|resumed)$/));
      expect(former.events).not.toContain('resumed');
      await expect(former.write('late')).rejects.toThrow(FencedError);
    });

    test('go on when the server is back before it has ended their connections', async () => {
      const { proxy, url } = await Proxy.inFrontOf(await server.fresh(), server.port);
      const { lease, write, events } = await holding(url);
      proxy.hold();
      await expect.poll(() => [lease.isHeld(), lease.isUncertain()]).toEqual([false, true]);
      const certain = lease.confirm(signal);
      proxy.comeBack();
      await certain;
      await inTheEnd(() => write('afterwards'));
      expect([lease.isHeld(), events.includes('lost')]).toEqual([true, false]);
    });

    test('are what they were when the server is back after it has ended their connections', async () => {
      const { proxy, url } = await Proxy.inFrontOf(await server.fresh(), server.port);
      const holders = [await holding(url, { parts: 2 }), await holding(url, { parts: 2 })];
      const standby = await join(url, { parts: 2 });
      await isWaiting(standby);
      proxy.hold();
      for (const { events } of holders) await expect.poll(() => events).toContain('suspended');
      await expect.poll(() => standby.failures.length).toBeGreaterThan(0);
      for (const { lease } of holders) expect([lease.isHeld(), lease.isUncertain()]).toEqual([false, true]);
      const certain = holders.map(({ lease }) => lease.confirm(signal));
      proxy.comeBack();
      await Promise.all(certain);
      for (const holder of holders) await inTheEnd(() => holder.write(`part ${holder.lease.part}`));
      expect(holders.map(({ lease }) => lease.isHeld())).toEqual([true, true]);
      expect([standby.lease.isStandby, ...holders.flatMap(({ events }) => events)]).not.toContain('lost');
    });

    test('one whose connection is ended by an administrator takes its part again', async () => {
      const url = await server.fresh();
      const { lease, events, write } = await holding(url);
      await administer(
        url,
        `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objid = 0
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      );
      await expect.poll(() => events).toContain('resumed');
      await write('afterwards');
      expect(lease.isHeld()).toBe(true);
    });

    test('no writer is fenced by its own process when answers are lost', async () => {
      const { lease, storage, store } = await holding(await server.fresh());
      let calls = 0;
      const failures = await Promise.all(
        Array.from({ length: 40 }, async (_, writer) => {
          const failed: unknown[] = [];
          for (let count = 1; count <= 20; count += 1)
            await lease
              .guard(async (fence) => {
                const isWritten = await storage.commit([store.setting(`w${writer}`, count)], fence);
                if ((calls += 1) % 20 === 0) throw new Error('The answer was lost');
                return isWritten;
              })
              .catch((error: unknown) => failed.push(error));
          return failed;
        }),
      );
      expect(failures.flat().length).toBeGreaterThan(20);
      expect(failures.flat().filter((error) => error instanceof FencedError)).toEqual([]);
      expect(lease.isHeld()).toBe(true);
    });

    test('leave no connection behind when they stop while they wait', async () => {
      const url = await server.fresh();
      const first = await holding(url);
      const second = await join(url);
      await isWaiting(second);
      await Promise.all([first.lease.release(), second.lease.release()]);
      await expect.poll(() => locksOf(url)).toBe(0);
    });

    test('take turns, of which each has a number and ends by itself', async () => {
      const url = await server.fresh();
      const [one, other] = [await holding(url, { parts: 2 }), await holding(url, { parts: 2 })];
      const take = ({ lease }: { lease: Lease }, turn: number) => lease.takeTurn(turn, 200, signal);
      await Promise.all([take(one, 0), take(other, 0), take(one, 0), take(other, 1)]);
      expect(await locksOf(url)).toBeLessThanOrEqual(2 + 2);
    });

    test('are refused behind a pooler that shares its connections, with what to do', async () => {
      const url = await startPooler(await server.fresh());
      await expect(openForTest(url)).rejects.toThrow(/a pooler .* Set STORE_URL to Postgres itself/);
    });
  });
}

test('a process that is alone on an SQLite file has everything, at once', async () => {
  const { lease, events, write } = await holding(`sqlite://${await makeFolder()}/easel.sqlite`);
  await write('a');
  expect([lease.isHeld(), lease.isUncertain(), events]).toEqual([true, false, []]);
});
