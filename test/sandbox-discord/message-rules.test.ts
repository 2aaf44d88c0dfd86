import { expect, test } from 'vitest';
import { ask, start } from './helpers.ts';
import { messagesOf, startWithMessage, file } from './message-helpers.ts';

const button = (fields: object) => ({
  components: [{ type: 1, components: [{ type: 2, style: 1, label: 'x', custom_id: 'x', ...fields }] }],
});
const row = (count: number, prefix = 'b') => ({
  type: 1,
  components: Array.from({ length: count }, (_, n) => ({
    type: 2,
    style: 1,
    label: 'x',
    custom_id: `${prefix}${String(n)}`,
  })),
});

test.each([
  ['an empty message', {}, 50006],
  ['2001 characters', { content: 'x'.repeat(2001) }, 50035],
  ['eleven embeds', { embeds: Array.from({ length: 11 }, () => ({ title: 'x' })) }, 50035],
  ['an empty embed', { embeds: [{}] }, 50035],
  ['a title of 257 characters', { embeds: [{ title: 'x'.repeat(257) }] }, 50035],
  [
    'more than 6000 characters in embeds',
    { embeds: [{ description: 'x'.repeat(4000) }, { description: 'x'.repeat(2001) }] },
    50035,
  ],
  ['an image that is no link', { embeds: [{ image: { url: 'data:image/png;base64,x' } }] }, 50035],
  [
    'a link of 513 characters on a button',
    {
      content: 'x',
      ...button({ style: 5, custom_id: undefined, url: `https://example.com/${'x'.repeat(500)}` }),
    },
    50035,
  ],
  [
    'a link button with a custom id',
    { content: 'x', ...button({ style: 5, url: 'https://example.com' }) },
    50035,
  ],
  ['a custom id of 101 characters', { content: 'x', ...button({ custom_id: 'x'.repeat(101) }) }, 50035],
  ['a label of 81 characters', { content: 'x', ...button({ label: 'x'.repeat(81) }) }, 50035],
  ['six buttons in a row', { content: 'x', components: [row(6)] }, 50035],
  ['six rows', { content: 'x', components: [1, 2, 3, 4, 5, 6].map((n) => row(1, `r${String(n)}`)) }, 50035],
  ['one custom id twice', { content: 'x', components: [row(1), row(1)] }, 50035],
  ['a text display without the flag', { content: 'x', components: [{ type: 10, content: 'x' }] }, 50035],
  [
    'content with components v2',
    { flags: 1 << 15, content: 'x', components: [{ type: 10, content: 'x' }] },
    50035,
  ],
  [
    'an unknown file in a gallery',
    { flags: 1 << 15, components: [{ type: 12, items: [{ media: { url: 'attachment://a.png' } }] }] },
    50035,
  ],
  ['the ephemeral flag', { content: 'x', flags: 64 }, 50035],
])('Discord turns down %s', async (_name, body, code) => {
  const { response } = await startWithMessage(body);
  expect(response).toMatchObject({ status: 400, body: { code } });
});

test('components v2 show files, and the flag stays for good', async () => {
  const discord = await start();
  const gallery = { type: 12, items: [{ media: { url: 'attachment://a.png' }, description: 'a fox' }] };
  const components = [
    { type: 17, components: [{ type: 10, content: `<@${discord.world.member.id}>` }, gallery] },
  ];
  const path = messagesOf(discord.world.atelier.channelId);
  const { body } = await ask(
    discord,
    'POST',
    path,
    { flags: 1 << 15, components },
    { files: [file('a.png')] },
  );
  expect(body.attachments).toEqual([]);
  expect((await fetch(body.components[0]!.components![1]!.items![0]!.media.url)).status).toBe(200);
  expect(discord.message(body.id)?.pings.users).toEqual([discord.world.member.id]);
  const edit = await ask(discord, 'PATCH', `${path}/${body.id}`, { content: 'x', flags: 0 });
  expect(edit.body).toMatchObject({
    errors: { content: { _errors: [{ code: 'MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2' }] } },
  });
});

test('a message turns to components v2 once its old fields are emptied', async () => {
  const { discord, path } = await startWithMessage();
  const components = [{ type: 10, content: 'x' }];
  expect((await ask(discord, 'PATCH', path, { flags: 1 << 15, components })).status).toBe(400);
  expect(
    (await ask(discord, 'PATCH', path, { flags: 1 << 15, components, content: null, embeds: [] })).status,
  ).toBe(200);
});
