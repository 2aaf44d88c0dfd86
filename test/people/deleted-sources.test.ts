import { expect, test } from 'vitest';
import type { InteractionResult, Message, Modal, PickedFile } from '../../sandbox/discord/index.ts';
import { ENGLISH } from '../../src/messages/language.ts';
import { deleteBy, finishedCard, type FinishedCard } from '../actions/cards.ts';
import { setNumbers } from '../world/admin-panels.ts';
import { answerTo, expectAllClosed, expectSubmissions, interact, postFrom, press } from '../world/asking.ts';
import { MINUTE_MS } from '../world/durations.ts';
import { expectAnswer, expectPictures, idOf, picturesOf, textOf } from '../world/messages.ts';
import { pictureOf } from '../world/picture-hosts.ts';
import { startWorld, type World } from '../world/world.ts';
import { errorText } from '../world/words.ts';

const DELETED = errorText('source-deleted');

const menu = async (world: World, name: string, messageId: string): Promise<InteractionResult> => {
  const { atelier, member } = world.discord.world;
  return world.discord.as(member.id).menu(atelier.channelId, name, messageId);
};

const formOf = ({ modal }: InteractionResult): Modal => {
  if (!modal) throw new Error('there is no form');
  return modal;
};

/** The open form that combines what is in the member's tray. */
const combineForm = async (world: World, messageId: string): Promise<Modal> => {
  const { discord } = world;
  const panel = await expectAnswer(discord, await menu(world, 'Use in Easel', messageId));
  const { member } = discord.world;
  const isAsked = panel.content.includes(ENGLISH.tray.choose);
  if (isAsked) await press(discord, member.id, panel.id, ENGLISH.tray.addAll);
  return formOf(await press(discord, member.id, panel.id, ENGLISH.tray.combine));
};

const submit = async ({ discord }: World, form: Modal): Promise<Message> => {
  const answer = await discord.as(discord.world.member.id).submitModal(form, { prompt: 'make it night' });
  return expectAnswer(discord, answer);
};

/** Both ways to delete a message: with Easel's button, and with Discord's own menu. */
const WAYS: [string, (world: World, card: FinishedCard) => Promise<void>][] = [
  ['by a moderator', (world, card) => deleteBy(world, world.discord.world.admin.id, card.id)],
  [
    'by Discord’s own means',
    ({ discord }, card) => {
      discord.deleteMessage(card.id);
      return Promise.resolve();
    },
  ],
];

for (const [way, remove] of WAYS)
  test(`forms and a tray that name what was deleted ${way} make nothing of it`, async () => {
    const world = await startWorld();
    const { service } = world;
    const card = await finishedCard(world);
    const combine = await combineForm(world, card.id);
    const edit = formOf(await menu(world, 'Edit this picture', card.id));
    await remove(world, card);
    await world.restart();
    for (const form of [combine, edit]) expect(textOf(await submit(world, form))).toContain(DELETED);
    const fromTray = await interact(world, 'a fox', { command: 'gen', options: { start_from: 'tray' } });
    expect(textOf(fromTray.message)).toContain(errorText('pictures-gone'));
    const other = world.discord.as(world.discord.world.secondMember.id);
    const file: PickedFile = { filename: 'cat.png', contentType: 'image/png', bytes: pictureOf() };
    const { id } = other.send(world.discord.world.atelier.channelId, 'look', [file]);
    const panel = await expectAnswer(world.discord, await menu(world, 'Use in Easel', id));
    expect(picturesOf(panel)).toBe(1);
    expect(service.submissions).toHaveLength(1);
  });

test('what was made out of a deleted picture stands, and is made again only from another', async () => {
  const world = await startWorld();
  const { discord, service } = world;
  const { member, admin } = discord.world;
  const card = await finishedCard(world);
  const large = await answerTo(world, card.message, '2');
  const varied = await press(discord, member.id, large.id, 'Vary');
  const second = await expectPictures(discord, idOf(varied), 1);
  await expectAllClosed(world);
  const editPrompt = formOf(await press(discord, member.id, second.id, 'Edit prompt'));
  await deleteBy(world, admin.id, card.id);
  await world.restart();
  world.clock.advance(MINUTE_MS);
  for (const act of [
    () => press(discord, member.id, second.id, 'Again'),
    () => discord.as(member.id).submitModal(editPrompt, { prompt: 'make it night' }),
  ])
    expect(textOf(await expectAnswer(discord, await act()))).toBe(DELETED);
  expect(service.submissions).toHaveLength(2);
  // Its own pictures are there.
  await expectPictures(discord, idOf(await press(discord, member.id, second.id, 'Vary')), 1);
  await expectSubmissions(world, 3);
});

test('a refused request that is tried again makes nothing of what was deleted meanwhile, whoever sent it', async () => {
  const world = await startWorld();
  const { discord, service, clock } = world;
  const { atelier, member, secondMember } = discord.world;
  const file: PickedFile = { filename: 'cat.png', contentType: 'image/png', bytes: pictureOf() };
  const { id } = discord.as(secondMember.id).send(atelier.channelId, 'look', [file]);
  const form = await combineForm(world, id);
  await finishedCard(world);
  await setNumbers(world, { personDaily: '1' });
  const refused = await submit(world, form);
  await setNumbers(world, {});
  clock.advance(MINUTE_MS);
  discord.deleteMessage(id);
  const again = await press(discord, member.id, refused.id, ENGLISH.card.buttons.tryAgain);
  expect(textOf(await expectAnswer(discord, again))).toContain(DELETED);
  expect(service.submissions).toHaveLength(1);
});

test('a copy of a picture is a picture of its request, also where the bot can’t look', async () => {
  const world = await startWorld();
  const { discord, service } = world;
  const { admin } = discord.world;
  const card = await finishedCard(world);
  const large = await answerTo(world, card.message, '2');
  const copy = await postFrom(world, large);
  const form = formOf(await menu(world, 'Edit this picture', copy.id));
  await deleteBy(world, admin.id, card.id);
  discord.faults.answer({ method: 'GET', route: new RegExp(`/messages/${copy.id}$`) }, { status: 403 });
  expect(textOf(await submit(world, form))).toContain(DELETED);
  expect(service.submissions).toHaveLength(1);
});
