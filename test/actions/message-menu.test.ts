import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { PickedFile } from '../../sandbox/discord/index.ts';
import { openDetails, postFrom, press } from '../world/asking.ts';
import { startWorld } from '../world/world.ts';
import { allTextOf, expectAnswer, expectPictures, textOf } from '../world/messages.ts';
import { finishedCard } from './cards.ts';
import { pictureOf } from '../world/picture-hosts.ts';
import { ENGLISH } from '../../src/messages/language.ts';

const picture = (filename: string): PickedFile => ({
  filename,
  contentType: 'image/png',
  bytes: pictureOf(),
});

test('Edit this picture takes the only picture of anybody’s message', async () => {
  const world = await startWorld();
  const { discord, service } = world;
  const { atelier, member, secondMember } = discord.world;
  const message = discord.as(member.id).send(atelier.channelId, 'my cat', [picture('cat.png')]);
  const person = discord.as(secondMember.id);
  const { modal } = await person.menu(atelier.channelId, 'Edit this picture', message.id);
  await world.restart();
  const answer = await person.submitModal(modal!, { prompt: 'give it a hat' });
  const done = await expectPictures(discord, answer.message?.id ?? '', 1);
  expect(textOf(done)).toContain(message.id);
  expect(textOf(done)).toContain(`by <@${secondMember.id}>`);
  expect(service.submissions[0]?.body).toMatchObject({ prompt: 'give it a hat' });
  expect(JSON.stringify(service.submissions[0]?.body)).toContain('cat.png?ex=');
});

test('a picture of anybody’s keeps its shape, as near as the service’s ratios come to it', async () => {
  const world = await startWorld();
  const { discord, service } = world;
  const { atelier, member } = discord.world;
  const person = discord.as(member.id);
  const create = { width: 160, height: 88, channels: 3, background: 'green' } as const;
  const wide = { ...picture('wide.png'), bytes: await sharp({ create }).png().toBuffer() };
  const message = person.send(atelier.channelId, 'my view', [wide]);
  const { modal } = await person.menu(atelier.channelId, 'Edit this picture', message.id);
  const answer = await person.submitModal(modal!, { prompt: 'make it night' });
  await expectPictures(discord, answer.message?.id ?? '', 1);
  expect(service.submissions[0]?.body).toMatchObject({ aspect_ratio: '16:9' });
});

test('with several pictures a select chooses up to four, and its link is renewed if the form stood open for long', async () => {
  const world = await startWorld();
  const { discord, service, clock } = world;
  const { atelier, member } = discord.world;
  const files = ['a.png', 'b.png', 'c.png', 'd.png', 'e.png'].map(picture);
  const person = discord.as(member.id);
  const message = person.send(atelier.channelId, 'my cats', files);
  const { modal } = await person.menu(atelier.channelId, 'Edit this picture', message.id);
  const select = modal?.components.find(({ component }) => component?.custom_id === 'pictures')?.component;
  expect(select?.options?.map(({ label }) => label)).toEqual([
    '1 · a.png',
    '2 · b.png',
    '3 · c.png',
    '4 · d.png',
    '5 · e.png',
  ]);
  expect(select?.max_values).toBe(4);
  clock.advance(23.9 * 3_600_000);
  const answer = await person.submitModal(modal!, { prompt: 'give them hats', pictures: ['2', '5'] });
  await expectPictures(discord, answer.message?.id ?? '', 1);
  const body = JSON.stringify(service.submissions[0]?.body);
  expect(body.match(/[a-z]\.png/g)).toEqual(['b.png', 'e.png']);
});

test('a message without pictures is said to have none', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { atelier, member } = discord.world;
  const message = discord.as(member.id).send(atelier.channelId, 'just words');
  const answer = await discord.as(member.id).menu(atelier.channelId, 'Edit this picture', message.id);
  expect(answer.message?.ephemeralTo).toBe(member.id);
  expect(answer.message?.content).toContain('no picture');
});

test('on a card of Easel’s, Edit this picture offers the pictures of its gallery', async () => {
  const world = await startWorld();
  const { discord, service } = world;
  const { atelier, secondMember } = discord.world;
  const card = await finishedCard(world);
  const person = discord.as(secondMember.id);
  const { modal } = await person.menu(atelier.channelId, 'Edit this picture', card.id);
  const answer = await person.submitModal(modal!, { prompt: 'make it night', pictures: ['4'] });
  await expectPictures(discord, answer.message?.id ?? '', 1);
  expect(JSON.stringify(service.submissions[1]?.body)).toContain('-4.png?ex=');
});

test('Picture details tell of a card and of a posted picture, and say so on any other message', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { atelier, member, secondMember } = discord.world;
  const card = await finishedCard(world);
  await world.restart();
  const person = discord.as(secondMember.id);
  const answer = await person.menu(atelier.channelId, 'Picture details', card.id);
  expect(answer.message?.ephemeralTo).toBe(secondMember.id);
  expect(allTextOf(answer.message)).toContain(ENGLISH.details.requested);
  expect(JSON.stringify(answer.message?.components)).not.toContain('copy-for-support');
  const picked = await expectAnswer(discord, await press(discord, member.id, card.id, '2'));
  const posted = await postFrom(world, picked);
  expect(allTextOf((await openDetails(world, posted.id)).message)).toContain(ENGLISH.details.requested);
  const words = discord.as(member.id).send(atelier.channelId, 'just words');
  const other = await person.menu(atelier.channelId, 'Picture details', words.id);
  expect(other.message?.ephemeralTo).toBe(secondMember.id);
  expect(other.message?.content).toBe(ENGLISH.pictures.notACard);
});

const url = (name: string) => `https://pictures.example/${name}.png`;
const media = (name: string) => ({ media: { url: url(name), content_type: 'image/png' } });

test('pictures of another bot’s message are found in files, embeds, components inside of components, and what it forwards', async () => {
  const world = await startWorld();
  const { discord, service } = world;
  const { atelier, member } = discord.world;
  const file = {
    id: '5',
    filename: 'file.png',
    url: url('file'),
    content_type: 'image/png',
    size: 1,
    proxy_url: '',
  };
  const gallery = {
    type: 12,
    items: [media('gallery'), { media: { url: url('video'), content_type: 'video/mp4' } }],
  };
  const section = {
    type: 9,
    components: [{ type: 10, content: 'x' }],
    accessory: { type: 11, ...media('thumbnail') },
  };
  const message = {
    id: '7',
    type: 0,
    channel_id: atelier.channelId,
    content: '',
    timestamp: new Date(0).toISOString(),
    author: { id: '8', username: 'another-bot', discriminator: '0000', bot: true },
    flags: 1 << 15,
    attachments: [file, { ...file, id: '6', url: url('sound'), content_type: 'audio/ogg' }],
    embeds: [
      { image: { url: url('image') }, thumbnail: { url: url('hidden') } },
      { thumbnail: { url: url('preview') } },
    ],
    components: [{ type: 17, components: [section, gallery] }],
    message_reference: {
      type: 1,
      channel_id: atelier.channelId,
      message_id: '9',
      guild_id: atelier.guild.id,
    },
    message_snapshots: [
      { message: { attachments: [], embeds: [], components: [{ type: 12, items: [media('forwarded')] }] } },
    ],
  };
  const person = discord.as(member.id);
  const { modal } = await person.forge({ channelId: atelier.channelId }, 'command', {
    id: '1',
    name: 'Edit this picture',
    type: 3,
    target_id: message.id,
    resolved: { messages: { [message.id]: message } },
  });
  const select = modal?.components.find(({ component }) => component?.custom_id === 'pictures')?.component;
  const found = ['file', 'image', 'preview', 'thumbnail', 'gallery', 'forwarded'];
  expect(select?.options?.map(({ value }) => value)).toEqual(found.map((_name, index) => String(index + 1)));
  const chosen = { prompt: 'give it a hat', pictures: ['3', '4', '5', '6'] };
  await person.submitModal(modal!, chosen);
  await expect
    .poll(() => JSON.stringify(service.submissions[0]?.body).match(/\w+(?=\.png)/g))
    .toEqual(found.slice(2));
});

test.each([
  ['its name', { filename: 'IMG_2041.JPG' }, true],
  [
    'its name, beside a type that says nothing',
    { filename: 'a.jfif', content_type: 'application/octet-stream' },
    true,
  ],
  ['its size', { filename: 'unknown', content_type: '', width: 8, height: 8 }, true],
  ['a film', { filename: 'film.mp4', width: 8, height: 8 }, false],
  ['a drawing', { filename: 'logo.svg', width: 8, height: 8 }, false],
  ['a drawing that says so', { filename: 'logo', content_type: 'image/svg+xml; charset=utf-8' }, false],
  ['a text', { filename: 'notes.txt' }, false],
])('a file without a type is judged alike in a command and in a menu: %s', async (_what, facts, isTaken) => {
  const world = await startWorld();
  const { discord } = world;
  const { channelId } = discord.world.atelier;
  const person = discord.as(discord.world.member.id);
  const url = `${discord.origin}/attachments/1/9/${facts.filename}?ex=7fffffff&is=1&hm=a&`;
  const file = { id: '9', size: 68, url, proxy_url: url, ...facts };
  const options = [
    { name: 'prompt', type: 3, value: 'draw' },
    { name: 'reference', type: 11, value: '9' },
  ];
  const command = { id: '1', name: 'gen', type: 1, options, resolved: { attachments: { '9': file } } };
  const slash = await person.forge({ channelId }, 'command', command);
  expect(allTextOf(slash.message).includes("isn't a picture")).toBe(!isTaken);
  const author = { id: '1', username: 'a', discriminator: '0', avatar: null, global_name: null };
  const message = { id: '8', channel_id: channelId, author, content: '', attachments: [file], embeds: [] };
  const resolved = { messages: { '8': { ...message, type: 0, timestamp: '', components: [] } } };
  const data = { id: '1', name: 'Edit this picture', type: 3, target_id: '8', resolved };
  const menu = await person.forge({ channelId }, 'command', data);
  expect(menu.modal !== undefined).toBe(isTaken);
});
