import { expect, test } from 'vitest';
import { z } from 'zod';
import { startWorld, type World } from '../world/world.ts';
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
import { HANGS_AFTER_MS } from '../../sandbox/wait.ts';

const CALLBACK = { method: 'POST', route: /\/callback/ };

test('what was asked while the gateway was down for a moment is answered after the resumption', async () => {
  const world = await startWorld({ isHurried: true });
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

const SHORT_LIVED = "a shard's connection doesn't last, trying again";

const linesOf = ({ log }: World, message: string): unknown[] =>
  log.filter((line) => line.includes(`"${message}"`)).map((line): unknown => JSON.parse(line));

const connected = ({ discord }: World) => discord.gateway.sessions.filter((session) => session.connected);

/** Lets pauses pass until something is so. The library pauses as well, for five seconds of real time between two logins. */
const untilPaused = async ({ clock }: World, isSo: () => boolean): Promise<void> => {
  await expect
    .poll(
      () => {
        clock.advance(1_000);
        return isSo();
      },
      { timeout: HANGS_AFTER_MS, interval: 50 },
    )
    .toBe(true);
};

test.each([
  ['its upgrade fails', { status: 502 }, { error: { message: 'Unexpected server response: 502' } }, 0],
  [
    'its upgrade comes too often',
    { status: 429 },
    { error: { message: 'Unexpected server response: 429' } },
    0,
  ],
  ['it hangs up', 'cut', { code: 1006, reason: 'the gateway was not reached, or broke off' }, 0],
  ['it closes each login', { code: 4008 }, { code: 4008, reason: 'RateLimited' }, 2],
  ['it declines each session', 'no session', { reason: 'the gateway gave no session' }, 2],
] as const)(
  'a start while %s makes one session a shard, asks seldom, and says why',
  async (_why, refusal, cause, logins) => {
    const world = await startWorld({ discord: { shards: 2 } });
    const { gateway } = world.discord;
    await world.stopEasel();
    gateway.upgrades = 0;
    gateway.identifies = 0;
    gateway.refusal = refusal;
    const starting = world.startEasel();
    await untilPaused(world, () => gateway.upgrades >= 4 && gateway.identifies >= logins);
    gateway.refusal = undefined;
    const before = gateway.identifies;
    await untilPaused(world, () => connected(world).length === 2);
    await starting;
    expect(
      connected(world)
        .map(({ shardId }) => shardId)
        .sort(),
    ).toEqual([0, 1]);
    expect(gateway.identifies - before).toBe(2);
    expect(linesOf(world, SHORT_LIVED)[0]).toMatchObject({ level: 'warn', ...cause });
    await expectPainted(world, 'with one client');
  },
);

test('connections that fail are asked for less and less often', async () => {
  const world = await startWorld();
  const { discord, clock } = world;
  discord.gateway.refusal = 'cut';
  discord.gateway.drop();
  const waits = () =>
    linesOf(world, SHORT_LIVED).map((line) => z.object({ waitMs: z.number() }).parse(line).waitMs);
  await expect
    .poll(
      () => {
        // Each line is written once a minute.
        clock.advance(61_000);
        return waits();
      },
      { timeout: HANGS_AFTER_MS },
    )
    .toEqual(expect.arrayContaining([4_000, 8_000, 16_000, 30_000]));
  discord.gateway.refusal = undefined;
  await untilPaused(world, () => connected(world).length === 1);
  await expectLogged(world, '"a shard is back"');
});

test('logins that come soon after one another come later and later, though each session stands for a minute', async () => {
  const world = await startWorld();
  const { discord, clock } = world;
  const back = () => linesOf(world, 'a shard is back').length;
  for (const times of [1, 2]) {
    clock.advance(61_000);
    discord.gateway.drop({ resumable: false });
    await untilPaused(world, () => back() === times);
  }
  expect(linesOf(world, SHORT_LIVED)).toMatchObject([{ waitMs: 1_000 }, { waitMs: 2_000 }]);
  expect(discord.gateway.identifies).toBe(3);
});

test('half of the logins of a day are kept for those who restart it, until Discord counts anew', async () => {
  const world = await startWorld({ discord: { sessionStarts: 4 } });
  const { discord, clock } = world;
  const { gateway } = discord;
  const isBackAfterLoss = async (): Promise<void> => {
    gateway.drop({ resumable: false });
    await untilPaused(world, () => connected(world).length === 1);
  };
  await isBackAfterLoss();
  expect(linesOf(world, "many of a day's logins at Discord are used up")).toMatchObject([
    { level: 'warn', remaining: 3, total: 4 },
  ]);
  const page = await fetch(`http://127.0.0.1:${world.httpPort()}/metrics`);
  expect(await page.text()).toContain('easel_discord_logins_left 0.75');

  gateway.drop({ resumable: false });
  const waiting = 'half of the logins of a day are used up: the bot waits for new ones, or for a restart';
  await untilPaused(world, () => linesOf(world, waiting).length > 0);
  for (let hour = 0; hour < 20; hour += 1) {
    clock.advance(3_600_000);
    await expect.poll(() => linesOf(world, waiting).length).toBeGreaterThan(hour + 1);
  }
  expect(gateway.identifies).toBe(2);

  await world.restart();
  expect(gateway.identifies).toBe(3);
  gateway.drop({ resumable: false });
  gateway.identifies = 0;
  await untilPaused(world, () => connected(world).length === 1);
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
  const world = await startWorld({ isHurried: true });
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
