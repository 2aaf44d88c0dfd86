import type { RequestListener, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { USER_AGENT } from '../../src/lib/version.ts';
import { pictureOf, startHost, startPlainService } from '../world/picture-hosts.ts';
import { startWorld, type World, type WorldOptions } from '../world/world.ts';
import { allTextOf, expectPictures } from '../world/messages.ts';
import { HOUR_MS } from '../world/durations.ts';
import { ask, expectOpenJobs, requestsOf } from '../world/asking.ts';

const MEBIBYTE = 1_048_576;

const four = (base: string): string[] => [1, 2, 3, 4].map((number) => `${base}/${number}.png`);

const healthy: RequestListener = (_request, response) => response.end(pictureOf());

/** Begins a picture and then gives a byte now and then, for ever. */
const dripping: RequestListener = (_request, response) => {
  response.write(pictureOf());
  const drip = setInterval(() => response.write('.'), 100);
  response.on('close', () => {
    clearInterval(drip);
  });
};

const silent: RequestListener = (_request, response) => {
  response.write(pictureOf());
};

const worldOf = (service: { url: string }, { env, ...options }: WorldOptions = {}): Promise<World> =>
  startWorld({
    isHurried: true,
    ...options,
    env: { IMAGE_API_URL: service.url, ALLOW_PRIVATE_ADDRESSES: 'true', ...env },
  });

/** Which of a card's four pictures are linked where the host keeps them. */
const linkedTo = async ({ discord }: World, messageId: string, host: string): Promise<number> => {
  const { embeds } = await expectPictures(discord, messageId, 4);
  return embeds.filter(({ image }) => image?.url.startsWith(host)).length;
};

test('pictures of a host that drips are given up, and those of another host come after them', async () => {
  const [slow, quick] = [await startHost(dripping), await startHost(healthy)];
  const service = await startPlainService((prompt) => four(prompt === 'slow' ? slow.url : quick.url));
  const world = await worldOf(service, {
    // Long enough for the other host on a machine that is ten times slower.
    web: { timeouts: { silenceMs: HOUR_MS, totalMs: 5_000 }, waitsMs: [] },
  });
  for (let count = 0; count < 6; count += 1) await ask(world, 'slow');
  await expect.poll(() => slow.asked.length).toBeGreaterThan(0);
  expect(await linkedTo(world, await ask(world, 'ordinary'), quick.url)).toBe(0);
});

test.each([
  ['drips', dripping, { silenceMs: HOUR_MS, totalMs: 500 }],
  ['falls silent', silent, { silenceMs: 500, totalMs: HOUR_MS }],
  ['never answers', () => undefined, { silenceMs: 500, totalMs: HOUR_MS }],
])('a host that %s is given up, and its pictures are linked', async (_, answer, timeouts) => {
  const slow = await startHost(answer);
  const world = await worldOf(await startPlainService(() => four(slow.url)), { web: { timeouts } });
  const id = await ask(world, 'slow');
  await expect.poll(() => slow.asked.length).toBeGreaterThan(0);
  // What nothing holds on to is collected, be it a time limit.
  globalThis.gc?.();
  expect(await linkedTo(world, id, slow.url)).toBe(4);
});

test('a host of pictures is told who asks, and not to compress them', async () => {
  const seen: unknown[] = [];
  const host = await startHost((request, response) => {
    seen.push(request.headers);
    healthy(request, response);
  });
  const world = await worldOf(await startPlainService(() => four(host.url)));
  await expectPictures(world.discord, await ask(world, 'asked politely'), 4);
  const asked = { 'user-agent': USER_AGENT, 'accept-encoding': 'identity' };
  expect(seen).toMatchObject([asked, asked, asked, asked]);
});

test.each([
  ['an outage', { status: 503 }],
  ['a 429 without a time', { status: 429, body: { message: 'You are being rate limited.' } }],
])('pictures are fetched once, however often Discord refuses them: %s', async (_what, answer) => {
  const host = await startHost(healthy);
  // In a hurry, a slow machine would edit the card in between.
  const world = await worldOf(await startPlainService(() => four(host.url)), { isHurried: false });
  world.discord.faults.answer({ method: 'PATCH', times: 3 }, answer);
  expect(await linkedTo(world, await ask(world, 'refused thrice'), host.url)).toBe(0);
  await expectOpenJobs(world, 0);
  const statuses = requestsOf(world.discord, 'PATCH', /./).map(({ status }) => status);
  expect(statuses).toEqual([answer.status, answer.status, answer.status, 200]);
  expect(host.asked.toSorted()).toEqual(four(''));
});

test('a picture that its host compresses, though it was asked not to, is uploaded', async () => {
  const host = await startHost((_request, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(pictureOf())),
  );
  const world = await worldOf(await startPlainService(() => four(host.url)));
  const card = await expectPictures(world.discord, await ask(world, 'packed'), 4);
  const uploaded = card.embeds.map(({ image }) => fetch(image?.url ?? '').then((file) => file.arrayBuffer()));
  for (const bytes of await Promise.all(uploaded)) expect(Buffer.from(bytes)).toEqual(pictureOf());
});

test('pictures without end are given up', async () => {
  let sentBytes = 0;
  const pour = (response: ServerResponse) => {
    for (let isReady = true; isReady && !response.destroyed; sentBytes += MEBIBYTE)
      isReady = response.write(Buffer.alloc(MEBIBYTE));
  };
  const endless = await startHost((_request, response) => {
    response.write(pictureOf());
    response.on('drain', () => {
      pour(response);
    });
    pour(response);
  });
  const world = await worldOf(await startPlainService(() => four(endless.url)));
  world.discord.world.member.user.uploadLimitBytes = 500 * MEBIBYTE;
  expect(await linkedTo(world, await ask(world, 'endless'), endless.url)).toBe(4);
  // What is on its way in sockets counts as sent.
  expect(sentBytes).toBeLessThan(180 * MEBIBYTE);
});

test('when a result is more than one request may carry, some of its pictures are made smaller', async () => {
  const large = await startHost((_request, response) => response.end(pictureOf(9 * MEBIBYTE)));
  const world = await worldOf(await startPlainService(() => four(large.url)));
  const { embeds } = await expectPictures(world.discord, await ask(world, 'large'), 4);
  expect(embeds.map(({ image }) => image?.url.startsWith(large.url))).toEqual([false, false, false, false]);
});

test('a picture whose address leads or is redirected into a private network is not fetched, but linked', async () => {
  const secret = await startHost(healthy);
  const { port } = new URL(secret.url);
  const service = await startPlainService(
    (_prompt, own) => [
      `${own}/fine.png`,
      `${own}/redirected.png`,
      `${secret.url}/3.png`,
      // A name rather than an address.
      `http://localhost:${port}/4.png`,
    ],
    (request, response) => {
      if (request.url === '/fine.png') response.end(pictureOf());
      else response.writeHead(302, { location: `${secret.url}/2.png` }).end();
    },
  );
  const world = await worldOf(service, { env: { ALLOW_PRIVATE_ADDRESSES: 'false' } });
  const card = await expectPictures(world.discord, await ask(world, 'private'), 3);
  const isLinked = (url = '') => /\/(redirected|3)\.png$/.test(url);
  expect(card.embeds.map(({ image }) => isLinked(image?.url))).toEqual([false, true, true]);
  // Discord shows no picture of a host without a dot.
  expect(allTextOf(card)).toContain(`[4](<http://localhost:${port}/4.png>)`);
  expect(secret.asked).toEqual([]);
});
