import { createServer } from 'node:http';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import {
  afterAccepted,
  afterRefused,
  nextBatchSize,
  type BatchBounds,
} from '../../src/services/jobs/batch-sizes.ts';
import { ask } from '../world/asking.ts';
import { listen } from '../world/ports.ts';
import { expectPictures } from '../world/messages.ts';
import { startWorld, type World } from '../world/world.ts';

const COUNT = 60;
const LIMIT = 10;

/** A service in front of the stand-in that takes no more than so many task ids in one call. */
const startLimited = async (url: () => string) => {
  const refused: number[] = [];
  const answered: number[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks).toString();
      const { taskIds = [] } = JSON.parse(body || '{}') as { taskIds?: string[] };
      if (taskIds.length > LIMIT) {
        refused.push(taskIds.length);
        response
          .writeHead(400, { 'content-type': 'application/json' })
          .end('{"error":400,"message":"too many"}');
        return;
      }
      if (taskIds.length > 0) answered.push(taskIds.length);
      const headers = { 'content-type': 'application/json', 'api-key': String(request.headers['api-key']) };
      const answer = await fetch(url() + (request.url ?? ''), { method: 'POST', headers, body });
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
    })();
  });
  const port = await listen(server);
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${port}`, refused, answered };
};

test('how many ids the service takes in one call is learned from few refusals, and remembered over a restart', async () => {
  const known: { world?: World } = {};
  const limited = await startLimited(() => known.world?.service.url ?? '');
  const world = await startWorld({
    env: { IMAGE_API_URL: limited.url, ALLOW_PRIVATE_ADDRESSES: 'true' },
    service: { durations: { artgen: { minMs: 4_000, maxMs: 4_000 }, gen: { minMs: 100, maxMs: 100 } } },
  });
  known.world = world;
  const ids: string[] = [];
  for (let index = 0; index < COUNT; index += 1) ids.push(await ask(world, `one of many: ${index}`));
  await Promise.all(ids.map((id) => expectPictures(world.discord, id, 4)));
  expect(limited.refused.length).toBeGreaterThan(0);
  expect(limited.refused.length).toBeLessThanOrEqual(20);
  expect(Math.max(...limited.answered)).toBe(LIMIT);

  await world.restart();
  limited.refused.length = 0;
  const more: string[] = [];
  for (let index = 0; index < 2 * LIMIT; index += 1) more.push(await ask(world, `one more: ${index}`));
  await Promise.all(more.map((id) => expectPictures(world.discord, id, 4)));
  expect(limited.refused).toEqual([]);
});

/** Plays calls against a service that takes `limit` ids, and returns the bounds that are known in the end. */
const learn = (
  limit: number,
  largest: number,
  calls: number,
): { bounds: BatchBounds | undefined; refusals: number } => {
  let bounds: BatchBounds | undefined;
  let refusals = 0;
  for (let call = 0; call < calls; call += 1) {
    const count = nextBatchSize(bounds, largest, 0);
    if (count <= limit) bounds = afterAccepted(bounds, count);
    else {
      refusals += 1;
      // Its halves are answered, or were refused before it.
      bounds = afterRefused(bounds, count, 0);
      if (bounds.accepted > limit) bounds = { ...bounds, accepted: limit };
    }
  }
  return { bounds, refusals };
};

test('whatever the limit, it is found within a few refusals', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 100 }), (limit, largest) => {
      const { bounds, refusals } = learn(limit, largest, 40);
      expect(refusals).toBeLessThanOrEqual(10);
      expect(nextBatchSize(bounds, largest, 0)).toBe(Math.min(limit, largest));
    }),
  );
});

test('what was learned is tried again a day later', () => {
  const bounds = { accepted: 10, refused: 11, learnedAt: 0 };
  expect(nextBatchSize(bounds, 100, 86_400_000)).toBe(10);
  expect(nextBatchSize(bounds, 100, 86_400_001)).toBe(100);
});

test('a larger call that was refused before its parts were answered does not undo what they taught', () => {
  const learned = { accepted: 10, refused: 11, learnedAt: 1 };
  expect(afterRefused(learned, 60, 2)).toEqual({ ...learned, learnedAt: 2 });
});

test('a service that takes far fewer than it did is found out about by halves', () => {
  const learned = { accepted: 50, refused: 51, learnedAt: 0 };
  expect(afterRefused(learned, 50, 0)).toEqual({ accepted: 25, refused: 50, learnedAt: 0 });
});
