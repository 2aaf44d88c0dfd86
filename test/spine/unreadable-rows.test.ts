import { expect, test } from 'vitest';
import { startWorld, type World } from '../world/world.ts';
import { expectLogged, expectOpenJobs, expectPainted, interact, typeCommand } from '../world/asking.ts';
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
    'apiKeys:0123456789ab': BROKEN,
    [`usage:${atelier.guild.id} ${day}`]: BROKEN,
    [`profiles:${member.id}`]: BROKEN,
    [`erased:${member.id}`]: BROKEN,
    [history]: BROKEN,
  });
  await world.startEasel();
  const metrics = await metricsOf(world);
  for (const namespace of ['estimates', 'apiKeys'])
    expect(metrics).toContain(`easel_unreadable_rows_total{namespace="${namespace}"} 1`);
  await expectLogged(world, "can't read a stored row");
  await expectPainted(world, 'a fox');
  await expectOpenJobs(world, 0);
  expect(world.log.join('')).not.toContain('half of a r');
  await world.stopEasel();
  expect(JSON.stringify(await rowsLike(world, history))).toContain('jobId');
});

for (const namespace of ['settings', 'limits', 'blocklists', 'apiKeys:server', 'operator'])
  test(`while a row in ${namespace} can't be read, requests and changes are refused and nothing is paid`, async () => {
    const world = await startWorld();
    const { admin, atelier } = world.discord.world;
    await world.stopEasel();
    const row = namespace === 'operator' ? 'operator:all' : `${namespace}:${atelier.guild.id}`;
    await withRows(world, { [row]: BROKEN });
    await world.startEasel();
    const { message } = await interact(world, 'a fox');
    const reference = /Something went wrong.*`([0-9a-f]{8})`/s.exec(message?.content ?? '')?.[1];
    await expectLogged(world, `a command failed`);
    expect(world.log.find((line) => line.includes('a command failed'))).toContain(
      `"reference":"${reference}"`,
    );
    await typeCommand(world, 'blocklist', {}, { personId: admin.id });
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
