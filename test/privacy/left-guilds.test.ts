import { expect, test, vi } from 'vitest';
import { sealedRows, withKeys } from '../keys/database.ts';
import { startWorld, type World } from '../world/world.ts';
import { keyStatus, NO_SHARED_KEY, SERVER_KEY, setKey, startKeyed } from '../world/keys.ts';
import { DAY_MS, HOUR_MS } from '../world/durations.ts';
import { said, textOf } from '../world/messages.ts';
import { BROKEN, rowsLike, withRows } from '../world/stored-rows.ts';
import { ask } from '../world/asking.ts';
import { errorText } from '../world/words.ts';
import { ENGLISH } from '../../src/messages/words/words.ts';

const startWithKey = async () => {
  const world = await startKeyed();
  await setKey(world.discord, SERVER_KEY);
  return world;
};

/** Lets hours go by until Easel has looked that often at which servers it is in. */
const passMembershipChecks = async ({ clock, discord }: World, count: number): Promise<void> => {
  const checks = () =>
    discord.requests.filter(({ path }) => path.endsWith('/users/@me/guilds?after=0')).length;
  const wanted = checks() + count;
  await vi.waitFor(
    () => {
      clock.advance(HOUR_MS);
      expect(checks()).toBeGreaterThanOrEqual(wanted);
    },
    { timeout: 15_000 },
  );
};

const expectForgotten = (world: World) =>
  vi.waitFor(
    () => {
      expect(world.log.join('')).toContain('deleted the data of a server that the bot has left');
    },
    { timeout: 20_000 },
  );

test('a server that the bot was removed from loses its key within a day', async () => {
  const world = await startWithKey();
  const { discord, clock } = world;
  const removedAt = clock.now();
  discord.removeBot(discord.world.atelier.guild.id);
  await vi.waitFor(
    () => {
      clock.advance(HOUR_MS);
      expect(world.log.join('')).toContain('deleted the data of a server that the bot has left');
    },
    { timeout: 20_000 },
  );
  expect(clock.now() - removedAt).toBeLessThan(DAY_MS);
  await world.stopEasel();
  expect(await withKeys(world, (store) => store.entries())).toEqual([]);
});

test('so does one that it was removed from while it did not run, and starts from nothing when it comes back', async () => {
  const world = await startWithKey();
  const { discord } = world;
  const { guild } = discord.world.atelier;
  await world.stopEasel();
  discord.removeBot(guild.id);
  await world.startEasel();
  await expectForgotten(world);
  discord.addBot(guild.id);
  expect(textOf(await keyStatus(discord))).toContain(ENGLISH.key.noneAtAll);
  expect(said(discord, await ask({ discord }, 'a fox'))).toContain(errorText('no-key', { inServer: true }));
});

for (const namespace of ['settings', 'limits', 'blocklists', 'styles'])
  test(`so does one that has nothing but an unreadable row in ${namespace}`, async () => {
    const world = await startWorld();
    const { discord } = world;
    const { guild } = discord.world.atelier;
    await world.stopEasel();
    const key = `${namespace}:${guild.id}`;
    await withRows(world, { [key]: BROKEN });
    discord.removeBot(guild.id);
    await world.startEasel();
    await expectForgotten(world);
    await world.stopEasel();
    expect(await rowsLike(world, `*${guild.id}*`)).toEqual([]);
  });

test('a server that is merely out of order keeps everything', async () => {
  const world = await startWithKey();
  const { discord } = world;
  discord.setGuildUnavailable(discord.world.atelier.guild.id, true);
  await passMembershipChecks(world, 24);
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
  await vi.waitFor(() => {
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
