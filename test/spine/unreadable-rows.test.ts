import { z } from 'zod';
import { describe, expect, test, vi } from 'vitest';
import { Calendar } from '../../src/lib/calendar.ts';
import { customId } from '../../src/messages/custom-id.ts';
import { ENGLISH } from '../../src/messages/words/words.ts';
import { tool } from '../storage/sqlite-tool.ts';
import { startWorld, type World } from '../world/world.ts';
import { ask, expectLogged, expectOpenJobs, expectPainted, interact, typeCommand } from '../world/asking.ts';
import { openPanel, openSettings, setNumbers } from '../world/admin-panels.ts';
import { allTextOf, expectPictures, said } from '../world/messages.ts';
import { errorText } from '../world/words.ts';
import { NO_SHARED_KEY, openAccounts, SERVER_KEY, setKey } from '../world/keys.ts';

// Several starts take their time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const metricsOf = async (world: World): Promise<string> =>
  (await fetch(`http://127.0.0.1:${world.httpPort()}/metrics`)).text();

/** Writes rows while Easel does not run. */
const withRows = async ({ folder }: World, rows: Record<string, string>): Promise<void> => {
  const { query } = await tool(`${folder}/easel.sqlite`);
  for (const [key, text] of Object.entries(rows))
    await query(
      'INSERT INTO easel VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
      key,
      text,
    );
};

const rowsLike = async ({ folder }: World, pattern: string): Promise<unknown[]> => {
  const { query } = await tool(`${folder}/easel.sqlite`);
  const rows: unknown = await query('SELECT value FROM easel WHERE key GLOB ?', pattern);
  return z.array(z.unknown()).parse(rows);
};

const BROKEN = '{"value":{"prompt":"half of a r';

test("rows that can't be read do not stop a start: they are kept, counted and told of", async () => {
  const world = await startWorld();
  const { discord } = world;
  const { member, atelier } = discord.world;
  const usage = `usage:${atelier.guild.id} ${new Date(world.clock.now()).toISOString().slice(0, 10)}`;
  await expectPainted(world, 'before');
  await expectOpenJobs(world, 0);
  await world.stopEasel();
  const history = `history:${member.id} ${atelier.guild.id}`;
  const rows = {
    'estimates:artgen fast': BROKEN,
    'drafts:abc': BROKEN,
    [history]: BROKEN,
    [usage]: BROKEN,
    'open:01JBROKEN': BROKEN,
    'keys:0123456789ab': BROKEN,
    'quota:0123': BROKEN,
  };
  await withRows(world, rows);
  await world.startEasel();
  const metrics = await metricsOf(world);
  for (const namespace of ['estimates', 'open', 'keys', 'quota'])
    expect(metrics).toContain(`easel_unreadable_rows_total{namespace="${namespace}"} 1`);
  await expectLogged(world, "can't read a stored row");
  expect(world.log.join('')).not.toContain('half of a r');
  // What is learned and remembered from now on is kept, and so is what stood there.
  await expectPainted(world, 'after');
  await expectOpenJobs(world, 0);
  await world.stopEasel();
  expect(await rowsLike(world, `unreadable:${history}:*`)).toEqual([{ value: BROKEN }]);
  expect(await rowsLike(world, `unreadable:${usage}:*`)).toEqual([{ value: BROKEN }]);
  expect(await rowsLike(world, 'unreadable:estimates:artgen fast:*')).toEqual([{ value: BROKEN }]);
  expect(await rowsLike(world, 'open:01JBROKEN')).toEqual([{ value: BROKEN }]);
  expect(await rowsLike(world, 'keys:0123456789ab')).toEqual([{ value: BROKEN }]);
  expect(JSON.stringify(await rowsLike(world, history))).toContain('jobId');
});

test("a server whose key's row can't be read is not paid for by another key, and may set another", async () => {
  const world = await startWorld({ env: NO_SHARED_KEY });
  const { discord } = world;
  openAccounts(world);
  await setKey(discord, SERVER_KEY);
  await expectLogged(world, 'set an API key');
  await world.stopEasel();
  const owner = `keys:server:${discord.world.atelier.guild.id}`;
  await withRows(world, { [owner]: BROKEN });
  await world.startEasel();
  await ask(world, 'without a key');
  await expectLogged(world, 'a command failed');
  world.log.length = 0;
  await setKey(discord, SERVER_KEY);
  await expectLogged(world, 'set an API key');
  await expectPainted(world, 'with a key');
  await expectOpenJobs(world, 0);
  await world.stopEasel();
  expect(await rowsLike(world, `unreadable:${owner}:*`)).toEqual([{ value: BROKEN }]);
});

test("a time zone that this Node doesn't know keeps nobody from anything, and its server can choose another", async () => {
  const world = await startWorld();
  const { discord } = world;
  const { atelier, admin, member } = discord.world;
  await setNumbers(world, { personDaily: '1' });
  await world.stopEasel();
  const unknown = { timeZone: 'Atlantis/Capital' };
  await withRows(world, { [`guilds:${atelier.guild.id}`]: JSON.stringify({ value: unknown }) });
  await world.startEasel();
  await expectPainted(world, 'the one of today');
  const { message: refusal } = await interact(world, 'one too many');
  const resetsAt = new Calendar('UTC').dayOf(world.clock.now()).endsAt;
  expect(refusal?.content).toBe(errorText('person-daily-limit', { limit: 1, used: 1, resetsAt }));
  const asAdmin = { personId: admin.id };
  for (const command of ['limits', 'usage', 'key status'])
    expect(allTextOf((await typeCommand(world, command, {}, asAdmin)).message)).toMatch(/\b1\b/);
  const { settings } = ENGLISH;
  const panel = await openSettings(discord, 'people');
  const shown = settings.unknownTimeZone(unknown.timeZone);
  expect(said(discord, panel)).toContain(`**${settings.names['time-zone']}**: ${shown}`);
  const ban = await typeCommand(world, 'blocklist bar', { person: member.id, until: '2999-12-31' }, asAdmin);
  expect(ban.message?.content).toContain(`<@${member.id}>`);
  expect(world.log.join('')).not.toContain('a command failed');
});

for (const [what, settings] of [
  ["settings can't be read", BROKEN],
  ['time zone no longer exists', JSON.stringify({ value: { timeZone: 'Atlantis/Capital' } })],
] as const)
  test(`a job of a server whose ${what} is brought, counted and closed`, async () => {
    const world = await startWorld();
    const { discord, service } = world;
    const { atelier } = discord.world;
    service.setDurations('artgen', { minMs: 2_000, maxMs: 2_000 });
    const id = await ask(world, 'before');
    await service.until(() => service.tasks.length === 1, { what: 'a task', timeoutMs: 5_000 });
    await world.stopEasel();
    await withRows(world, { [`guilds:${atelier.guild.id}`]: settings });
    await world.startEasel();
    await expectPictures(discord, id, 4);
    await expectOpenJobs(world, 0);
    await world.stopEasel();
    expect(JSON.stringify(await rowsLike(world, `usage:${atelier.guild.id} *`))).toContain('succeeded');
  });

const refusalOf = async (world: World): Promise<string | undefined> =>
  (await interact(world, 'a fox')).message?.content;

const ROW_NAMES = {
  settings: 'guilds',
  limits: 'limits',
  blocklist: 'blocklists',
  defaults: 'people',
} as const;
type Choices = keyof typeof ROW_NAMES;

/** An Easel that finds a row that it can't read where an admin or the member chose something. */
const withUnreadable = async (of: Choices): Promise<World> => {
  const world = await startWorld();
  await world.stopEasel();
  const { member, atelier } = world.discord.world;
  const key = of === 'defaults' ? member.id : atelier.guild.id;
  await withRows(world, { [`${ROW_NAMES[of]}:${key}`]: BROKEN });
  await world.startEasel();
  return world;
};

/** Nothing was paid for, each refusal names the way out, and what could not be read is kept. */
const expectWayOut = async (of: Choices, wayOut: (world: World) => Promise<unknown>): Promise<void> => {
  const world = await withUnreadable(of);
  expect(await refusalOf(world)).toBe(errorText('unreadable-choices', { of }));
  expect(world.service.submissions).toEqual([]);
  await wayOut(world);
  await expectPainted(world, 'a hare');
  await expectOpenJobs(world, 0);
  expect(world.log.join('')).not.toContain('a command failed');
  await world.stopEasel();
  expect(await rowsLike(world, `unreadable:${ROW_NAMES[of]}:*`)).toEqual([{ value: BROKEN }]);
};

const { unreadable } = ENGLISH.panels;

describe('where the row of what people chose is unreadable', () => {
  test("nothing is submitted until an admin has changed the server's settings", () =>
    expectWayOut('settings', async (world) => {
      const { discord } = world;
      const { admin } = discord.world;
      const id = await openSettings(discord, 'people');
      expect(discord.message(id)?.content).toBe(unreadable);
      await discord.as(admin.id).select(id, customId('settings', 'language'), ['de']);
      expect(discord.message(id)?.content).toBe('');
    }));

  test("nothing is submitted until an admin has changed the server's limits", () =>
    expectWayOut('limits', async (world) => {
      const { content } = await openPanel(world, 'limits');
      expect(content).toBe(unreadable);
      expect(await setNumbers(world, { personDaily: '7' })).toContain('**7**');
    }));

  test('nothing is submitted until an admin has added to the blocklist; what only removes leaves it as it is', () =>
    expectWayOut('blocklist', async (world) => {
      const { admin, member } = world.discord.world;
      const asAdmin = { personId: admin.id };
      const unbar = await typeCommand(world, 'blocklist unbar', { person: member.id }, asAdmin);
      const refusal = errorText('unreadable-choices', { of: 'blocklist' });
      expect(unbar.message?.content).toBe(refusal);
      expect(await refusalOf(world)).toBe(refusal);
      await typeCommand(world, 'blocklist add', { rule: 'a weasel' }, asAdmin);
    }));

  test('nothing is submitted for a person until they have chosen their defaults again', () =>
    expectWayOut('defaults', async (world) => {
      const { discord } = world;
      const { message } = await typeCommand(world, 'defaults');
      expect(message?.content).toBe(unreadable);
      const id = message?.id ?? '';
      await discord.as(discord.world.member.id).select(id, customId('default', 'mode'), ['relaxed']);
      expect(discord.message(id)?.content).toBe('');
    }));
});
