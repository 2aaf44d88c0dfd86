import { expect, test } from 'vitest';
import { sealedRows, withKeys } from '../keys/database.ts';
import { startWorld, type World } from '../world/world.ts';
import { keyStatus, NO_SHARED_KEY, SERVER_KEY, setKey, startKeyed } from '../world/keys.ts';
import { DAY_MS, HOUR_MS } from '../world/durations.ts';
import { textOf } from '../world/messages.ts';
import { BROKEN, rowsLike, withRows } from '../world/stored-rows.ts';
import { errorText } from '../world/words.ts';
import { eventually } from '../world/eventually.ts';

const startWithKey = async () => {
  const world = await startKeyed();
  await setKey(world.discord, SERVER_KEY);
  return world;
};

const looksOf = ({ discord }: World) =>
  discord.requests.filter(({ path }) => path.endsWith('/users/@me/guilds?after=0')).length;

/** Waits for one more look at which servers the bot is in. */
const look = (world: World, seen: number) => eventually(() => expect(looksOf(world)).toBeGreaterThan(seen));

const isHour = (waitMs: number) => waitMs > HOUR_MS / 2 && waitMs <= HOUR_MS;

/** Lets hours go by, each with its look. */
const passHours = async (world: World, count: number): Promise<void> => {
  for (let hour = 0; hour < count; hour += 1) {
    const seen = looksOf(world);
    // An hour that goes by before the next look waits for one would be one too many.
    await eventually(() => {
      if (looksOf(world) === seen && world.clock.waits.some(isHour)) world.clock.advance(HOUR_MS);
      expect(looksOf(world)).toBeGreaterThan(seen);
    });
  }
};

const DELETED = 'deleted the data of a server that the bot has left';
const deletions = ({ log }: World) => log.filter((line) => line.includes(DELETED)).length;
const MARKED = 'its data is deleted in a day';
const marks = ({ log }: World) => log.filter((line) => line.includes(MARKED)).length;

const expectForgotten = (world: World) =>
  eventually(() => {
    world.clock.advance(HOUR_MS);
    expect(deletions(world)).toBe(1);
  });

test('a server that the bot was removed from keeps its key for a day, also over restarts, and loses it then', async () => {
  const world = await startWithKey();
  const { discord, clock } = world;
  discord.removeBot(discord.world.atelier.guild.id);
  await world.restart();
  await eventually(() => expect(marks(world)).toBe(1));
  const markedAt = clock.now();
  await passHours(world, 20);
  expect(clock.now() - markedAt).toBeLessThan(DAY_MS);
  const seen = looksOf(world);
  await world.restart();
  await look(world, seen);
  expect(deletions(world)).toBe(0);
  await expectForgotten(world);
  await world.stopEasel();
  expect(await withKeys(world, (store) => store.entries())).toEqual([]);
});

test('a start deletes nothing, however long ago the bot was removed', async () => {
  const world = await startWithKey();
  const { discord, clock } = world;
  discord.removeBot(discord.world.atelier.guild.id);
  await world.restart();
  await eventually(() => expect(marks(world)).toBe(1));
  await world.stopEasel();
  clock.advance(10 * DAY_MS);
  const seen = looksOf(world);
  await world.startEasel();
  await look(world, seen);
  await world.stopEasel();
  expect(deletions(world)).toBe(0);
  expect(await sealedRows(world)).toHaveLength(1);
});

test('one that comes back within the day finds everything, and has a day again', async () => {
  const world = await startWithKey();
  const { discord, clock } = world;
  const { guild } = discord.world.atelier;
  discord.removeBot(guild.id);
  await world.restart();
  await eventually(() => expect(marks(world)).toBe(1));
  await passHours(world, 2);
  discord.addBot(guild.id);
  await passHours(world, 2);
  clock.advance(2 * DAY_MS);
  discord.removeBot(guild.id);
  await passHours(world, 3);
  expect(deletions(world)).toBe(0);
  discord.addBot(guild.id);
  expect(textOf(await keyStatus(discord))).toContain(SERVER_KEY.slice(-4));
});

test('of many that are gone at once, only a few are deleted in an hour', async () => {
  const world = await startWorld();
  const { clock } = world;
  await world.stopEasel();
  const ids = Array.from({ length: 8 }, (_, index) => `90000000000000000${index}`);
  await withRows(world, Object.fromEntries(ids.map((id) => [`settings:${id}`, BROKEN])));
  await world.startEasel();
  await eventually(() => expect(marks(world)).toBe(8));
  await eventually(() => expect(clock.waits.some(isHour)).toBe(true));
  const seen = looksOf(world);
  clock.advance(DAY_MS + HOUR_MS);
  await look(world, seen);
  await eventually(() => expect(deletions(world)).toBe(3));
  await world.stopEasel();
  expect(deletions(world)).toBe(3);
  expect(await rowsLike(world, 'settings:9*')).toHaveLength(5);
});

for (const namespace of ['settings', 'limits', 'blocklists', 'styles'])
  test(`one that has nothing but an unreadable row in ${namespace} loses it, too`, async () => {
    const world = await startWorld();
    const { discord } = world;
    const { guild } = discord.world.atelier;
    await world.stopEasel();
    const key = `${namespace}:${guild.id}`;
    await withRows(world, { [key]: BROKEN });
    discord.removeBot(guild.id);
    await world.startEasel();
    await eventually(() => expect(marks(world)).toBe(1));
    await expectForgotten(world);
    await world.stopEasel();
    expect(await rowsLike(world, `*${guild.id}*`)).toEqual([]);
  });

test('a server that is merely out of order keeps everything', async () => {
  const world = await startWithKey();
  const { discord } = world;
  discord.setGuildUnavailable(discord.world.atelier.guild.id, true);
  await passHours(world, 26);
  await world.stopEasel();
  expect(await sealedRows(world)).toHaveLength(1);
});

test('when Discord leaves a server out of its list but says nothing for sure, nothing is forgotten', async () => {
  const world = await startWithKey();
  const { discord } = world;
  discord.faults.answer(
    { method: 'GET', route: /^\/users\/@me\/guilds/, times: Infinity },
    { status: 200, body: [] },
  );
  await world.restart();
  await eventually(() => {
    expect(
      discord.requests.some(({ path }) => path.startsWith(`/guilds/${discord.world.atelier.guild.id}`)),
    ).toBe(true);
  });
  await world.stopEasel();
  expect(await sealedRows(world)).toHaveLength(1);
});

test('no key can be kept for a server in which only the commands are', async () => {
  const { discord } = await startWorld({ env: NO_SHARED_KEY });
  const { admin, atelier } = discord.world;
  const { modal } = await discord.as(admin.id).slash(atelier.channelId, 'key set');
  discord.removeBot(atelier.guild.id);
  if (!modal) throw new Error('there is no form');
  const { message } = await discord.as(admin.id).submitModal(modal, { key: SERVER_KEY });
  expect(textOf(message)).toContain(errorText('bot-absent'));
});
