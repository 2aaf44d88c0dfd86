import { expect, test } from 'vitest';
import { startWorld, type World } from '../world/world.ts';
import { buttonsOf, expectPictures, expectText, labelsOf, textOf } from '../world/messages.ts';
import {
  ask,
  expectJobList,
  expectLogged,
  expectOpenJobs,
  listJobs,
  pollsOf,
  press,
  submissionsOf,
} from '../world/asking.ts';
import { MINUTE_MS } from '../world/durations.ts';
import { ENGLISH } from '../../src/messages/language.ts';

const STILL_WORKING = ENGLISH.card.stillWorking;

const refusedAsDead = ({ discord }: World) => discord.requests.filter(({ status }) => status === 401);

const running = (world: World, id: string) => expectText(world.discord, id, ENGLISH.card.painting(''));

test('a result arrives by the channel when the token died while the task ran', async () => {
  const world = await startWorld({ isHurried: true });
  const { discord, service } = world;
  service.planTasks({ durationMs: 2_000 });
  const id = await ask(world, 'outlives its token');
  discord.expireAllTokens();
  await expectPictures(discord, id, 4);
  expect(refusedAsDead(world).length).toBeLessThanOrEqual(1);
  await expectOpenJobs(world, 0);
  const edits = discord.requests.filter(({ method }) => method === 'PATCH');
  expect(edits.at(-1)?.route).toBe('/channels/:channel/messages/:message');
});

test('after a quarter of an hour nobody tries the old token', async () => {
  const world = await startWorld();
  const { discord, service, clock } = world;
  service.planTasks({ durationMs: 20 * MINUTE_MS });
  const id = await ask(world, 'takes long', { command: 'gen' });
  await service.until(() => pollsOf(world).length > 0, { what: 'a poll' });
  clock.advance(16 * MINUTE_MS);
  await running(world, id);
  clock.advance(5 * MINUTE_MS);
  await expectPictures(discord, id, 1);
  expect(refusedAsDead(world)).toEqual([]);
});

const privately = async (durationMs: number) => {
  const world = await startWorld();
  const { discord, service, clock } = world;
  service.planTasks({ durationMs });
  const id = await ask(world, 'for me alone', { command: 'gen', options: { private: true } });
  await service.until(() => pollsOf(world).length > 0, { what: 'a poll' });
  clock.advance(13 * MINUTE_MS);
  await expectText(discord, id, STILL_WORKING);
  return { world, discord, clock, id, personId: discord.world.member.id };
};

test('a private card asks for a click at 13 minutes, and the click shows how far the job is', async () => {
  const { discord, clock, id, personId } = await privately(20 * MINUTE_MS);
  expect(discord.message(id)?.ephemeralTo).toBe(personId);
  const { message } = await press(discord, personId, id, ENGLISH.card.buttons.showResult);
  expect(textOf(message)).toContain(ENGLISH.card.painting(''));
  const { showResult, direct } = ENGLISH.card.buttons;
  expect(Object.keys(buttonsOf(message))).toEqual([showResult, direct(false)]);
  clock.advance(8 * MINUTE_MS);
  await expectPictures(discord, id, 1);
});

test('a private card that was clicked asks again 13 minutes later', async () => {
  const { discord, clock, id, personId } = await privately(28 * MINUTE_MS);
  await press(discord, personId, id, ENGLISH.card.buttons.showResult);
  clock.advance(13 * MINUTE_MS + 5_000);
  await expectText(discord, id, STILL_WORKING);
  clock.advance(3 * MINUTE_MS);
  await press(discord, personId, id, ENGLISH.card.buttons.showResult);
  await expectPictures(discord, id, 1);
});

test('a click after the end brings the pictures into the private message', async () => {
  const { world, discord, clock, id, personId } = await privately(16 * MINUTE_MS);
  clock.advance(4 * MINUTE_MS);
  await expectLogged(world, '"delivered":"parked"');
  const { answered } = await press(discord, personId, id, ENGLISH.card.buttons.showResult);
  expect(answered).toBe(true);
  await expectPictures(discord, id, 1);
  expect(refusedAsDead(world)).toEqual([]);
});

test('/history brings a private result whose message was never clicked', async () => {
  const { world, discord, clock, personId } = await privately(16 * MINUTE_MS);
  const { atelier } = discord.world;
  clock.advance(4 * MINUTE_MS);
  const list = await expectJobList(discord, personId, atelier.secondChannelId, ENGLISH.history.parked);
  const { message } = await press(discord, personId, list.id, 'Bring no. 1 here');
  expect(message?.ephemeralTo).toBe(personId);
  await expectPictures(discord, message?.id ?? '', 1);
  expect(submissionsOf(world, 'for me alone')).toHaveLength(1);
  await expectOpenJobs(world, 0);
  const after = await listJobs(discord, personId, atelier.channelId);
  expect(labelsOf(after).flat()).not.toContain(ENGLISH.history.showHere(1));
});

test('a private result is still there to be clicked after a restart', async () => {
  const { world, discord, clock, id, personId } = await privately(16 * MINUTE_MS);
  await world.stopEasel();
  clock.advance(4 * MINUTE_MS);
  await world.startEasel();
  await press(discord, personId, id, ENGLISH.card.buttons.showResult);
  await expectPictures(discord, id, 1);
});

test('a private card says from the start what to do when it stops changing, and a public one needs no such words', async () => {
  const world = await startWorld({ isHurried: true });
  const { discord, service } = world;
  service.planTasks({ durationMs: 60_000 }, 2);
  const id = await ask(world, 'for me alone', { options: { private: true } });
  expect(textOf(await running(world, id))).toContain(ENGLISH.card.whenItStops);
  const shared = await ask(world, 'for all');
  expect(textOf(await running(world, shared))).not.toContain(ENGLISH.card.whenItStops);
  expect(Object.keys(buttonsOf(discord.message(shared)))).toEqual(['Mention me: off', 'DM me: off']);
});
