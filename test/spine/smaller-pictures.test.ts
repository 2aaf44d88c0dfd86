import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { Message } from '../../sandbox/discord/index.ts';
import { ask, openNewest, postFrom } from '../world/asking.ts';
import { allTextOf, expectPictures, picturesOf } from '../world/messages.ts';
import { MINUTE_MS } from '../world/durations.ts';
import { pictureOf, startHost, startPlainService } from '../world/picture-hosts.ts';
import { startWorld, type World } from '../world/world.ts';

const MEBIBYTE = 1_048_576;
const LIMIT_BYTES = 10 * MEBIBYTE;

/** A picture whose every pixel differs from its neighbours, so that its file is as large as can be. */
const noise = async (side: number): Promise<Buffer> => {
  const pixels = createHash('shake256', { outputLength: side * side * 3 }).digest();
  const raw = { width: side, height: side, channels: 3 } as const;
  return sharp(pixels, { raw }).png({ compressionLevel: 0 }).toBuffer();
};

const startWith = async (
  pictures: readonly Buffer[],
  lost: ReadonlySet<string> = new Set(),
): Promise<{ world: World; urls: string[] }> => {
  const host = await startHost((request, response) => {
    const url = request.url ?? '';
    if (lost.has(url)) response.writeHead(404).end();
    else response.end(pictures[Number.parseInt(url.slice(1)) - 1]);
  });
  const urls = pictures.map((_data, index) => `${host.url}/${index + 1}.png`);
  const service = await startPlainService(() => urls);
  const env = { IMAGE_API_URL: service.url, ALLOW_PRIVATE_ADDRESSES: 'true' };
  return { world: await startWorld({ isHurried: true, env }), urls };
};

/** The files that a message shows, fetched from where Discord keeps them. */
const filesOf = async (message: Message): Promise<Buffer[]> =>
  Promise.all(
    message.embeds.flatMap(({ image }) =>
      image ? [fetch(image.url).then(async (answer) => Buffer.from(await answer.arrayBuffer()))] : [],
    ),
  );

const isUploaded = ({ discord }: World, message: Message): boolean[] =>
  message.embeds.map(({ image }) => image?.url.startsWith(discord.origin) === true);

test('a picture over the limit becomes smaller at its full size, with the original linked beside it', async () => {
  const { world, urls } = await startWith([await noise(1_900)]);
  const id = await ask(world, 'a large fox', { command: 'gen' });
  const card = await expectPictures(world.discord, id, 1);
  expect(isUploaded(world, card)).toEqual([true]);
  const [file = Buffer.alloc(0)] = await filesOf(card);
  expect(file.length).toBeLessThanOrEqual(LIMIT_BYTES);
  expect(await sharp(file).metadata()).toMatchObject({ format: 'jpeg', width: 1_900, height: 1_900 });
  expect(allTextOf(card)).toContain(`[1](<${urls[0] ?? ''}>)`);
});

test('four that fit one by one, but not together, are all there', async () => {
  const large = await noise(1_700);
  expect(large.length).toBeLessThan(LIMIT_BYTES);
  const { world } = await startWith([large, large, large, large]);
  const card = await expectPictures(world.discord, await ask(world, 'four large ones'), 4);
  expect(isUploaded(world, card)).toEqual([true, true, true, true]);
  for (const file of await filesOf(card)) expect((await sharp(file).metadata()).width).toBe(1_700);
});

test('one picture large, and what is made of it, comes of the original as long as that is there', async () => {
  const lost = new Set<string>();
  const { world, urls } = await startWith([await noise(1_900)], lost);
  await expectPictures(world.discord, await ask(world, 'a large fox'), 1);
  const large = await openNewest(world);
  const posted = await postFrom(world, large);
  expect([isUploaded(world, posted), allTextOf(posted).includes(urls[0] ?? '')]).toEqual([[true], true]);
  lost.add('/1.png');
  world.clock.advance(MINUTE_MS);
  const left = await postFrom(world, large);
  expect(isUploaded(world, left)).toEqual([true]);
});

test('a picture that takes too much memory decoded is linked, and one that takes less is made smaller', async () => {
  const padded = async (side: number, depth: 'rgb16' | 'srgb', { progressive = false } = {}) => {
    const plain = sharp({ create: { width: side, height: side, channels: 3, background: 'red' } });
    const file = plain.toColourspace(depth).png({ progressive, compressionLevel: 1 }).toBuffer();
    return Buffer.concat([await file, Buffer.alloc(LIMIT_BYTES)]);
  };
  const { world } = await startWith([
    await padded(3_600, 'srgb'),
    await padded(3_600, 'rgb16'),
    await padded(4_096, 'srgb', { progressive: true }),
  ]);
  const card = await expectPictures(world.discord, await ask(world, 'three large ones'), 3);
  expect(isUploaded(world, card)).toEqual([true, false, false]);
});

test('a bomb of pixels is linked, and the process lives', async () => {
  const side = 8_000;
  const pixels = { create: { width: side, height: side, channels: 3 as const, background: 'red' } };
  const file = sharp(pixels).png({ compressionLevel: 1 }).toBuffer();
  const bomb = Buffer.concat([await file, Buffer.alloc(LIMIT_BYTES)]);
  const { world } = await startWith([bomb, pictureOf()]);
  const card = await expectPictures(world.discord, await ask(world, 'boom'), 2);
  expect(isUploaded(world, card)).toEqual([false, true]);
  expect(picturesOf(await expectPictures(world.discord, await ask(world, 'and on'), 2))).toBe(2);
});

test('a drawing, which can take a hundred times its size, is linked however large it is', async () => {
  const parts = `<g>${' '.repeat(1_024)}</g>`.repeat(LIMIT_BYTES / 1_024);
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${parts}</svg>`;
  const { world, urls } = await startWith([Buffer.from(drawing), pictureOf()]);
  const card = await expectPictures(world.discord, await ask(world, 'a drawing'), 1);
  expect(isUploaded(world, card)).toEqual([true]);
  expect(allTextOf(card)).toContain(`[1](<${urls[0] ?? ''}>)`);
});
