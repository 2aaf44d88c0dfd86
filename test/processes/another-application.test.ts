import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startDiscord } from '../../sandbox/discord/index.ts';
import { startProgramWorld } from '../world/program-world.ts';
import { openApi } from '../world/open-api.ts';
import { expectPictures } from '../world/messages.ts';
import { ask } from '../world/asking.ts';
import { SERVERS } from '../storage/fresh-server.ts';
import { rowsOf, run } from './operator-commands.ts';
import { makeFolder } from '../storage/storages.ts';

// Each command is a process of its own.
const STORES = [
  {
    title: 'SQLite',
    available: true,
    fresh: async () => `sqlite://${join(await makeFolder(), 'easel.sqlite')}`,
  },
  ...SERVERS,
];

/** A Discord whose bot is another application's, in none of the servers of the first. */
const startOtherDiscord = async () => {
  const discord = await startDiscord({ rateLimits: 'off', openApi });
  onTestFinished(() => discord.stop());
  return discord;
};

for (const { title, available, fresh } of STORES)
  test.skipIf(!available)(
    `a store on ${title} is refused to the token of another application, before anything is read or removed`,
    async () => {
      const url = await fresh();
      const world = await startProgramWorld({ env: { STORE_URL: url } });
      const { discord } = world;
      const first = await world.start();
      await expectPictures(discord, await ask(world, 'ours'), 4);
      const other = await startOtherDiscord();
      const strange = { DISCORD_TOKEN: other.botToken, DISCORD_API_URL: other.apiUrl };
      const sentence = `This store belongs to the application ${discord.applicationId}, and DISCORD_TOKEN to the application ${other.applicationId}.`;
      // Beside a process that runs: a standby, or on SQLite the doctor alone.
      if (title !== 'SQLite') {
        const standby = world.launch(strange);
        expect(await standby.exit).toMatchObject({ code: 1 });
        expect(standby.output() + standby.errors()).toContain(sentence);
      }
      const doctor = await run('doctor', [], { ...world.env, ...strange });
      expect([doctor.code, doctor.stdout]).toEqual([
        1,
        expect.stringContaining(`✖ application: ${sentence}`),
      ]);
      expect((await run('doctor', [], world.env)).stdout).toContain('✔ application');
      await first.end('SIGTERM');
      const before = await rowsOf(url);
      await rm(join(world.folder, 'encryption.key'));
      const refused = world.launch(strange);
      expect(await refused.exit).toMatchObject({ code: 1 });
      expect(refused.errors()).toContain(sentence);
      expect(await rowsOf(url)).toEqual(before);
      expect(other.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
      await expect(rm(join(world.folder, 'encryption.key'))).rejects.toThrow('ENOENT');
    },
  );

test('a store is handed over to another application on purpose, by a copy', async () => {
  const world = await startProgramWorld();
  const { env, folder, discord } = world;
  await (await world.start()).end('SIGTERM');
  const other = await startOtherDiscord();
  const strange = { DISCORD_TOKEN: other.botToken, DISCORD_API_URL: other.apiUrl };
  const [kept, handed] = [`sqlite://${folder}/kept.sqlite`, `sqlite://${folder}/handed.sqlite`];
  expect(await run('copy', [env['STORE_URL'] ?? '', kept])).toMatchObject({ code: 0 });
  const refused = world.launch({ ...strange, STORE_URL: kept });
  await refused.exit;
  expect(refused.errors()).toContain(`belongs to the application ${discord.applicationId}`);
  expect(await run('copy', [kept, handed, '--new-application'])).toMatchObject({ code: 0 });
  const taken = world.launch({ ...strange, STORE_URL: handed });
  await taken.ready;
  await taken.end('SIGTERM');
  const back = world.launch({ STORE_URL: handed });
  await back.exit;
  expect(back.errors()).toContain(`belongs to the application ${other.applicationId}`);
});

test('a token that names another ID than its application, as very old ones do, is asked about', async () => {
  const world = await startProgramWorld({
    discord: { botToken: `${Buffer.from('100000000000000000').toString('base64url')}.an-old.token` },
  });
  for (let start = 0; start < 2; start += 1) await (await world.start()).end('SIGTERM');
});
