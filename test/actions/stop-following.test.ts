import { expect, test } from 'vitest';
import { ask, expectOpenJobs, listJobs, pollsOf, press, submissionsOf } from '../world/asking.ts';
import { expectPictures, expectText, labelsOf, said, textOf } from '../world/messages.ts';
import { type World, startWorld } from '../world/world.ts';
import { errorText } from '../world/words.ts';
import { ENGLISH } from '../../src/messages/words/words.ts';

const { card } = ENGLISH;

const running = async (world: World) => {
  world.service.planTasks({ durationMs: 120_000 });
  const id = await ask(world, 'a fox');
  await expectText(world.discord, id, 'In progress');
  return id;
};

const stopFollowing = async (world: World, id: string) => {
  const { discord } = world;
  const { modal } = await press(discord, discord.world.member.id, id, 'Stop following');
  expect(JSON.stringify(modal)).toContain(card.stopFollowing.meaning);
  const { message } = await discord.as(discord.world.member.id).submitModal(modal!, {});
  expect(textOf(message)).toContain(card.stopFollowing.done);
  await expectText(discord, id, card.unfollowed[0]);
  await expectOpenJobs(world, 0);
};

test('a running job is no longer followed, and says what that means; asked once more, it brings its pictures', async () => {
  const world = await startWorld();
  const { discord, service, clock } = world;
  const id = await running(world);
  await stopFollowing(world, id);
  expect(said(discord, id)).toContain(card.unfollowed[1]);
  const polls = pollsOf(world).length;
  clock.advance(30_000);
  await listJobs(discord, discord.world.member.id, discord.world.atelier.channelId);
  expect(pollsOf(world).length).toBeLessThanOrEqual(polls + 1);
  await world.restart();
  await press(discord, discord.world.member.id, id, card.buttons.askOnceMore);
  await expectText(discord, id, 'In progress');
  // Not only for the minute that a task gets whose time was over.
  clock.advance(80_000);
  clock.advance(15_000);
  await expectPictures(discord, id, 4);
  expect(submissionsOf(world, 'a fox')).toHaveLength(1);
  expect(service.tasks).toHaveLength(1);
});

test('nobody else can stop following it', async () => {
  const world = await startWorld();
  const { discord } = world;
  const id = await running(world);
  const { message, modal } = await press(discord, discord.world.secondMember.id, id, 'Stop following');
  expect(modal).toBeUndefined();
  expect(textOf(message)).toContain(errorText('not-yours'));
});

test('what is no longer followed counts as used: it may be paid for', async () => {
  const world = await startWorld();
  const { discord } = world;
  await stopFollowing(world, await running(world));
  const { admin, atelier } = discord.world;
  await expect
    .poll(async () => textOf((await discord.as(admin.id).slash(atelier.channelId, 'key status')).message))
    .toContain('Used today: **1** request');
});

test('a form that is handed in after the end says that it has ended', async () => {
  const world = await startWorld();
  const { discord, service } = world;
  service.planTasks({ durationMs: 1_500 });
  const id = await ask(world, 'a fox');
  await expectText(discord, id, 'In progress');
  const { modal } = await press(discord, discord.world.member.id, id, 'Stop following');
  await expectPictures(discord, id, 4);
  const { message } = await discord.as(discord.world.member.id).submitModal(modal!, {});
  expect(textOf(message)).toContain(errorText('already-ended'));
});

test('from the queue to the end one button stays in its place', async () => {
  const world = await startWorld();
  const { discord, service, clock } = world;
  service.planTasks({ durationMs: 120_000 });
  const held = service.faults.order({ kind: 'hang', operation: 'artgen.submit' });
  const id = await ask(world, 'a fox');
  await expectText(discord, id, 'Submitted');
  held.release();
  clock.advance(6_000);
  await expectText(discord, id, 'In progress');
  clock.advance(120_000);
  await expectPictures(discord, id, 4);
  const layouts = discord
    .historyOf(id)
    .flatMap((message) => (message.embeds[0]?.image ? [] : labelsOf(message)));
  expect([...new Set(layouts.map((row) => row.join()))]).toEqual(
    ['Stop', 'Stop following'].map((stop) => `${stop},🔔 Mention me,✉️ Send to me`),
  );
});
