import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../world/durations.ts';
import { HandClock } from '../world/hand-clock.ts';
import { SERVERS } from './fresh-server.ts';
import { makeFolder, numberSchema, openForTest } from './storages.ts';

const FILE = {
  title: 'SQLite',
  available: true,
  fresh: async () => `sqlite://${await makeFolder()}/a.sqlite`,
};
const DATABASES = [FILE, ...SERVERS];

/** How long a closed job is kept. */
const MONTH_MS = 30 * DAY_MS;
const STEPS: readonly [how: string, stepMs: number][] = [
  ['two hours back', -2 * HOUR_MS],
  ['an hour ahead', HOUR_MS],
  ['forty days ahead', 40 * DAY_MS],
  ['forty days back', -40 * DAY_MS],
];

describe.each(DATABASES)('with $title', ({ available, fresh }) => {
  const runIf = available ? describe : describe.skip;

  /** A store, and how a process opens it and looks for what has expired. */
  const start = async () => {
    const url = await fresh();
    const clock = new HandClock();
    const open = async () => {
      const storage = await openForTest(url, { clock });
      const numbers = storage.open('numbers', numberSchema);
      await storage.clean();
      return { storage, numbers, keys: () => numbers.keys() };
    };
    const first = await open();
    await first.numbers.set('hour', 1, HOUR_MS);
    await first.numbers.set('month', 2, MONTH_MS);
    return { clock, open, first };
  };

  runIf.each(STEPS)('a time of day that is set %s', (_how, stepMs) => {
    test('while a process runs removes and hides nothing', async () => {
      const { clock, first } = await start();
      clock.step(stepMs);
      await first.storage.clean();
      expect(await first.keys()).toEqual(['hour', 'month']);
      clock.advance(HOUR_MS + 1);
      await first.storage.clean();
      expect(await first.keys()).toEqual(['month']);
    });

    test('before a start removes and hides nothing, also after it was set right', async () => {
      const { clock, open, first } = await start();
      await first.storage.close();
      clock.step(stepMs);
      const second = await open();
      expect(await second.keys()).toEqual(['hour', 'month']);
      clock.advance(HOUR_MS / 2);
      await second.storage.clean();
      expect(await second.keys()).toEqual(['hour', 'month']);
      await second.storage.close();
      clock.step(-stepMs);
      const third = await open();
      expect(await third.keys()).toEqual(['hour', 'month']);
    });

    test('cuts short no lifetime that began meanwhile', async () => {
      const { clock, open, first } = await start();
      await first.storage.close();
      clock.step(stepMs);
      const second = await open();
      await second.numbers.set('new', 3, MONTH_MS);
      await second.numbers.update('newer', () => 4, MONTH_MS);
      await second.storage.commit([second.numbers.setting('newest', 5, MONTH_MS)]);
      await second.storage.close();
      clock.step(-stepMs);
      const third = await open();
      for (let look = 0; look < 29; look += 1) {
        clock.advance(DAY_MS);
        await third.storage.clean();
      }
      expect(await third.keys()).toEqual(['month', 'new', 'newer', 'newest']);
    });
  });

  runIf('a time of day that is later at all looks of six hours', () => {
    test('is the right one, and what expired while no process ran is removed', async () => {
      const { clock, open, first } = await start();
      await first.storage.close();
      clock.advance(40 * DAY_MS);
      const second = await open();
      expect(await second.keys()).toEqual(['hour', 'month']);
      for (let look = 0; look < 6; look += 1) {
        clock.advance(HOUR_MS);
        await second.storage.clean();
      }
      expect(await second.keys()).toEqual([]);
    });

    test('is not, if it was set right at one of them', async () => {
      const { clock, open, first } = await start();
      await first.storage.close();
      clock.step(40 * DAY_MS);
      const second = await open();
      clock.advance(5 * HOUR_MS);
      clock.step(-40 * DAY_MS);
      await second.storage.clean();
      clock.step(40 * DAY_MS);
      for (let look = 0; look < 2; look += 1) {
        clock.advance(HOUR_MS);
        await second.storage.clean();
      }
      expect(await second.keys()).toEqual(['month']);
    });
  });
});
