import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { SERVERS } from '../storage/fresh-server.ts';
import { ask, expectLogged, expectPainted, press } from '../world/asking.ts';
import { program } from '../world/easel-program.ts';
import { keyStatus, NEW_KEY, NO_SHARED_KEY, openAccounts, SERVER_KEY, setKey } from '../world/keys.ts';
import { expectPictures, expectText, textOf } from '../world/messages.ts';
import { startProgramWorld } from '../world/program-world.ts';
import { API_KEY, startWorld, type World } from '../world/world.ts';
import { ENGLISH } from '../../src/messages/language.ts';
import { sealedRows } from '../keys/database.ts';

const newKey = () => randomBytes(32).toString('base64');

/** Runs the command that people run, in a process of its own. */
const forget = ({ env, folder }: World, ...flags: string[]) => {
  const file = join(dirname(program()), 'app/rotate-keys.js');
  const options = { env: { PATH: process.env['PATH'], ...env }, cwd: folder };
  return promisify(execFile)(process.execPath, [file, 'forget', ...flags], options);
};

test('a store without API keys takes another encryption key, with a warning', async () => {
  const world = await startWorld({ env: { ENCRYPTION_KEY: newKey() } });
  await world.stopEasel();
  world.env['ENCRYPTION_KEY'] = newKey();
  await world.startEasel();
  await expectLogged(world, 'taken the present encryption key');
  await expectPainted(world, 'goes on');
});

test('API keys whose encryption key is lost are given up on purpose, and everything else is kept', async () => {
  const world = await startWorld({ env: { ...NO_SHARED_KEY, ENCRYPTION_KEY: newKey() } });
  const { discord, env, folder } = world;
  openAccounts(world);
  await setKey(discord, SERVER_KEY);
  await world.stopEasel();
  delete env['ENCRYPTION_KEY'];
  await expect(world.startEasel()).rejects.toThrow('npm run keys -- forget');
  await world.stopEasel();
  expect(await readdir(folder)).not.toContain('encryption.key');
  env['ENCRYPTION_KEY'] = newKey();
  await expect(world.startEasel()).rejects.toThrow('npm run keys -- forget');
  await world.stopEasel();
  const { stdout } = await forget(world);
  expect(stdout).toContain(`server:${discord.world.atelier.guild.id}`);
  expect(await sealedRows(world)).toEqual([]);
  await world.startEasel();
  expect(textOf(await keyStatus(discord))).toContain(ENGLISH.key.noneAtAll);
  await setKey(discord, SERVER_KEY);
  await expectPainted(world, 'with a key that was set again');
});

test('a shell that does not see the encryption key gives up none, unless all are meant', async () => {
  const world = await startWorld({ env: { ...NO_SHARED_KEY, ENCRYPTION_KEY: newKey() } });
  openAccounts(world);
  await setKey(world.discord, SERVER_KEY);
  await world.stopEasel();
  const { ENCRYPTION_KEY, ...env } = world.env;
  await expect(forget({ ...world, env })).rejects.toThrow(/Nothing was changed.* keys -- forget --all/);
  expect(await sealedRows(world)).toHaveLength(1);
  await world.startEasel();
  await world.stopEasel();
  expect((await forget({ ...world, env }, '--all')).stdout).toContain('Removed the API keys of server:');
  expect(await sealedRows(world)).toEqual([]);
  await world.startEasel();
});

for (const server of SERVERS)
  test.skipIf(!server.available)(
    `on ${server.title}, a key that lies in a file is warned of where it is made`,
    async () => {
      const world = await startProgramWorld({ env: { STORE_URL: await server.fresh() } });
      const warning = 'made an encryption key in a file';
      const first = await world.start();
      expect(first.output()).toContain(warning);
      const other = world.launch({ ENCRYPTION_KEY: newKey() });
      expect(await other.exit).toMatchObject({ code: 1 });
      expect(other.errors()).toContain('This store has another encryption key');
      await first.end('SIGTERM');
      const again = await world.start();
      expect(again.output()).not.toContain(warning);
      await again.end('SIGTERM');
      // A host that keeps no files: nothing is encrypted, so it starts.
      await rm(join(world.folder, 'encryption.key'));
      expect((await world.start()).output()).toContain('taken the present encryption key');
    },
  );

test("a request in progress on the operator's former key is asked for with the present one", async () => {
  const world = await startWorld();
  const { discord, service, env } = world;
  service.setDurations('artgen', { minMs: 2_000, maxMs: 2_000 });
  const id = await ask(world, 'in progress');
  await service.until(() => service.tasks.length === 1, { what: 'a task' });
  await world.stopEasel();
  service.openAccount({ name: 'test', key: NEW_KEY, quota: 1_000 });
  env['IMAGE_API_KEY'] = NEW_KEY;
  await world.startEasel();
  await expectPictures(discord, id, 4);
  expect(service.tasks).toHaveLength(1);
});

test('where the present key does not help, the card says that the key is gone; it is brought once the key is back', async () => {
  const world = await startWorld();
  const { discord, service, env, clock } = world;
  service.setDurations('artgen', { minMs: 2_000, maxMs: 2_000 });
  const id = await ask(world, 'in progress');
  await service.until(() => service.tasks.length === 1, { what: 'a task' });
  await world.stopEasel();
  service.openAccount({ name: 'another', key: NEW_KEY, quota: 1_000 });
  env['IMAGE_API_KEY'] = NEW_KEY;
  await world.startEasel();
  clock.advance(12 * 60_000);
  await expectText(discord, id, ENGLISH.card.keyTrouble.gone.title);
  env['IMAGE_API_KEY'] = API_KEY;
  await world.restart();
  const button = ENGLISH.card.buttons.checkAgain;
  await press(discord, discord.world.member.id, id, button);
  await expectPictures(discord, id, 4);
  expect(service.tasks).toHaveLength(1);
});
