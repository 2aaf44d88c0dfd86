import { expect, test } from 'vitest';
import { Calendar } from '../../src/lib/calendar.ts';
import { ENGLISH } from '../../src/messages/words/words.ts';
import { startWorld, type World } from '../world/world.ts';
import { ask, expectLogged, expectOpenJobs, expectPainted, interact, typeCommand } from '../world/asking.ts';
import { openSettings, setNumbers } from '../world/admin-panels.ts';
import { allTextOf, expectPictures, said } from '../world/messages.ts';
import { errorText } from '../world/words.ts';
import { BROKEN, rowsLike, withRows } from '../world/stored-rows.ts';

// Several starts take their time on a busy machine.
const metricsOf = async (world: World): Promise<string> =>
  (await fetch(`http://127.0.0.1:${world.httpPort()}/metrics`)).text();

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
    await service.until(() => service.tasks.length === 1, { what: 'a task', timeoutMs: 20_000 });
    await world.stopEasel();
    await withRows(world, { [`guilds:${atelier.guild.id}`]: settings });
    await world.startEasel();
    await expectPictures(discord, id, 4);
    await expectOpenJobs(world, 0);
    await world.stopEasel();
    expect(JSON.stringify(await rowsLike(world, `usage:${atelier.guild.id} *`))).toContain('succeeded');
  });
