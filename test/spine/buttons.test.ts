import { expect, test } from 'vitest';
import { startWorld, type World } from '../world/world.ts';
import { ask, expectOpenJobs, pollsOf, press, submissionsOf } from '../world/asking.ts';
import { buttonsOf, expectPictures, expectText, picturesOf, textOf } from '../world/messages.ts';
import { errorText } from '../world/words.ts';
import { ENGLISH } from '../../src/messages/language.ts';

const NO_LONGER_KEPT = errorText('job-not-found');

/** A task that takes longer than it may. */
const timedOut = async () => {
  const world = await startWorld();
  const { discord, service, clock } = world;
  service.planTasks({ durationMs: 1_830_000 });
  const id = await ask(world, 'overdue', { command: 'gen' });
  await service.until(() => pollsOf(world).length > 0, { what: 'a poll' });
  clock.advance(1_801_000);
  await expectText(discord, id, ENGLISH.card.timedOut.title);
  await expectOpenJobs(world, 0);
  return { world, discord, service, clock, id };
};

/** A submission whose answer was lost. */
const unknown = async (world: World) => {
  world.service.faults.order({ kind: 'cut-off', moment: 'after', operation: 'artgen.submit' });
  const id = await ask(world, 'in doubt');
  await expectText(world.discord, id, ENGLISH.card.unknown.title);
  await expectOpenJobs(world, 0);
  return id;
};

test('"Check again" brings the pictures of a task that was done after its time', async () => {
  const { world, discord, clock, id } = await timedOut();
  clock.advance(60_000);
  const { message } = await press(discord, discord.world.member.id, id, ENGLISH.card.buttons.checkAgain);
  expect(message?.id).toBe(id);
  await expectPictures(discord, id, 1);
  await expectOpenJobs(world, 0);
  expect(submissionsOf(world, 'overdue')).toHaveLength(1);
});

test('what was not done in time is tried again by its owner, as a new job', async () => {
  const { world, discord, id } = await timedOut();
  const labels = ['Check again', 'Try again', 'Edit prompt', '🗑️'];
  expect(Object.keys(buttonsOf(discord.message(id)))).toEqual(labels);
  const { message } = await press(discord, discord.world.member.id, id, 'Try again');
  await expectPictures(discord, message?.id ?? '', 1);
  expect(submissionsOf(world, 'overdue')).toHaveLength(2);
});

test('"Check again" works after a restart, and for somebody else too', async () => {
  const { world, discord, clock, id } = await timedOut();
  await world.restart();
  clock.advance(60_000);
  await press(discord, discord.world.secondMember.id, id, ENGLISH.card.buttons.checkAgain);
  await expectPictures(discord, id, 1);
  expect(submissionsOf(world, 'overdue')).toHaveLength(1);
});

test('a task that is still not done is followed for a while once more', async () => {
  const { world, discord, clock, id } = await timedOut();
  const { member } = discord.world;
  const before = pollsOf(world).length;
  const { message } = await press(discord, member.id, id, ENGLISH.card.buttons.checkAgain);
  expect(textOf(message)).toContain(ENGLISH.card.painting(''));
  await world.service.until(() => pollsOf(world).length > before, { what: 'a poll' });
  clock.advance(40_000);
  // A poll that was under way plans the next one later.
  await expect.poll(() => picturesOf(discord.message(id)) || clock.advance(2_000)).toBe(1);
});

test('"Try again" makes a new job of the same request', async () => {
  const world = await startWorld();
  const { discord, service } = world;
  const id = await unknown(world);
  const { message } = await press(discord, discord.world.member.id, id, ENGLISH.card.buttons.tryAgain);
  expect(message?.id).not.toBe(id);
  expect(message?.ephemeralTo).toBeNull();
  await expectPictures(discord, message?.id ?? '', 4);
  expect(submissionsOf(world, 'in doubt')).toHaveLength(2);
  expect(service.tasks).toHaveLength(2);
});

test('"Try again" works after a restart, and not for somebody else', async () => {
  const world = await startWorld();
  const { discord } = world;
  const id = await unknown(world);
  await world.restart();
  const stranger = await press(discord, discord.world.secondMember.id, id, ENGLISH.card.buttons.tryAgain);
  expect(stranger.message?.ephemeralTo).toBe(discord.world.secondMember.id);
  expect(textOf(stranger.message)).toContain(errorText('not-yours'));
  expect(submissionsOf(world, 'in doubt')).toHaveLength(1);
  const { message } = await press(discord, discord.world.member.id, id, ENGLISH.card.buttons.tryAgain);
  await expectPictures(discord, message?.id ?? '', 4);
});

test('the buttons of a job that is no longer kept answer with a clear sentence, to the person alone', async () => {
  const world = await startWorld();
  const { discord, folder, env } = world;
  const { member } = discord.world;
  const id = await unknown(world);
  await world.stopEasel();
  // The lifetime of what is stored is not to be shortened from outside: the next start finds another store.
  env['STORE_URL'] = `sqlite://${folder}/another.sqlite`;
  await world.startEasel();
  for (const label of Object.keys(buttonsOf(discord.message(id)))) {
    const { answered, message } = await press(discord, member.id, id, label);
    expect(answered).toBe(true);
    expect(message?.ephemeralTo).toBe(member.id);
    expect(textOf(message)).toContain(NO_LONGER_KEPT);
  }
  expect(submissionsOf(world, 'in doubt')).toHaveLength(1);
});

test('a private card that was not done in time shows the state after a click, not a wait for one', async () => {
  const world = await startWorld();
  const { discord, service, clock } = world;
  const { member } = discord.world;
  service.planTasks({ durationMs: 35 * 60_000 });
  const id = await ask(world, 'long and private', { command: 'gen', options: { private: true } });
  await service.until(() => pollsOf(world).length > 0, { what: 'a poll' });
  clock.advance(13 * 60_000);
  await expectText(discord, id, ENGLISH.card.stillWorking);
  clock.advance(18 * 60_000);
  await press(discord, member.id, id, ENGLISH.card.buttons.showResult);
  await expectText(discord, id, ENGLISH.card.timedOut.title);
  const { message } = await press(discord, member.id, id, ENGLISH.card.buttons.checkAgain);
  expect(textOf(message)).toContain(ENGLISH.card.painting(''));
  clock.advance(5 * 60_000);
  await expectPictures(discord, id, 1);
});
