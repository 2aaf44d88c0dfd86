import { expect, test } from 'vitest';
import type { OptionValue, PickedFile } from '../../sandbox/discord/index.ts';
import { startWorld } from '../world/world.ts';
import { interact, openJobs, submissionsOf } from '../world/asking.ts';
import { expectPictures, expectText, textOf } from '../world/messages.ts';
import { ENGLISH } from '../../src/messages/language.ts';

const PNG: PickedFile = {
  filename: 'start.png',
  contentType: 'image/png',
  bytes: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
};
const TEXT: PickedFile = {
  filename: 'notes.txt',
  contentType: 'text/plain',
  bytes: Buffer.from('no picture'),
};

/** Zero-width spaces and joiners, a soft hyphen, fillers, a blank braille pattern. */
const UNSEEN = '\u200b \u2060\ufeff\u00ad\u3164\u115f\u2800\u180e\u{e0020}';

interface Broken {
  command?: 'imagine' | 'gen';
  prompt?: string;
  options?: Record<string, OptionValue>;
  says: string[];
}

const broken: Record<string, Broken> = {
  'a prompt of spaces': { prompt: '   ', says: ['what the picture should show'] },
  'a prompt of characters that nobody sees': {
    prompt: UNSEEN,
    says: ['what the picture should show', 'Describe'],
  },
  'a prompt of flags alone': { prompt: '--ar 16:9', says: ['what the picture should show', 'Describe'] },
  'a timeout that is too short': { options: { timeout: 299 }, says: ['timeout', '300', '1,200', '299'] },
  'a timeout that is too long': { options: { timeout: 1201 }, says: ['timeout', '300', '1,200', '1,201'] },
  'a hook that is no address': { options: { hook_url: 'nowhere' }, says: ['hook_url', 'web address'] },
  'a hook with a password': {
    options: { hook_url: 'https://me:secret@example.com/' },
    says: ['hook_url', 'password'],
  },
  'reference_urls that are no addresses': {
    command: 'gen',
    options: { reference_urls: 'https://example.com/a.png, ftp://example.com/b.png' },
    says: ['reference_urls', 'web address'],
  },
  'a hook on this machine': {
    options: { hook_url: 'http://2130706433:6379/' },
    says: ['hook_url', '2130706433', 'private'],
  },
  'a hook in a private network, by its name': {
    command: 'gen',
    options: { hook_url: 'https://inside.example/' },
    says: ['hook_url', 'inside', 'private'],
  },
  'reference_urls of which one is in a private network': {
    command: 'gen',
    options: { reference_urls: 'https://example.com/a.png http://169.254.169.254/latest' },
    says: ['reference_urls', '169', 'private'],
  },
  'eleven references': {
    command: 'gen',
    options: {
      reference_urls: Array.from({ length: 11 }, (_, i) => `https://example.com/${i}.png`).join(' '),
    },
    says: ['11', '10'],
  },
  "an output size that can't be read": {
    command: 'gen',
    options: { output_size: 'huge' },
    says: ['output_size', 'huge', '2560x1440'],
  },
  'an output size with 1K': {
    command: 'gen',
    options: { output_size: '1920x1080', size: '1K' },
    says: ['output_size', '4K', '1K'],
  },
  'a reference that is no picture': {
    command: 'gen',
    options: { reference: TEXT },
    says: ["isn't a picture", 'PNG'],
  },
};

test('what breaks a rule is refused for the person alone, with the rule, and nothing is sent', async () => {
  const resolveHost = (name: string) => Promise.resolve(name.startsWith('inside') ? ['10.0.0.7'] : []);
  const world = await startWorld({ web: { resolveHost } });
  const { discord, service } = world;
  for (const [name, { command = 'imagine', prompt = 'a fox', options = {}, says }] of Object.entries(
    broken,
  )) {
    const { message } = await interact(world, prompt, { command, options });
    expect(message?.ephemeralTo, name).toBe(discord.world.member.id);
    for (const part of says) expect(textOf(message), name).toContain(part);
    expect(textOf(message)).not.toContain('secret');
  }
  expect(service.calls).toEqual([]);
  expect(await openJobs(world)).toBe(0);
});

test('an output size without a size is sent as 4K, and the card says so before the result', async () => {
  const world = await startWorld();
  const { discord, service } = world;
  const { message } = await interact(world, 'a wide view', {
    command: 'gen',
    options: { output_size: '2048x1024' },
  });
  expect(textOf(message)).toContain(ENGLISH.card.sizeSetTo4k);
  await expectPictures(discord, message?.id ?? '', 1);
  expect(service.submissions.map(({ body }) => body)).toEqual([
    { prompt: 'Draw: a wide view', size: '4K', output_size: '2048x1024' },
  ]);
});

test('an output size that the service will correct is sent as typed, and the card tells the outcome at once', async () => {
  const world = await startWorld();
  const { discord, service } = world;
  const options = { output_size: '1920x1080', size: '4K' };
  const { message } = await interact(world, 'corrected', { command: 'gen', options });
  expect(textOf(message)).toContain('**1920 × 1088**');
  expect(textOf(message)).not.toContain(ENGLISH.card.sizeSetTo4k);
  const card = await expectPictures(discord, message?.id ?? '', 1);
  expect(card.embeds[0]?.footer?.text).toContain('1920 × 1088');
  expect(submissionsOf({ service }, 'corrected')[0]?.body).toMatchObject(options);
});

test('attached pictures and reference_urls both end up in referImages, in that order', async () => {
  const world = await startWorld({
    service: { loadReference: () => Promise.resolve(Buffer.from(PNG.bytes)) },
  });
  const { discord, service } = world;
  const { message } = await interact(world, 'out of three', {
    command: 'gen',
    options: {
      reference: PNG,
      reference_3: { ...PNG, filename: 'third.png' },
      reference_urls: 'https://example.com/a.png,https://example.com/b,c.png',
    },
  });
  await expectPictures(discord, message?.id ?? '', 1);
  const [submission] = submissionsOf({ service }, 'out of three');
  expect(submission?.body).toMatchObject({
    referImages: [
      expect.stringMatching(/^http.*start\.png/),
      expect.stringMatching(/^http.*third\.png/),
      'https://example.com/a.png',
      'https://example.com/b,c.png',
    ],
  });
});

test('every option that was chosen is in the request body, and nothing else is', async () => {
  const world = await startWorld();
  const { discord, service } = world;
  const own = { hook_url: `${service.url}/own` };
  const one = await interact(world, 'all of /imagine', {
    options: { mode: 'relaxed', timeout: 1200, ...own },
  });
  const two = await interact(world, 'all of /gen', {
    command: 'gen',
    options: { model: 'gen-image-2', aspect_ratio: '16:9', size: '1K', ...own },
  });
  await expectText(discord, one.message?.id ?? '', '> all of');
  await expectPictures(discord, two.message?.id ?? '', 1);
  expect(submissionsOf(world, 'all of /imagine')[0]?.body).toEqual({
    prompt: 'all of /imagine',
    mode: 'relaxed',
    timeout: 1200,
    hookUrl: own.hook_url,
  });
  expect(submissionsOf(world, 'all of /gen')[0]?.body).toEqual({
    prompt: 'Draw: all of /gen',
    model: 'gen-image-2',
    aspect_ratio: '16:9',
    size: '1K',
    hookUrl: own.hook_url,
  });
});
