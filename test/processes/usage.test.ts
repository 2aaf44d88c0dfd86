import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { SERVERS } from '../storage/fresh-server.ts';
import { ask } from '../world/asking.ts';
import { ENGLISH } from '../../src/messages/language.ts';
import { expectPictures, expectText } from '../world/messages.ts';
import { program } from '../world/easel-program.ts';
import { startProgramWorld, startRunningProgram, type ProgramWorld } from '../world/program-world.ts';

const script = join(dirname(program()), 'app/usage.js');

/** What the operator reads while Easel runs. */
const bill = async ({ env, folder }: ProgramWorld, ...options: string[]): Promise<string[]> => {
  const variables = { PATH: process.env['PATH'], ...env };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [script, ...options], {
    ...{ env: variables, cwd: folder },
  });
  const name = env['STORE_URL']?.split(/[@/]/).at(-1) ?? '';
  expect(stderr).toMatch(new RegExp(`^From .*${name}\n$`));
  return stdout.trimEnd().split('\n');
};

const places = [{ title: 'SQLite', available: true, url: undefined }, ...SERVERS];

for (const place of places)
  test.skipIf(!place.available)(`the bill has all that the service took: ${place.title}`, async () => {
    const storeUrl = 'fresh' in place ? await place.fresh() : undefined;
    const world = await startRunningProgram({ env: storeUrl === undefined ? {} : { STORE_URL: storeUrl } });
    const { atelier, gallery, member, admin } = world.discord.world;
    await expectPictures(world.discord, await ask(world, 'one'), 4);
    await expectPictures(world.discord, await ask(world, 'two', { place: 'direct' }), 4);
    const elsewhere = { channelId: gallery.channelId };
    world.service.planTasks({ failReason: 'no' });
    await expectText(world.discord, await ask(world, 'three', elsewhere), ENGLISH.card.couldNotMake);
    world.service.faults.order({ kind: 'cut-off', operation: 'artgen.submit', moment: 'after' });
    await expectText(world.discord, await ask(world, 'four', elsewhere), ENGLISH.card.unknown.title);
    world.service.faults.order({ kind: 'status', status: 400, operation: 'artgen.submit' });
    await expectText(world.discord, await ask(world, 'not taken', elsewhere), ENGLISH.card.declined);
    world.service.planTasks({ durationMs: 3_600_000 });
    await ask(world, 'in progress', { ...elsewhere, personId: admin.id });
    const month = new Date().toISOString().slice(0, 7);
    const counts = 'requests,succeeded,failed,unconfirmed,with IMAGE_API_KEY';
    await expect
      .poll(() => bill(world, '--csv'))
      .toEqual([
        `month,server,${counts}`,
        `${month},${gallery.guild.id},4,0,2,2,3`,
        `${month},${atelier.guild.id},1,1,0,0,1`,
        `${month},direct messages,1,1,0,0,1`,
      ]);
    expect(world.service.tasks).toHaveLength(5);
    expect(await bill(world, '--csv', '--people', '--month', month)).toEqual([
      `month,person,${counts}`,
      `${month},${member.id},5,2,2,1,4`,
      `${month},${admin.id},1,0,0,1,1`,
    ]);
    const [headings = '', ...lines] = await bill(world);
    expect(headings).toMatch(/^month\s+server\s+requests\s+succeeded/);
    expect(lines).toHaveLength(3);
    expect(await bill(world, '--month', '2020-02')).toHaveLength(1);
    // The key was replaced since, or isn't set in this shell: what was paid, was paid.
    const before = await bill(world, '--csv');
    for (const IMAGE_API_KEY of ['another-key-0123456789', ''])
      expect(await bill({ ...world, env: { ...world.env, IMAGE_API_KEY } }, '--csv')).toEqual(before);
  });

test('a store that is not there is named, instead of a bill of nothing', async () => {
  const world = await startProgramWorld();
  const url = `sqlite://${world.folder}/elsewhere.sqlite`;
  await expect(bill({ ...world, env: { ...world.env, STORE_URL: url } })).rejects.toThrow(
    /elsewhere\.sqlite: there is no store of Easel/,
  );
});
