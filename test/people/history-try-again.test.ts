import { expect, test } from 'vitest';
import {
  answerTo,
  bodiesOf,
  chooseRequest,
  expectSubmissions,
  pollsOf,
  press,
  repeatRequest,
  typeCommand,
} from '../world/asking.ts';
import { expectPictures, expectText, textOf } from '../world/messages.ts';
import { startWorld, type World } from '../world/world.ts';
import { errorText } from '../world/words.ts';
import { ENGLISH } from '../../src/messages/language.ts';

const { card, history } = ENGLISH;

/** Makes a request, and waits until its card has that title. Returns the card's id. */
const requestThatEnds = async (world: World, title: string): Promise<string> => {
  const { message } = await typeCommand(world, 'gen', { prompt: 'draw a bad fox', size: '4K' });
  await expectText(world.discord, message?.id ?? '', title);
  return message?.id ?? '';
};

const openHistory = async (world: World): Promise<string> => {
  const { message } = await typeCommand(world, 'history');
  return message?.id ?? '';
};

const pressed = (world: World, messageId: string, label: string) =>
  press(world.discord, world.discord.world.member.id, messageId, label);

test('a failed request is tried again from the history, and counts once with a press on its card', async () => {
  const world = await startWorld();
  world.service.planTasks({ failReason: 'too foxy' });
  const failed = await requestThatEnds(world, card.couldNotMake);
  await world.restart();
  const id = await openHistory(world);
  expect(textOf(world.discord.message(id))).toContain(ENGLISH.states.failed);
  const page = world.discord.message(id)!;
  const { message } = await repeatRequest(world, page, 1);
  await pressed(world, failed, card.buttons.tryAgain);
  expect(message?.ephemeralTo).toBeNull();
  await expectPictures(world.discord, message?.id ?? '', 1);
  expect(bodiesOf(world)).toEqual([
    { prompt: 'draw a bad fox', size: '4K' },
    { prompt: 'draw a bad fox', size: '4K' },
  ]);
});

test('of an unconfirmed request the history says what it may cost to try again', async () => {
  const world = await startWorld();
  world.service.faults.order({ kind: 'cut-off', moment: 'after', operation: 'gen.submit' });
  await requestThatEnds(world, card.unknown.title);
  const id = await openHistory(world);
  const shown = await chooseRequest(world, world.discord.message(id)!, 1);
  const question = await answerTo(world, shown, card.buttons.tryAgain);
  expect(textOf(question)).toContain(history.costs.unknown);
  await expectSubmissions(world, 1);
  const { message } = await pressed(world, question.id, history.confirm);
  await expectPictures(world.discord, message?.id ?? '', 1);
  await expectSubmissions(world, 2);
});

test('a page of the history from before the pictures came does not pay for them again', async () => {
  const world = await startWorld();
  const { discord, service, clock } = world;
  service.planTasks({ durationMs: 1_830_000 });
  const { message } = await typeCommand(world, 'gen', { prompt: 'a slow fox' });
  const card = message?.id ?? '';
  await service.until(() => pollsOf(world).length > 0, { what: 'a poll' });
  clock.advance(1_801_000);
  await expectText(discord, card, ENGLISH.card.timedOut.title);
  const page = discord.message(await openHistory(world))!;
  const question = await answerTo(world, await chooseRequest(world, page, 1), ENGLISH.card.buttons.tryAgain);
  clock.advance(60_000);
  await pressed(world, card, ENGLISH.card.buttons.checkAgain);
  await expectPictures(discord, card, 1);
  const { message: told } = await pressed(world, question.id, history.confirm);
  expect(textOf(told)).toContain(errorText('pictures-came'));
  await expectSubmissions(world, 1);
});

test("a request in progress can't be repeated from the history", async () => {
  const durations = { minMs: 60_000, maxMs: 60_000 };
  const world = await startWorld({ service: { durations: { artgen: durations, gen: durations } } });
  await typeCommand(world, 'gen', { prompt: 'a slow fox' });
  const page = world.discord.message(await openHistory(world))!;
  const shown = await chooseRequest(world, page, 1);
  await expect(pressed(world, shown.id, card.buttons.again)).rejects.toThrow('disabled');
});
