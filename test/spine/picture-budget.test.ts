import { expect, onTestFinished, test } from 'vitest';
import { Pictures } from '../../src/discord/delivery/pictures.ts';
import { createWeb } from '../../src/services/network/web.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { createLog } from '../../src/services/operations/log.ts';
import { pictureOf, startHost } from '../world/picture-hosts.ts';
import { HandClock } from '../world/hand-clock.ts';
import { HOUR_MS } from '../world/durations.ts';
import { ACCEPTED } from '../world/job.ts';

const log = createLog({ level: 'silent' });
const JOB = { ...ACCEPTED, state: 'waiting' } as const;
const wanted = { limitBytes: 10 * 1_048_576 };
const four = (base: string): string[] => [1, 2, 3, 4].map((number) => `${base}/${number}.png`);

/** Pictures whose hosts get that long to say something. */
const picturesWith = (silenceMs: number): Pictures => {
  const timeouts = { silenceMs, totalMs: HOUR_MS };
  const web = createWeb({ trustedUrls: [], allowPrivateAddresses: true, timeouts, waitsMs: [] });
  return new Pictures({ log, web, clock: systemClock });
};

test('four pictures are fetched at a time, and all come whole, while other results are still uploaded', async () => {
  let [now, most] = [0, 0];
  const host = await startHost((_request, response) => {
    most = Math.max(most, ++now);
    setImmediate(() => {
      now -= 1;
      response.end(pictureOf());
    });
  });
  const pictures = picturesWith(HOUR_MS);
  // None of them is released, as if Discord did not answer.
  const bring = async (): Promise<number> =>
    (await pictures.load(JOB, four(host.url), wanted)).pictures.filter(({ file }) => file).length;
  const brought = await Promise.all(Array.from({ length: 20 }, bring));
  expect(brought).toEqual(brought.map(() => 4));
  expect(most).toBeLessThanOrEqual(4);
});

test('a result that fails or is given up makes room for the next', async () => {
  const stalled = await startHost((_request, response) => void response.write(pictureOf()));
  const host = await startHost((_request, response) => response.end(pictureOf()));
  const pictures = picturesWith(HOUR_MS);
  const stop = new AbortController();
  const loading = Array.from({ length: 6 }, () =>
    pictures.load(JOB, four(stalled.url), { ...wanted, signal: stop.signal }),
  );
  const given = Promise.allSettled(loading);
  await expect.poll(() => stalled.asked.length).toBe(4);
  stop.abort(new Error('enough'));
  expect((await given).map(({ status }) => status)).toEqual(loading.map(() => 'rejected'));
  const { pictures: brought } = await pictures.load(JOB, four(host.url), wanted);
  expect(brought.filter(({ file }) => file)).toHaveLength(4);
});

const DEAF = 'http://deaf.example';

/** Pictures whose time the test moves, and of which only a host of this machine's ever comes. */
const startTurns = async () => {
  const quick = await startHost((_request, response) => response.end(pictureOf()));
  const stalled = await startHost((_request, response) => void response.write(pictureOf()));
  const timeouts = { silenceMs: HOUR_MS, totalMs: HOUR_MS };
  // Names of which nothing is ever heard.
  const lookup = () => undefined;
  const options = { trustedUrls: [], allowPrivateAddresses: true, timeouts, waitsMs: [], lookup };
  const clock = new HandClock();
  const pictures = new Pictures({ log, web: createWeb(options), clock });
  const stop = new AbortController();
  onTestFinished(() => {
    stop.abort();
  });
  /** How many of four pictures come as files, once that is known. */
  const files = new Map<string, number>();
  const load = (name: string, url: string): void => {
    const loading = pictures.load(JOB, four(url), { ...wanted, signal: stop.signal });
    loading.then(
      (loaded) => {
        files.set(name, loaded.pictures.filter(({ file }) => file).length);
        loaded.release();
      },
      () => undefined,
    );
  };
  return { quick, stalled, clock, load, files };
};

test('many results of a slow host hold up another one for one turn, and nothing is given up while none waits', async () => {
  const { quick, stalled, clock, load, files } = await startTurns();
  for (let count = 0; count < 12; count += 1) load(`slow ${count}`, stalled.url);
  await expect.poll(() => stalled.asked.length).toBe(4);
  clock.advance(HOUR_MS);
  await expect.poll(() => clock.waits).toEqual([]);
  expect(files).toEqual(new Map());
  load('quick', quick.url);
  await expect.poll(() => Object.fromEntries(files)).toEqual({ 'slow 0': 0, quick: 4 });
});

test('hosts whose names are never answered take a turn each, whoever asked first', async () => {
  const { quick, clock, load, files } = await startTurns();
  const deaf = [1, 2, 3, 4].map((number) => DEAF.replace('deaf', `deaf${number}`));
  for (const url of [...deaf, ...deaf]) load(url, url);
  load('quick', quick.url);
  for (const [index] of deaf.entries()) {
    expect(files.size).toBe(index);
    clock.advance(5_000);
    await expect.poll(() => files.size).toBeGreaterThan(index);
  }
  await expect.poll(() => files.get('quick')).toBe(4);
});
