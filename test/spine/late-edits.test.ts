import { expect, test } from 'vitest';
import { ENGLISH } from '../../src/messages/language.ts';
import { ask, openJobs, press, requestsOf } from '../world/asking.ts';
import { MINUTE_MS } from '../world/durations.ts';
import { eventually } from '../world/eventually.ts';
import { buttonsOf, expectPictures } from '../world/messages.ts';
import { startWorld } from '../world/world.ts';

const { buttons, notified } = ENGLISH.card;

/** A card with its pictures, of which an edit was given up before: Discord still has it, and carries it out once it is released. */
const withGivenUpEdit = async () => {
  const world = await startWorld();
  const { discord, service, clock } = world;
  const { member, atelier } = discord.world;
  service.planTasks({ durationMs: 2 * MINUTE_MS });
  const held = discord.faults.hang({ method: 'PATCH' });
  const id = await ask(world, 'a fox');
  await eventually(() => {
    clock.advance(1_000);
    expect(held.waiting).toBe(1);
  });
  const pressMention = () => press(discord, member.id, id, buttons.mention(false));
  await pressMention();
  clock.advance(2 * MINUTE_MS);
  await expectPictures(discord, id, 4);
  const overwrite = async () => {
    held.release();
    await expectPictures(discord, id, 0);
  };
  const repeats = () =>
    eventually(async () => {
      clock.advance(15_000);
      expect(await openJobs(world)).toBe(0);
    });
  const finalEdits = () => requestsOf(discord, 'PATCH', /./).filter(({ files }) => files.length > 0);
  const mentions = () =>
    discord.messagesIn(atelier.channelId).filter(({ content }) => content.includes(notified.done));
  return { world, discord, id, pressMention, overwrite, repeats, finalEdits, mentions };
};

test('an edit that was given up and is carried out after the final one is made up for, once', async () => {
  const { discord, id, overwrite, repeats, finalEdits, mentions } = await withGivenUpEdit();
  await overwrite();
  await repeats();
  await expectPictures(discord, id, 4);
  expect(finalEdits()).toHaveLength(2);
  expect(mentions()).toHaveLength(1);
});

test('the same over a restart in between', async () => {
  const { world, discord, id, overwrite } = await withGivenUpEdit();
  await overwrite();
  await world.restart();
  await expectPictures(discord, id, 4);
});

test('a button that such an edit brought back long after shows how the request ended', async () => {
  const { discord, id, overwrite, repeats, pressMention } = await withGivenUpEdit();
  await repeats();
  await overwrite();
  await pressMention();
  await expectPictures(discord, id, 4);
});

test('a button that was pressed while an edit was under way looks pressed in the end', async () => {
  const world = await startWorld();
  const { discord, service, clock } = world;
  service.planTasks({ durationMs: 10 * MINUTE_MS });
  const held = discord.faults.hang({ method: 'PATCH' });
  const id = await ask(world, 'a fox');
  await eventually(() => {
    clock.advance(1_000);
    expect(held.waiting).toBe(1);
  });
  await press(discord, discord.world.member.id, id, buttons.mention(false));
  const isChosen = () => buttonsOf(discord.message(id))[buttons.mention(true)] !== undefined;
  expect(isChosen()).toBe(true);
  held.release();
  await discord.until(() => !isChosen(), { what: 'the edit of before' });
  await eventually(() => {
    clock.advance(1_000);
    expect(isChosen()).toBe(true);
  });
});
