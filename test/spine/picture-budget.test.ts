import { expect, test } from 'vitest';
import { PictureShrinker } from '../../src/services/discord/delivery/picture-shrinker.ts';
import { Pictures } from '../../src/services/discord/delivery/pictures.ts';
import { ByteBudget } from '../../src/services/network/byte-budget.ts';
import { openWeb } from '../../src/services/network/web.ts';
import { createLog } from '../../src/services/operations/log.ts';
import { pictureOf, startHost } from '../world/picture-hosts.ts';
import { HOUR_MS } from '../world/durations.ts';

const KIBIBYTE = 1_024;
const PICTURE_BYTES = 300 * KIBIBYTE;
const BUDGET_BYTES = 1_024 * KIBIBYTE;
/** What one result takes, with the blocks that its pictures are collected in. */
const RESULT_BYTES = 4 * (PICTURE_BYTES + 256 * KIBIBYTE);

const log = createLog({ level: 'silent' });
const wanted = { prompt: 'a fox', spoiler: false, limitBytes: 10 * KIBIBYTE * KIBIBYTE };
const four = (base: string): string[] => [1, 2, 3, 4].map((number) => `${base}/${number}.png`);

/** Pictures whose hosts get that long to say something. */
const picturesWith = (budget: ByteBudget, silenceMs: number): Pictures => {
  const timeouts = { silenceMs, totalMs: HOUR_MS };
  const web = openWeb({ trustedUrls: [], allowPrivateAddresses: true, timeouts });
  return new Pictures({ log, web, shrinker: new PictureShrinker({ log }), budget });
};

/** Loads one result, sends it, and lets go of it. Returns how many pictures there were to upload. */
const bring = async (pictures: Pictures, host: string, limitBytes = wanted.limitBytes): Promise<number> => {
  const loaded = await pictures.load(four(host), { ...wanted, limitBytes });
  await new Promise(setImmediate);
  loaded.release();
  return loaded.pictures.filter(({ file }) => file).length;
};

test('many results at a time share one budget, and all of them come whole', async () => {
  const host = await startHost((_request, response) => response.end(pictureOf(PICTURE_BYTES)));
  const budget = new ByteBudget(BUDGET_BYTES);
  const pictures = picturesWith(budget, HOUR_MS);
  let maxBytes = 0;
  const watch = setInterval(() => (maxBytes = Math.max(maxBytes, budget.heldBytes)), 1);
  const brought = await Promise.all(Array.from({ length: 20 }, () => bring(pictures, host.url)));
  clearInterval(watch);
  expect(brought).toEqual(brought.map(() => 4));
  expect(maxBytes).toBeLessThanOrEqual(BUDGET_BYTES + RESULT_BYTES);
  expect(budget.heldBytes).toBe(0);
});

test('hosts that stall with the whole budget in hand give it back, and the others come whole', async () => {
  const stalled = await startHost((_request, response) => void response.write(pictureOf(PICTURE_BYTES)));
  const host = await startHost((_request, response) => response.end(pictureOf(PICTURE_BYTES)));
  const budget = new ByteBudget(BUDGET_BYTES);
  const pictures = picturesWith(budget, 1_000);
  const slow = Promise.all([1, 2, 3].map(() => bring(pictures, stalled.url)));
  await expect.poll(() => budget.heldBytes, { timeout: 20_000 }).toBeGreaterThan(BUDGET_BYTES - RESULT_BYTES);
  expect(await bring(pictures, host.url)).toBe(4);
  expect(await slow).toEqual([0, 0, 0]);
  expect(budget.heldBytes).toBe(0);
});

test('many results with a picture that has to be made smaller do not wait for one another for ever', async () => {
  const LARGE_BYTES = 2 * PICTURE_BYTES;
  const host = await startHost((request, response) =>
    response.end(pictureOf(request.url === '/4.png' ? LARGE_BYTES : PICTURE_BYTES)),
  );
  const budget = new ByteBudget(BUDGET_BYTES);
  const pictures = picturesWith(budget, HOUR_MS);
  // More than one host's pictures that are fetched at a time.
  const results = Array.from({ length: 20 }, () => bring(pictures, host.url, LARGE_BYTES - 1));
  expect(await Promise.all(results)).toEqual(results.map(() => 4));
  expect(budget.heldBytes).toBe(0);
});

test('whoever gives a result up gives its bytes back', async () => {
  const stalled = await startHost((_request, response) => void response.write(pictureOf(PICTURE_BYTES)));
  const budget = new ByteBudget(BUDGET_BYTES);
  const stop = new AbortController();
  const loading = picturesWith(budget, HOUR_MS).load(four(stalled.url), { ...wanted, signal: stop.signal });
  await expect.poll(() => budget.heldBytes, { timeout: 20_000 }).toBeGreaterThan(PICTURE_BYTES);
  stop.abort(new Error('enough'));
  await expect(loading).rejects.toThrow('enough');
  expect(budget.heldBytes).toBe(0);
});
