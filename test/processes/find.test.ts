import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { SERVERS } from '../storage/fresh-server.ts';
import { tool } from '../storage/sqlite-tool.ts';
import { ask } from '../world/asking.ts';
import { program } from '../world/easel-program.ts';
import { expectPictures } from '../world/messages.ts';
import { startRunningProgram, type ProgramWorld } from '../world/program-world.ts';

const script = join(dirname(program()), 'app/find.js');

/** What the operator reads while Easel runs. */
const find = async ({ env, folder }: ProgramWorld, name: string): Promise<string> => {
  const options = { env: { PATH: process.env['PATH'], ...env }, cwd: folder };
  return (await promisify(execFile)(process.execPath, [script, name], options)).stdout;
};

const places = [{ title: 'SQLite', available: true, url: undefined }, ...SERVERS];

for (const place of places)
  test.skipIf(!place.available)(
    `a request is found by its task, its message, its link and its job: ${place.title}`,
    async () => {
      const storeUrl = 'fresh' in place ? await place.fresh() : undefined;
      const world = await startRunningProgram({ env: storeUrl === undefined ? {} : { STORE_URL: storeUrl } });
      const { atelier, member } = world.discord.world;
      const messageId = await ask(world, 'a secret fox');
      await expectPictures(world.discord, messageId, 4);
      const link = `https://discord.com/channels/${atelier.guild.id}/${atelier.channelId}/${messageId}`;
      const found = await find(world, messageId);
      const facts = new Map(found.split('\n').map((line) => [line.slice(0, 11).trim(), line.slice(11)]));
      expect(Object.fromEntries(facts)).toMatchObject({
        command: '/imagine',
        state: 'succeeded',
        person: member.id,
        server: atelier.guild.id,
        'paid by': 'IMAGE_API_KEY',
        message: link,
      });
      expect(found).not.toContain('fox');
      for (const name of [link, facts.get('task') ?? '', facts.get('job') ?? ''])
        expect(await find(world, name)).toBe(found);
      await expect(find(world, 'no such thing')).rejects.toMatchObject({
        code: 1,
        stdout:
          'Nothing is known by that name. Requests are kept for JOB_RETENTION_DAYS, and none is kept of people who deleted their data.\n',
      });
    },
  );

test('a task whose request is kept no longer leads to the channel and the message', async () => {
  const world = await startRunningProgram();
  const { atelier } = world.discord.world;
  const messageId = await ask(world, 'a fox');
  await expectPictures(world.discord, messageId, 4);
  const [, jobId = '', task = ''] = /^job +(\S+)\ntask +(\S+)$/m.exec(await find(world, messageId)) ?? [];
  const { query } = await tool(`${world.folder}/easel.sqlite`);
  await expect
    .poll(() => query('DELETE FROM easel WHERE key = ? RETURNING key', `jobs:${jobId}`))
    .toHaveLength(1);
  expect(await find(world, task)).toBe(
    `job        ${jobId}, which is kept no longer\nchannel    ${atelier.channelId}\nmessage    ${messageId}\n`,
  );
});
