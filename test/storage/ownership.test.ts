import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../src/lib/clock.ts';
import { TERM_MS } from '../../src/services/storage/lease-table.ts';
import { Ownership } from '../../src/services/storage/ownership.ts';
import { SERVERS } from './fresh-server.ts';
import { Proxy } from './proxy.ts';
import { makeFolder, openForTest } from './storages.ts';

const ownershipOn = async (url: string, owner: string) => {
  const { leases } = await openForTest(url);
  const events: string[] = [];
  const ending = new AbortController();
  const ownership = new Ownership({
    leases,
    claim: { owner, slots: [0], total: 1 },
    clock: systemClock,
    monotonic: () => performance.now(),
    random: Math.random,
    onEvent: ({ kind }) => events.push(kind),
  });
  onTestFinished(() => {
    ending.abort();
    return ownership.release().catch(() => undefined);
  });
  const acquired = ownership.acquire(['key'], ending.signal);
  acquired.catch(() => undefined);
  return { ownership, events, acquired };
};

for (const server of SERVERS) {
  describe.skipIf(!server.available)(
    `Two processes that lose sight of ${server.title} for longer than a term`,
    () => {
      it('are what they were when it is back: the holder goes on, and the other stands by', async () => {
        const { proxy, url } = await Proxy.inFrontOf(await server.fresh(), server.port);
        const holder = await ownershipOn(url, 'a');
        await holder.acquired;
        const other = await ownershipOn(url, 'b');
        await expect.poll(() => other.events).toContain('waiting');
        expect([holder.ownership.isHeld(), other.ownership.isHeld()]).toEqual([true, false]);
        proxy.goDown();
        await delay(TERM_MS + 500);
        expect([holder.ownership.isHeld(), other.ownership.isHeld()]).toEqual([false, false]);
        const { signal } = new AbortController();
        expect(await holder.ownership.isStillHeld(AbortSignal.abort())).toBe(false);
        const stillHeld = holder.ownership.isStillHeld(signal);
        proxy.comeBack();
        await expect.poll(() => holder.events, { timeout: 20_000 }).toContain('resumed');
        expect(await stillHeld).toBe(true);
        await delay(2_000);
        expect([holder.ownership.isHeld(), other.ownership.isHeld()]).toEqual([true, false]);
        expect([...holder.events, ...other.events]).not.toContain('lost');
        const { epoch } = holder.ownership.fence(0) ?? {};
        await holder.ownership.release();
        expect(await holder.ownership.isStillHeld(signal)).toBe(false);
        await other.acquired;
        expect(other.ownership.isHeld()).toBe(true);
        expect(other.ownership.fence(0)?.epoch).toBeGreaterThan(epoch ?? Infinity);
        expect(other.ownership.fence(1)).toBeUndefined();
      });
    },
  );
}

it('a process that is alone on its store owns everything, at once', async () => {
  const { ownership, acquired, events } = await ownershipOn(
    `sqlite://${await makeFolder()}/easel.sqlite`,
    'a',
  );
  await acquired;
  expect([ownership.isHeld(), ownership.fence(0), events]).toEqual([true, undefined, []]);
});
