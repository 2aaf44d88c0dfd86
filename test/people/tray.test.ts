import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { InteractionResult, Message, Modal, PickedFile } from '../../sandbox/discord/index.ts';
import { ENGLISH, wordsIn } from '../../src/messages/language.ts';
import { customId } from '../../src/messages/custom-id.ts';
import { finishedCard } from '../actions/cards.ts';
import { speakGerman } from '../world/admin-panels.ts';
import { bodiesOf, expectPainted, interact, press, typeCommand } from '../world/asking.ts';
import { HOUR_MS, MINUTE_MS } from '../world/durations.ts';
import {
  customIdOf,
  expectAnswer,
  expectPictures,
  expectRefusal,
  idOf,
  labelsOf,
  picturesOf,
  textOf,
} from '../world/messages.ts';
import { pictureOf } from '../world/picture-hosts.ts';
import { erase } from '../world/privacy.ts';
import { rowsLike } from '../world/stored-rows.ts';
import { startWorld, type World } from '../world/world.ts';
import { errorText } from '../world/words.ts';

const { tray, forms } = ENGLISH;

const file = (name: string): PickedFile => ({
  filename: `${name}.png`,
  contentType: 'image/png',
  bytes: pictureOf(),
});

/** A person's message with such pictures. */
const messageWith = ({ discord }: World, ...names: string[]): Message => {
  const { atelier, secondMember } = discord.world;
  return discord.as(secondMember.id).send(atelier.channelId, 'look', names.map(file));
};

/** The member puts a message's pictures into their tray. Returns what they see. */
const collect = async (world: World, { id }: Pick<Message, 'id'>): Promise<Message> => {
  const { atelier, member } = world.discord.world;
  const answer = await world.discord.as(member.id).menu(atelier.channelId, 'Use in Easel', id);
  const panel = await expectAnswer(world.discord, answer);
  expect(panel.ephemeralTo).toBe(member.id);
  if (labelsOf(panel)[0]?.includes(tray.addAll) === true) await pressed(world, panel, tray.addAll);
  return world.discord.message(panel.id) ?? panel;
};

const pressed = ({ discord }: World, { id }: Message, label: string): Promise<InteractionResult> =>
  press(discord, discord.world.member.id, id, label);

const formOf = async (world: World, panel: Message): Promise<Modal> => {
  const { modal } = await pressed(world, panel, tray.combine);
  if (!modal) throw new Error('there is no form');
  return modal;
};

const titleOf = ({ content }: Message): string => content.split('\n')[0] ?? '';

/** The names of the files that were submitted as references. */
const referencesIn = (body: unknown): string[] => JSON.stringify(body).match(/\w+(?=\.png)/g) ?? [];

test('pictures of several messages become one, in the form of Edit, though Easel restarted', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { member } = discord.world;
  const first = await collect(world, messageWith(world, 'cat'));
  expect([titleOf(first), picturesOf(first)]).toEqual([tray.title(1, 4), 1]);
  const panel = await collect(world, messageWith(world, 'garden', 'hat'));
  expect([titleOf(panel), picturesOf(panel)]).toEqual([tray.title(3, 4), 3]);
  expect(labelsOf(panel)).toEqual([
    ['Combine', 'Clear'],
    ['Remove 1', 'Remove 2', 'Remove 3'],
  ]);
  await world.restart();
  const modal = await formOf(world, panel);
  expect(modal.title).toBe(forms.combine.title);
  const picked = modal.components.find(({ component }) => component?.custom_id === 'pictures')?.component;
  expect(picked?.options?.map(({ default: isPicked }) => isPicked)).toEqual([true, true, true]);
  const answer = await discord.as(member.id).submitModal(modal, { prompt: 'the cat with the hat' });
  const card = await expectPictures(discord, idOf(answer), 1);
  expect(card.ephemeralTo).toBeNull();
  expect(textOf(card)).toContain(`🎨 Combined by <@${member.id}>`);
  expect(bodiesOf(world)[0]).toMatchObject({ prompt: 'the cat with the hat' });
  expect(referencesIn(bodiesOf(world)[0])).toEqual(['cat', 'garden', 'hat']);
});

test('the tray holds four pictures, each once, and single ones go', async () => {
  const world = await startWorld();
  const { discord } = world;
  const card = await finishedCard(world);
  const cats = messageWith(world, 'cat', 'dog');
  await collect(world, cats);
  expect(titleOf(await collect(world, cats))).toBe(tray.title(2, 4));
  const full = await collect(world, card);
  expect(full.content).toContain(tray.title(4, 4));
  expect(full.content).toContain(tray.replaced(2));
  await pressed(world, full, tray.remove(1));
  const left = discord.message(full.id);
  expect(picturesOf(left)).toBe(3);
  const modal = await formOf(world, left!);
  const answer = await discord.as(discord.world.member.id).submitModal(modal, { prompt: 'a dog on a hill' });
  await expectPictures(discord, idOf(answer), 1);
  expect(bodiesOf(world)[1]).toMatchObject({ prompt: 'a dog on a hill' });
  // What was combined is used.
  expect(titleOf(await collect(world, messageWith(world, 'hat')))).toBe(tray.title(1, 4));
  await pressed(world, left!, tray.clear);
  expect(discord.message(full.id)?.content).toContain(tray.empty);
  expect([picturesOf(discord.message(full.id)), labelsOf(discord.message(full.id))]).toEqual([0, []]);
});

test('of a message with several pictures a person chooses which ones, and the oldest give way', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { atelier, member } = discord.world;
  const open = async (message: Message) =>
    expectAnswer(discord, await discord.as(member.id).menu(atelier.channelId, 'Use in Easel', message.id));
  const panel = await open(messageWith(world, 'cat', 'dog', 'hat'));
  expect(panel.content).toContain(tray.choose);
  expect(picturesOf(panel)).toBe(3);
  expect(labelsOf(panel)).toEqual([['Add 1', 'Add 2', 'Add 3', 'Add all']]);
  await world.restart();
  for (const number of [2, 3, 2]) await pressed(world, panel, tray.add(number));
  expect(titleOf(discord.message(panel.id)!)).toBe(tray.title(2, 4));
  const more = await open(messageWith(world, 'a', 'b', 'c'));
  await pressed(world, more, tray.addAll);
  expect(discord.message(more.id)?.content).toContain(tray.replaced(1));
  const modal = await formOf(world, discord.message(more.id)!);
  await expectPictures(discord, idOf(await discord.as(member.id).submitModal(modal, { prompt: 'all' })), 1);
  expect(referencesIn(bodiesOf(world)[0])).toEqual(['hat', 'a', 'b', 'c']);
});

test('pictures of other bots’ messages are collected, also of what they build from components', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { atelier, member } = discord.world;
  const media = (name: string) => ({
    media: { url: `https://pictures.example/${name}.png`, content_type: 'image/png' },
  });
  const message = {
    ...{ id: '7', type: 0, channel_id: atelier.channelId, content: '', timestamp: new Date(0).toISOString() },
    ...{ author: { id: '8', username: 'another-bot', discriminator: '0000', bot: true }, flags: 1 << 15 },
    ...{ attachments: [], embeds: [], components: [{ type: 12, items: [media('gallery')] }] },
    ...{ message_reference: { type: 1, channel_id: atelier.channelId, message_id: '9' } },
    message_snapshots: [
      { message: { attachments: [], embeds: [{ image: media('forwarded').media }], components: [] } },
    ],
  };
  const person = discord.as(member.id);
  const { message: panel } = await person.forge({ channelId: atelier.channelId }, 'command', {
    ...{ id: '1', name: 'Use in Easel', type: 3, target_id: message.id },
    resolved: { messages: { [message.id]: message } },
  });
  expect(panel?.content).toContain(tray.choose);
  expect(labelsOf(panel)).toEqual([['Add 1', 'Add 2', 'Add all']]);
  const words = await collect(world, messageWith(world));
  expect(words.content).toBe(ENGLISH.pictures.noPicture);
});

describe('/gen starts from', () => {
  const startFrom = (world: World, choice: 'tray' | 'last', options = {}) =>
    interact(world, 'give it a hat', { command: 'gen', options: { ...options, start_from: choice } });

  test('the tray, after the attached pictures and with links that work', async () => {
    const world = await startWorld();
    await collect(world, messageWith(world, 'cat', 'dog'));
    world.clock.advance(23 * HOUR_MS);
    const answer = await startFrom(world, 'tray', { reference: file('hat') });
    await expectPictures(world.discord, (await expectAnswer(world.discord, answer)).id, 1);
    const [body] = bodiesOf(world);
    expect(referencesIn(body)).toEqual(['hat', 'cat', 'dog']);
    const { referImages } = body as { referImages: string[] };
    for (const url of referImages) expect((await fetch(url)).status).toBe(200);
  });

  test('the last picture of the person there, not of anybody else’s', async () => {
    const world = await startWorld();
    const { secondMember } = world.discord.world;
    expect(expectRefusal(await startFrom(world, 'last'))).toContain(errorText('no-last-picture'));
    await expectPainted(world, 'a fox', { command: 'gen' });
    await expectPainted(world, 'a wolf', { command: 'gen', personId: secondMember.id });
    await world.restart();
    await expectPictures(world.discord, idOf(await startFrom(world, 'last')), 1);
    const bodies = bodiesOf(world);
    expect(bodies[2]).toMatchObject({ prompt: 'give it a hat', referImages: [expect.any(String)] });
    expect(JSON.stringify(bodies[2])).toContain('fox');
  });

  test('nothing where the tray is empty, which it is a day after the last change', async () => {
    const world = await startWorld();
    expect(expectRefusal(await startFrom(world, 'tray'))).toContain(errorText('tray-empty'));
    await collect(world, messageWith(world, 'cat'));
    await world.stopEasel();
    const [row] = z.array(z.object({ value: z.string() })).parse(await rowsLike(world, 'drafts:tray-*'));
    const { expires } = z.object({ expires: z.number() }).parse(JSON.parse(row?.value ?? ''));
    expect(Math.round((expires - Date.now()) / MINUTE_MS)).toBe(24 * 60);
  });
});

test('what is in a tray is its person’s alone, and goes with their data', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { atelier, member, secondMember } = discord.world;
  const panel = await collect(world, messageWith(world, 'cat'));
  const other = discord.as(secondMember.id);
  const { message: own } = await other.slash(atelier.channelId, 'help');
  const forged = await other.forge({ messageId: own?.id ?? '' }, 'component', {
    ...{ component_type: 2, custom_id: customId('edit-draft', `tray-${member.id}`) },
  });
  expect(textOf(forged.message)).toBe(errorText('job-not-found'));
  const { message: exported } = await typeCommand(world, 'privacy');
  const { message: data } = await discord
    .as(member.id)
    .click(exported?.id ?? '', customIdOf(exported, 'export-data'));
  expect(data?.attachments).toHaveLength(1);
  await erase(discord, member.id);
  expect(textOf((await pressed(world, panel, tray.combine)).message)).toBe(errorText('tray-empty'));
  await world.stopEasel();
  expect(await rowsLike(world, 'drafts:*')).toEqual([]);
});

test('pictures from an age-restricted channel make nothing in one that isn’t', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { atelier, member } = discord.world;
  discord.restrictChannelByAge(atelier.channelId);
  const panel = await collect(world, messageWith(world, 'cat'));
  const channelId = atelier.secondChannelId;
  const options = { start_from: 'tray' };
  const asked = await interact(world, 'a hat', { command: 'gen', options, channelId });
  expect(expectRefusal(asked)).toContain(errorText('age-restricted'));
  const form = await formOf(world, panel);
  await expectPictures(discord, idOf(await discord.as(member.id).submitModal(form, { prompt: 'a hat' })), 1);
  expect(bodiesOf(world)).toHaveLength(1);
});

test('a picture that is gone is not left out without a word, and the buttons keep their numbers', async () => {
  const world = await startWorld();
  const { discord } = world;
  const panel = await collect(world, messageWith(world, 'cat', 'dog', 'hat'));
  discord.removeFile(panel.embeds[0]?.image?.url ?? '');
  const options = { start_from: 'tray' };
  const asked = await interact(world, 'a hat', { command: 'gen', options });
  expect(expectRefusal(asked)).toContain(errorText('pictures-gone'));
  await pressed(world, panel, tray.remove(2));
  const left = discord.message(panel.id)?.embeds.map(({ image }) => image?.url);
  expect(left).toEqual([expect.stringContaining('hat.png')]);
  // What is shown now is what there is.
  const form = await formOf(world, panel);
  expect(form.components.map(({ component }) => component?.custom_id)).not.toContain('pictures');
  const answer = await discord.as(discord.world.member.id).submitModal(form, { prompt: 'a hat' });
  await expectPictures(discord, idOf(answer), 1);
  expect(referencesIn(bodiesOf(world)[0])).toEqual(['hat']);
});

test('an emptied tray is not age-restricted any more', async () => {
  const world = await startWorld();
  const { discord } = world;
  const { atelier, secondMember } = discord.world;
  discord.restrictChannelByAge(atelier.channelId);
  const panel = await collect(world, messageWith(world, 'cat'));
  await pressed(world, panel, tray.remove(1));
  const channelId = atelier.secondChannelId;
  const elsewhere = discord.as(secondMember.id).send(channelId, 'look', [file('hat')]);
  await discord.as(discord.world.member.id).menu(channelId, 'Use in Easel', elsewhere.id);
  const options = { start_from: 'tray' };
  await expectPainted(world, 'a hat', { command: 'gen', options, channelId });
  expect(referencesIn(bodiesOf(world)[0])).toEqual(['hat']);
});

test('a German tray has German buttons', async () => {
  const world = await startWorld();
  await speakGerman(world.discord);
  const panel = await collect(world, messageWith(world, 'cat'));
  const words = wordsIn('de').tray;
  expect(titleOf(panel)).toBe(words.title(1, 4));
  expect(labelsOf(panel)).toEqual([[words.combine, words.clear], [words.remove(1)]]);
});
