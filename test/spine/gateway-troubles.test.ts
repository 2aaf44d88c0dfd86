import { expect, test } from 'vitest';
import { startWorld } from '../world/world.ts';
import {
  ask,
  expectLogged,
  expectOpenJobs,
  expectPainted,
  interact,
  requestsOf,
  submissionsOf,
} from '../world/asking.ts';
import { expectPictures } from '../world/messages.ts';

const CALLBACK = { method: 'POST', route: /\/callback/ };

test('what was asked while the gateway was down for a moment is answered after the resumption', async () => {
  const world = await startWorld();
  const { discord } = world;
  discord.gateway.hold();
  const asked = interact(world, 'during the outage');
  discord.gateway.release();
  const { answered, message } = await asked;
  expect(answered).toBe(true);
  await expectPictures(discord, message?.id ?? '', 4);
  expect(discord.gateway.identifies).toBe(1);
});

test('a lost gateway session costs no job, and a new one is opened', async () => {
  const world = await startWorld();
  const { discord, service } = world;
  service.planTasks({ durationMs: 1_000 });
  const id = await ask(world, 'over the gap');
  discord.gateway.drop({ resumable: false });
  await expectPictures(discord, id, 4);
  await discord.until(
    () => discord.gateway.identifies === 2 && discord.gateway.sessions.some(({ connected }) => connected),
    {
      what: 'a second session',
    },
  );
  await expectPainted(world, 'in the new session');
});

test('an event that Discord sends twice is acted on once', async () => {
  const world = await startWorld();
  const { discord } = world;
  const id = await ask(world, 'only once');
  await expectPictures(discord, id, 4);
  const event = discord.dispatches.find((dispatch) => dispatch.event === 'INTERACTION_CREATE');
  if (!event) throw new Error('no interaction was sent');
  discord.gateway.replay(event);
  await expectLogged(world, 'dropped a repeated interaction');
  expect(requestsOf(discord, 'POST', /callback/)).toHaveLength(1);
  expect(submissionsOf(world, 'only once')).toHaveLength(1);
});

test('what Discord takes no answer for, since its three seconds are over, is not submitted', async () => {
  const world = await startWorld();
  const { discord } = world;
  await expectPainted(world, 'in time');
  discord.gateway.hold();
  const asked = interact(world, 'too late');
  discord.endFirstSeconds();
  discord.gateway.release();
  expect((await asked).answered).toBe(false);
  await expect.poll(() => requestsOf(discord, 'POST', /callback/).map(({ status }) => status)).toContain(404);
  await expectOpenJobs(world, 0);
  expect(submissionsOf(world, 'too late')).toEqual([]);
  expect(discord.messagesIn(discord.world.atelier.channelId)).toHaveLength(1);
});

test('a first answer that fails at first is given all the same', async () => {
  const world = await startWorld();
  const { discord } = world;
  discord.faults.answer({ ...CALLBACK, times: 2 }, { status: 500 });
  const { answered, message } = await interact(world, 'second try');
  expect(answered).toBe(true);
  await expectPictures(discord, message?.id ?? '', 4);
  expect(submissionsOf(world, 'second try')).toHaveLength(1);
});

test('an answer that Discord took but did not confirm is found, and not given twice', async () => {
  const world = await startWorld();
  const { discord } = world;
  discord.faults.cutOff(CALLBACK);
  const { message } = await interact(world, 'unconfirmed');
  await expectPictures(discord, message?.id ?? '', 4);
  expect(submissionsOf(world, 'unconfirmed')).toHaveLength(1);
  expect(discord.messagesIn(discord.world.atelier.channelId)).toHaveLength(1);
});

test('a request whose answer never reached Discord is not submitted, and nothing is left of it', async () => {
  const world = await startWorld();
  const { discord } = world;
  const held = discord.faults.hang({ ...CALLBACK, times: Infinity });
  const asked = interact(world, 'unheard');
  await expect.poll(() => held.waiting).toBeGreaterThan(0);
  discord.endFirstSeconds();
  expect((await asked).answered).toBe(false);
  await expectOpenJobs(world, 0);
  held.release();
  discord.faults.clear();
  await expectPainted(world, 'heard');
  expect(submissionsOf(world, 'unheard')).toEqual([]);
});
