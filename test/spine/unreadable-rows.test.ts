import { expect, test } from 'vitest';
import { Calendar } from '../../src/lib/calendar.ts';
import { ENGLISH } from '../../src/messages/words/words.ts';
import { startWorld, type World } from '../world/world.ts';
import { ask, expectLogged, expectOpenJobs, expectPainted, interact, typeCommand } from '../world/asking.ts';
import { openSettings, setNumbers } from '../world/admin-panels.ts';
import { allTextOf, expectPictures, said } from '../world/messages.ts';
import { errorText } from '../world/words.ts';
import { BROKEN, rowsLike, withRows } from '../world/stored-rows.ts';

const metricsOf = async (world: World): Promise<string> =>
  (await fetch(`http://127.0.0.1:${world.httpPort()}/metrics`)).text();

test("rows that can't be read are logged and counted, read as nothing, and are written again", async () => {
  const world = await startWorld();
  const { member, atelier } = world.discord.world;
  await world.stopEasel();
  const day = new Date(world.clock.now()).toISOString().slice(0, 10);
  const history = `history:${member.id} ${atelier.guild.id}`;
  await withRows(world, {
    'estimates:artgen fast': BROKEN,
    'keys:0123456789ab': BROKEN,
    [`usage:${atelier.guild.id} ${day}`]: BROKEN,
    [`people:${member.id}`]: BROKEN,
    [`erased:${member.id}`]: BROKEN,
    [history]: BROKEN,
  });
  await world.startEasel();
  const metrics = await metricsOf(world);
  for (const namespace of ['estimates', 'keys'])
    expect(metrics).toContain(`easel_unreadable_rows_total{namespace="${namespace}"} 1`);
  await expectLogged(world, "can't read a stored row");
  await expectPainted(world, 'a fox');
  await expectOpenJobs(world, 0);
  expect(world.log.join('')).not.toContain('half of a r');
  await world.stopEasel();
  expect(JSON.stringify(await rowsLike(world, history))).toContain('jobId');
});

for (const namespace of ['guilds', 'limits', 'blocklists', 'keys:server'])
  test(`while a server's row in ${namespace} can't be read, its requests and changes are refused and nothing is paid`, async () => {
    const world = await startWorld();
    const { admin, atelier } = world.discord.world;
    await world.stopEasel();
    const row = `${namespace}:${atelier.guild.id}`;
    await withRows(world, { [row]: BROKEN });
    await world.startEasel();
    expect((await interact(world, 'a fox')).message?.content).toContain('Something went wrong');
    await expectLogged(world, 'a command failed');
    await typeCommand(world, 'blocklist add', { rule: 'a weasel' }, { personId: admin.id });
    expect(world.service.submissions).toEqual([]);
    await world.stopEasel();
    expect(await rowsLike(world, row)).toEqual([{ value: BROKEN }]);
  });

test("an open job that can't be read refuses the start, since it may be paid for", async () => {
  const world = await startWorld();
  await world.stopEasel();
  await withRows(world, { 'open:01JBROKEN': BROKEN });
  await expect(world.startEasel()).rejects.toThrow('The stored row "open:01JBROKEN" can\'t be read');
  expect(await rowsLike(world, 'open:01JBROKEN')).toEqual([{ value: BROKEN }]);
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
  expect(refusal?.content).toContain(errorText('person-daily-limit', { limit: 1, used: 1, resetsAt }));
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

test("a job of a server whose settings can't be read is brought, counted and closed", async () => {
  const world = await startWorld();
  const { discord, service } = world;
  const { atelier } = discord.world;
  service.setDurations('artgen', { minMs: 2_000, maxMs: 2_000 });
  const id = await ask(world, 'before');
  await service.until(() => service.tasks.length === 1, { what: 'a task', timeoutMs: 20_000 });
  await world.stopEasel();
  await withRows(world, { [`guilds:${atelier.guild.id}`]: BROKEN });
  await world.startEasel();
  await expectPictures(discord, id, 4);
  await expectOpenJobs(world, 0);
  await world.stopEasel();
  expect(JSON.stringify(await rowsLike(world, `usage:${atelier.guild.id} *`))).toContain('succeeded');
});
