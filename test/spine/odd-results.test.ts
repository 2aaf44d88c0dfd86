import sharp from 'sharp';
import { expect, test } from 'vitest';
import { pictureKind } from '../../src/discord/delivery/picture-kind.ts';
import { ENGLISH } from '../../src/messages/language.ts';
import { ask, openDetails, openNewest } from '../world/asking.ts';
import {
  allTextOf,
  expectAnswer,
  expectPictures,
  expectText,
  labelsOf,
  picturesOf,
} from '../world/messages.ts';
import { pictureOf, startHost, startPlainService } from '../world/picture-hosts.ts';
import { startWorld, type World } from '../world/world.ts';

/** Easel, and a service whose results are these files. */
const worldOf = async (files: readonly (Buffer | string)[]): Promise<{ world: World; urls: string[] }> => {
  const host = await startHost((request, response) => {
    response.end(files[Number(request.url?.slice(1))]);
  });
  const urls = files.map((_file, index) => `${host.url}/${index}`);
  const service = await startPlainService(() => urls);
  const env = { IMAGE_API_URL: service.url, ALLOW_PRIVATE_ADDRESSES: 'true' };
  return { world: await startWorld({ isHurried: true, env }), urls };
};

/** A red square. */
const square = () => sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } });

const warnings = ({ log }: World): string[] => log.filter((line) => line.includes('"level":"warn"'));

test('the name of a result costs no person the upload and the buttons', async () => {
  const names = ['a fox 1.png', '狐狸-1.png', 'fox[1].png', 'fox|1|.png?a={b}', 'fox.png\n'];
  const asked: string[] = [];
  const service = await startPlainService(
    (prompt, own) => [`${own}/${names[Number(prompt.split(' ').at(-1))]}`],
    (request, response) => {
      asked.push(decodeURIComponent(request.url ?? ''));
      response.end(pictureOf());
    },
  );
  const env = { IMAGE_API_URL: service.url, ALLOW_PRIVATE_ADDRESSES: 'true' };
  const world = await startWorld({ isHurried: true, env });
  for (const [index, name] of names.entries()) {
    const id = await ask(world, `a fox ${index}`, { command: 'gen' });
    const card = await expectPictures(world.discord, id, 1);
    expect(card.embeds[0]?.image?.url.startsWith(world.discord.origin), name).toBe(true);
    const details = await expectAnswer(world.discord, await openDetails(world, card.id));
    expect(allTextOf(details)).toContain('[1](<');
    expect(asked.at(-1)).toBe(`/${name.trim()}`);
  }
});

test.each([
  'http://my_bucket.example.com/fox.png',
  'http://localhost/fox.png',
  `http://a.example/${'f'.repeat(600)}`,
])('where Discord takes no button to %s, that button alone is missing', async (url) => {
  const service = await startPlainService(() => [url]);
  const env = { IMAGE_API_URL: service.url, ALLOW_PRIVATE_ADDRESSES: 'true' };
  const world = await startWorld({
    env,
    web: { waitsMs: [], lookup: (_name, _options, done) => done(new Error('no such host'), '') },
  });
  const id = await ask(world, 'a fox', { command: 'gen' });
  const card = await world.discord.until(
    () => {
      const message = world.discord.message(id);
      return labelsOf(message).flat().includes('🗑️') ? message : undefined;
    },
    { what: 'the end' },
  );
  const large = await openNewest(world);
  expect(labelsOf(large).flat()).not.toContain('Open original');
  expect(picturesOf(card) === 1 || allTextOf(card).includes(`[1](<${url}>)`)).toBe(true);
});

test('an AVIF is uploaded, as what it is', async () => {
  const { world } = await worldOf([await square().avif().toBuffer()]);
  const { embeds } = await expectPictures(world.discord, await ask(world, 'a fox'), 1);
  expect(new URL(embeds[0]?.image?.url ?? '').pathname).toMatch(/\.avif$/);
});

test('what is no picture, or not all of one, is said to be so, on the card and in the log', async () => {
  const jpeg = await square().jpeg().toBuffer();
  const files = ['<html>expired</html>', '', '{"error":"expired"}', jpeg.subarray(0, -200)];
  const { world, urls } = await worldOf(files);
  const links = urls.map((url, index) => `[${index + 1}](<${url}>)`).join(' · ');
  const card = await expectText(world.discord, await ask(world, 'a fox'), ENGLISH.card.broken(links));
  expect(picturesOf(card)).toBe(0);
  expect(warnings(world).filter((line) => line.includes('Not the whole file'))).toHaveLength(4);
});

test.each([['jpeg', 'png', 'webp'] as const, ['gif', 'avif'] as const])(
  'each whole picture is taken for what it is: %s',
  async (...kinds) => {
    const files = await Promise.all(kinds.map((kind) => square().toFormat(kind).toBuffer()));
    const { world } = await worldOf([...files, 'no picture']);
    const card = await expectPictures(world.discord, await ask(world, 'a fox'), kinds.length);
    expect(allTextOf(card)).toContain(`[${kinds.length + 1}](<`);
    for (const { image } of card.embeds) expect(image?.url.startsWith(world.discord.origin)).toBe(true);
  },
);

/** A picture with a smaller one inside, as editors and credentials of content put it. */
const withSmaller = async (kind: 'jpeg' | 'png'): Promise<Buffer> => {
  const [large, small] = await Promise.all([
    square().resize(300).toFormat(kind).toBuffer(),
    square().toFormat(kind).toBuffer(),
  ]);
  const head = Buffer.alloc(kind === 'png' ? 8 : 4);
  if (kind === 'png') head.writeUInt32BE(small.length);
  else head.writeUInt32BE(0xffeb0000 + small.length + 2);
  head.write(kind === 'png' ? 'caBX' : '', 4, 'latin1');
  const start = kind === 'png' ? 33 : 2;
  const check = Buffer.alloc(kind === 'png' ? 4 : 0);
  return Buffer.concat([large.subarray(0, start), head, small, check, large.subarray(start)]);
};

test.each([
  ['JPEG with a smaller one inside', () => withSmaller('jpeg')],
  ['PNG with a smaller one inside', () => withSmaller('png')],
  ['GIF', () => square().gif().toBuffer()],
  ['AVIF', () => square().avif().toBuffer()],
])('a %s is one when it is whole, and none when it is cut short', async (_what, make) => {
  const whole = await make();
  expect(pictureKind(whole)).toBeDefined();
  expect(pictureKind(whole.subarray(0, -20))).toBeUndefined();
});
