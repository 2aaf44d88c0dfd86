import { expect, test } from 'vitest';
import { startWorld, type World } from '../world/world.ts';
import {
  ask,
  expectLogged,
  expectOpenJobs,
  expectPainted,
  interact,
  openJobs,
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
      timeoutMs: 20_000,
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
  await expectLogged(world, 'dropped an interaction');
  expect(requestsOf(discord, 'POST', /callback/)).toHaveLength(1);
  expect(submissionsOf(world, 'only once')).toHaveLength(1);
});

test('an event that is older than its three seconds when it arrives is not answered, nor submitted', async () => {
  const world = await startWorld();
  const { discord, clock } = world;
  await expectPainted(world, 'in time');
  discord.gateway.hold();
  const asked = interact(world, 'too late');
  clock.advance(5_000);
  discord.gateway.release();
  await expectLogged(world, 'dropped an interaction');
  expect((await asked).answered).toBe(false);
  expect(submissionsOf(world, 'too late')).toEqual([]);
  expect(requestsOf(discord, 'POST', /callback/)).toHaveLength(1);
  expect(await openJobs(world)).toBe(0);
});

test.each([
  ['made ten seconds from now, by a clock that was wrong for a moment', 10_000],
  ['made in a hundred years', 100 * 365 * 86_400_000],
  ['made ten seconds ago', -10_000],
])('one interaction %s does not make Easel deaf to the next', async (_what, aheadMs) => {
  const world = await startWorld();
  const { discord } = world;
  await expectPainted(world, 'before');
  const event = discord.dispatches.find((dispatch) => dispatch.event === 'INTERACTION_CREATE');
  if (!event) throw new Error('no interaction was sent');
  const data = event.data as { id: string; token: string };
  const id = String(BigInt(data.id) + (BigInt(aheadMs) << 22n));
  discord.gateway.replay({ ...event, data: { ...data, id, token: 'nobody-s' } });
  await expectPainted(world, 'after');
  discord.gateway.hold();
  const asked = interact(world, 'during an outage');
  discord.gateway.release();
  await expectPictures(discord, (await asked).message?.id ?? '', 4);
});

test('an interaction whose id is no number is left alone, and the next one is heard', async () => {
  const world = await startWorld();
  const { discord } = world;
  await expectPainted(world, 'before');
  const event = discord.dispatches.find((dispatch) => dispatch.event === 'INTERACTION_CREATE');
  if (!event) throw new Error('no interaction was sent');
  for (const id of ['', 'not-a-number', '-1', '1e9', '9'.repeat(400)])
    discord.gateway.replay({ ...event, data: { ...(event.data as object), id } });
  await expectPainted(world, 'after');
  expect(requestsOf(discord, 'POST', /callback/)).toHaveLength(2);
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
  const { answered } = await interact(world, 'unheard');
  expect(answered).toBe(false);
  await expectOpenJobs(world, 0);
  held.release();
  discord.faults.clear();
  await expectPainted(world, 'heard');
  expect(submissionsOf(world, 'unheard')).toEqual([]);
});

test.each([
  ['by the same process', () => Promise.resolve()],
  [
    'by the next one',
    async (world: World) => {
      await world.stopEasel();
      await world.startEasel();
    },
  ],
])('an answer that Discord shows only after it was looked for in vain is found %s', async (_who, goOn) => {
  // What Discord takes in the last moment.
  const world = await startWorld({ discord: { answerWithinMs: 60_000 } });
  const { discord } = world;
  const held = discord.faults.hang(CALLBACK);
  const lookedInVain = async () => {
    const looks = () => requestsOf(discord, 'GET', /@original/).length;
    const before = looks();
    await discord.until(() => looks() > before, { what: 'a look for the answer', timeoutMs: 20_000 });
  };
  const asked = interact(world, 'shown late');
  await lookedInVain();
  await goOn(world);
  await lookedInVain();
  held.release();
  const { message } = await asked;
  await expectPictures(discord, message?.id ?? '', 4);
  expect(submissionsOf(world, 'shown late')).toHaveLength(1);
});

test('an answer that was taken right before ten minutes of outage is found after them', async () => {
  const world = await startWorld();
  const { discord, clock } = world;
  discord.faults.cutOff({ ...CALLBACK, times: Infinity });
  discord.faults.answer({ route: /./, times: Infinity }, { status: 503 });
  const { message } = await interact(world, 'before the outage');
  const lookedTimes = () => discord.requests.filter(({ method }) => method === 'GET').length;
  const endsAt = clock.now() + 600_000;
  await expect
    .poll(
      () => {
        clock.advance(10_000);
        return clock.now() > endsAt;
      },
      { timeout: 15_000, interval: 20 },
    )
    .toBe(true);
  expect(lookedTimes()).toBeGreaterThan(14);
  discord.faults.clear();
  clock.advance(60_000);
  await expectPictures(discord, message?.id ?? '', 4);
  expect(submissionsOf(world, 'before the outage')).toHaveLength(1);
});
