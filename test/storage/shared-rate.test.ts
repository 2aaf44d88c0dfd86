import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../src/lib/clock.ts';
import { SharedRate, type SharedRateOptions } from '../../src/services/storage/shared-rate.ts';
import { SERVERS } from './fresh-server.ts';
import { Proxy } from './proxy.ts';
import { makeFolder, openForTest } from './storages.ts';

const PER_SECOND = 10;
const never = new AbortController().signal;

/** The store granted a start some time between these. */
interface Grant {
  askedAt: number;
  answeredAt: number;
}

const rateOn = async (
  url: string,
  more: Partial<SharedRateOptions> = {},
  grants: Grant[] = [],
): Promise<SharedRate> => {
  const { count } = await openForTest(url);
  if (!count) throw new Error('this storage counts for one process only');
  const watched: typeof count = async (key, counting) => {
    const askedAt = performance.now();
    const answer = await count(key, counting);
    if (answer[0] <= 1) grants.push({ askedAt, answeredAt: performance.now() });
    return answer;
  };
  const onAway = () => undefined;
  const own = { name: 'test', perSecond: PER_SECOND, processes: () => 2, clock: systemClock, onAway };
  return new SharedRate({ count: watched, ...own, ...more });
};

/** As many starts as the rates grant until then, as times. */
const startsUntil = async (rates: readonly SharedRate[], key: string, until: number): Promise<number[]> => {
  const starts: number[] = [];
  const start = async (rate: SharedRate) => {
    while (performance.now() < until) {
      await rate.pass(key, never);
      starts.push(performance.now());
    }
  };
  // Several calls wait in each process.
  await Promise.all([...rates, ...rates].map(start));
  return starts.sort((a, b) => a - b);
};

/** The store counts whole milliseconds. */
const NEARLY_A_SECOND_MS = 970;

/** The most that were surely granted within one second, however late a busy machine heard of it. */
const mostGrantedInASecond = (grants: readonly Grant[]): number =>
  Math.max(
    ...grants.map(
      ({ askedAt: from }) =>
        grants.filter(({ askedAt, answeredAt }) => askedAt >= from && answeredAt < from + NEARLY_A_SECOND_MS)
          .length,
    ),
  );

/** The most starts within any two seconds. A busy machine bunches those of some tenths of a second. */
const mostInTwoSeconds = (starts: readonly number[]): number =>
  Math.max(...starts.map((from) => starts.filter((at) => at >= from && at < from + 2_000).length));

for (const server of SERVERS) {
  describe.skipIf(!server.available)(`The rate of an account in ${server.title}`, () => {
    it('is kept by two processes together, used up, and evenly spread', async () => {
      const url = await server.fresh();
      const grants: Grant[] = [];
      const rates = [await rateOn(url, {}, grants), await rateOn(url, {}, grants)];
      const since = performance.now();
      const starts = await startsUntil(rates, 'account', since + 3_000);
      expect(grants).toHaveLength(starts.length);
      expect(mostGrantedInASecond(grants)).toBeLessThanOrEqual(PER_SECOND);
      expect(starts.length).toBeGreaterThan(3 * PER_SECOND * 0.7);
      expect(starts.length).toBeLessThanOrEqual(3 * PER_SECOND + 5);
    });

    it('is one for each account, and may be less than one a second', async () => {
      const url = await server.fresh();
      const rates = [await rateOn(url, { perSecond: 0.5 }), await rateOn(url, { perSecond: 0.5 })] as const;
      const since = performance.now();
      await rates[0].pass('a', never);
      await rates[1].pass('b', never);
      expect(performance.now() - since).toBeLessThan(1_000);
      await rates[1].pass('a', never);
      expect(performance.now() - since).toBeGreaterThanOrEqual(1_950);
    });

    it('pauses in all processes when one is told to wait, and a shorter wait takes nothing off', async () => {
      const url = await server.fresh();
      const [one, other] = [await rateOn(url), await rateOn(url)];
      const since = performance.now();
      await one.block('account', 1_500);
      await one.block('account', 100);
      await other.pass('another account', never);
      expect(performance.now() - since).toBeLessThan(1_000);
      await other.pass('account', never);
      expect(performance.now() - since).toBeGreaterThanOrEqual(1_450);
    });

    it('does not depend on the clocks of the processes', async () => {
      const url = await server.fresh();
      const [one, other] = [await rateOn(url), await rateOn(url)];
      await one.block('account', 1_000);
      const since = performance.now();
      const now = Date.now;
      vi.spyOn(Date, 'now').mockImplementation(() => now() + 5_000);
      await other.pass('account', never);
      vi.restoreAllMocks();
      expect(performance.now() - since).toBeGreaterThanOrEqual(900);
      expect(performance.now() - since).toBeLessThan(2_000);
    });

    it('is divided while the store is away, and never exceeded in sum', async () => {
      const { proxy, url } = await Proxy.inFrontOf(await server.fresh(), server.port);
      const onAway = vi.fn();
      const rates = [await rateOn(url, { onAway }), await rateOn(url, { onAway })];
      const since = performance.now();
      const running = startsUntil(rates, 'account', since + 6_000);
      await delay(1_000);
      proxy.goDown();
      await delay(3_500);
      proxy.comeBack();
      const starts = await running;
      expect(mostInTwoSeconds(starts)).toBeLessThanOrEqual(2 * PER_SECOND + 2);
      const without = starts.filter((at) => at > since + 2_300 && at < since + 4_300);
      expect(without.length).toBeGreaterThan(2 * PER_SECOND * 0.6);
      expect(onAway.mock.calls.length).toBeGreaterThanOrEqual(2);
      expect(onAway.mock.calls.length).toBeLessThan(6);
    });

    it('lets go of who waits when the process stops', async () => {
      const rate = await rateOn(await server.fresh());
      await rate.block('account', 60_000);
      const stopping = new AbortController();
      const waiting = rate.pass('account', stopping.signal);
      stopping.abort();
      await waiting;
    });
  });
}

it('SQLite serves one process, and counts nothing', async () => {
  const storage = await openForTest(`sqlite://${await makeFolder()}/easel.sqlite`);
  expect(storage.count).toBeUndefined();
});
