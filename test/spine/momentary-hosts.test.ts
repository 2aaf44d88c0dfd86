import type { RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { ask, press } from '../world/asking.ts';
import { expectAnswer, expectPictures, labelsOf, textOf } from '../world/messages.ts';
import { pictureOf, startHost, startPlainService } from '../world/picture-hosts.ts';
import { startWorld } from '../world/world.ts';
import { errorText } from '../world/words.ts';

const five = (base: string): string[] => [1, 2, 3, 4, 5].map((number) => `${base}/${number}.png`);

const healthy: RequestListener = (_request, response) => response.end(pictureOf());

/** Troubles that pass. */
const TROUBLES: Record<string, RequestListener> = {
  '503': (_request, response) => response.writeHead(503).end(),
  '520': (_request, response) => response.writeHead(520).end(),
  '429': (_request, response) => response.writeHead(429).end(),
  'a broken connection': (request) => request.socket.destroy(),
  silence: () => undefined,
};

/** Instead of the usual pauses, which the first of the tests keep. */
const SHORT_WAITS_MS = [50, 150, 300];

/** A host of pictures that can be made to fail each picture so many times. */
const startTroubledHost = async (waits: { waitsMs?: readonly number[] } = {}) => {
  const plan = { trouble: healthy, times: 0 };
  const failed = new Map<string, number>();
  const host = await startHost((request, response) => {
    const before = failed.get(request.url ?? '') ?? 0;
    failed.set(request.url ?? '', before + 1);
    (before < plan.times ? plan.trouble : healthy)(request, response);
  });
  const begin = (trouble: RequestListener | undefined, times: number) => {
    failed.clear();
    Object.assign(plan, { trouble, times });
  };
  const service = await startPlainService(() => five(host.url));
  const env = { IMAGE_API_URL: service.url, ALLOW_PRIVATE_ADDRESSES: 'true' };
  const timeouts = { silenceMs: 500, totalMs: 30_000 };
  return { world: await startWorld({ isHurried: true, env, web: { timeouts, ...waits } }), host, begin };
};

test.each(Object.keys(TROUBLES))('pictures are uploaded all the same after %s for a moment', async (name) => {
  const { world, host, begin } = await startTroubledHost();
  begin(TROUBLES[name], 2);
  const { embeds } = await expectPictures(world.discord, await ask(world, 'a fox'), 4);
  expect(embeds.filter(({ image }) => image?.url.startsWith(host.url))).toEqual([]);
});

test.each([404, 403] as const)(
  'pictures that the service has just named are uploaded, though their host answers %d for a moment',
  async (status) => {
    const world = await startWorld({ web: { waitsMs: SHORT_WAITS_MS } });
    world.service.faults.order({ kind: 'picture-missing', status, times: 8 });
    const { embeds } = await expectPictures(world.discord, await ask(world, 'a fox'), 4);
    expect(embeds.filter(({ image }) => image?.url.startsWith(world.service.url))).toEqual([]);
  },
);

const UNFINISHED = [
  ['half of it', pictureOf().subarray(0, 40)],
  ['nothing', ''],
  ['a page', '<html>processing</html>'],
] as const;

test('a picture of which there is a part or nothing for a moment is uploaded once it is whole', async () => {
  const { world, host, begin } = await startTroubledHost({ waitsMs: SHORT_WAITS_MS });
  for (const [what, before] of UNFINISHED) {
    begin((_request, response) => response.end(before), 2);
    const { embeds } = await expectPictures(world.discord, await ask(world, 'a fox'), 4);
    expect(
      embeds.filter(({ image }) => image?.url.startsWith(host.url)),
      what,
    ).toEqual([]);
  }
});

test('a host that asks for a moment of patience gets it', async () => {
  let firstAt: number | undefined;
  const host = await startHost((request, response) => {
    firstAt ??= performance.now();
    if (performance.now() - firstAt > 500) healthy(request, response);
    else response.writeHead(429, { 'retry-after': '1' }).end();
  });
  const service = await startPlainService(() => [`${host.url}/1.png`]);
  const env = { IMAGE_API_URL: service.url, ALLOW_PRIVATE_ADDRESSES: 'true' };
  const world = await startWorld({ env, web: { waitsMs: [1] } });
  const { embeds } = await expectPictures(world.discord, await ask(world, 'a fox'), 1);
  expect(embeds[0]?.image?.url.startsWith(host.url)).toBe(false);
});

test.each([203, 206])('a whole picture that comes with %d is uploaded', async (status) => {
  const last = pictureOf().length - 1;
  const host = await startHost((_request, response) =>
    response.writeHead(status, { 'content-range': `bytes 0-${last}/${last + 1}` }).end(pictureOf()),
  );
  const service = await startPlainService(() => [`${host.url}/1.png`]);
  const env = { IMAGE_API_URL: service.url, ALLOW_PRIVATE_ADDRESSES: 'true' };
  const world = await startWorld({ env, web: { waitsMs: [] } });
  const { embeds } = await expectPictures(world.discord, await ask(world, 'a fox'), 1);
  expect(embeds[0]?.image?.url.startsWith(host.url)).toBe(false);
});

test('a picture is not gone after a trouble of a moment', async () => {
  const { world, begin } = await startTroubledHost({ waitsMs: SHORT_WAITS_MS });
  const { discord } = world;
  const id = await ask(world, 'a fox');
  await expectPictures(discord, id, 4);
  for (const [name, trouble] of Object.entries(TROUBLES)) {
    begin(trouble, 2);
    const answer = await press(discord, discord.world.member.id, id, 'More pictures (1)');
    expect(labelsOf(await expectAnswer(discord, answer)), name).toEqual([['5']]);
  }
});

test('what fails for longer is told as what it is, and what is gone as gone', async () => {
  const { world, host, begin } = await startTroubledHost({ waitsMs: SHORT_WAITS_MS });
  const { discord } = world;
  const { member } = discord.world;
  const id = await ask(world, 'a fox');
  await expectPictures(discord, id, 4);
  begin(TROUBLES['503'], Infinity);
  const away = await expectAnswer(discord, await press(discord, member.id, id, 'More pictures (1)'));
  expect(textOf(away)).toContain(errorText('file-server-away'));
  begin((_request, response) => response.writeHead(404).end(), Infinity);
  const askedBefore = host.asked.length;
  const gone = await expectAnswer(discord, await press(discord, member.id, id, 'More pictures (1)'));
  expect(textOf(gone)).toContain(errorText('pictures-gone'));
  // What is old doesn't come by waiting.
  expect(host.asked.length - askedBefore).toBe(1);
});
