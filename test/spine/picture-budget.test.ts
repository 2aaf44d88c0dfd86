import { expect, test } from 'vitest';
import { Pictures } from '../../src/discord/delivery/pictures.ts';
import { createWeb } from '../../src/services/network/web.ts';
import { createLog } from '../../src/services/operations/log.ts';
import { pictureOf, startHost } from '../world/picture-hosts.ts';
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
  return new Pictures({ log, web });
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
