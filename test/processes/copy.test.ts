import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ENGLISH } from '../../src/messages/language.ts';
import { checkStore } from '../../src/services/storage/schema.ts';
import { ask, expectLogged, expectOpenJobs, submissionsOf } from '../world/asking.ts';
import { expectPictures, expectText } from '../world/messages.ts';
import { BROKEN, withRows } from '../world/stored-rows.ts';
import { startWorld } from '../world/world.ts';
import { SERVERS } from '../storage/fresh-server.ts';
import { fillStore, rowsOf, run } from './operator-commands.ts';
import { makeFolder, openForTest } from '../storage/storages.ts';

// Each command is a process of its own.
const freshFile = async () => `sqlite://${join(await makeFolder(), 'easel.sqlite')}`;

const STORES = [{ title: 'SQLite', available: true, fresh: freshFile }, ...SERVERS];

/** A world in which one request waits for the image service. */
const withWaiting = async () => {
  const world = await startWorld();
  const { discord, service } = world;
  service.faults.order({ kind: 'rate-limit', retryAfter: 30, operation: 'artgen.submit' });
  const id = await ask(world, 'paid for once');
  await expectLogged(world, 'a submission failed');
  await expectText(discord, id, 'Waiting');
  return { ...world, id, url: world.env['STORE_URL'] ?? '' };
};

for (const [from, source] of STORES.entries()) {
  const target = STORES[(from + 1) % STORES.length] ?? source;
  test.skipIf(!source.available || !target.available)(
    `everything is copied from ${source.title} to ${target.title}, and nothing starts on the old store`,
    async () => {
      const [fromUrl, toUrl] = [await source.fresh(), await target.fresh()];
      await fillStore(fromUrl);
      const before = await rowsOf(fromUrl);
      expect((await run('copy', [fromUrl, toUrl])).stdout).toMatch(/^Copied 2102 rows/);
      expect(await rowsOf(toUrl)).toEqual(before);
      expect(await rowsOf(fromUrl)).toEqual(before);
      await checkStore((await openForTest(toUrl)).database);
      await expect(checkStore((await openForTest(fromUrl)).database)).rejects.toThrow(
        'was copied to another one',
      );
    },
  );
}

test('a request that waited when the backup was made, and was paid for since, is not submitted again', async () => {
  const world = await withWaiting();
  const { discord, service, clock, folder, env, url, id } = world;
  const [backup, restored] = [join(folder, 'saved'), `sqlite://${join(folder, 'restored')}`];
  expect(await run('backup', [backup], env)).toMatchObject({ code: 0 });
  expect((await stat(backup)).mode & 0o777).toBe(0o600);
  expect((await run('backup', [backup], env)).stderr).toContain('already exists');
  clock.advance(31_000);
  await expectPictures(discord, id, 4);
  await expectOpenJobs(world, 0);
  await world.stopEasel();
  env['STORE_URL'] = `sqlite://${backup}`;
  await expect(world.startEasel()).rejects.toThrow('This store is a backup');
  await world.stopEasel();
  expect(await run('copy', [`sqlite://${backup}`, restored])).toMatchObject({ code: 0 });
  env['STORE_URL'] = restored;
  await world.startEasel();
  await expectText(discord, id, ENGLISH.card.unknown.title);
  await expectOpenJobs(world, 0);
  // The first was declined, the second taken.
  expect(submissionsOf(world, 'paid for once')).toHaveLength(2);
  expect(service.tasks).toHaveLength(1);
  expect((await run('copy', [url, restored])).stderr).toContain('Another Easel uses this file');
});

test('a store is copied again after its first copy is lost: the command says so, and no copy submits what waited', async () => {
  const world = await withWaiting();
  const { discord, env, folder, url, id } = world;
  await world.stopEasel();
  const [first, second] = [`sqlite://${folder}/first`, `sqlite://${folder}/second`];
  expect((await run('copy', [url, first])).stdout).not.toContain('copied before');
  await expect(world.startEasel()).rejects.toThrow('was copied to another one');
  await world.stopEasel();
  expect((await run('copy', [url, second])).stdout).toContain('copied before');
  for (const copied of [first, second]) {
    env['STORE_URL'] = copied;
    await world.startEasel();
    await expectText(discord, id, ENGLISH.card.unknown.title);
    await expectOpenJobs(world, 0);
    await world.stopEasel();
  }
  expect(submissionsOf(world, 'paid for once')).toHaveLength(1);
});

test('a copy is made of a store that nobody uses into one that is empty, or nothing is changed', async () => {
  const world = await withWaiting();
  const { url, folder } = world;
  const [filled, fresh] = [await freshFile(), await freshFile()];
  await fillStore(filled);
  const before = await rowsOf(filled);
  expect((await run('copy', [url, fresh])).stderr).toContain('Another Easel uses this file');
  await world.stopEasel();
  expect((await run('copy', [url, filled])).stderr).toContain('not empty');
  expect((await run('copy', [`sqlite://${folder}/typo`, fresh])).stderr).toContain('it has no rows of Easel');
  await withRows(world, { 'open:01JBROKEN': BROKEN });
  expect((await run('copy', [url, fresh])).stderr).toContain('"open:01JBROKEN" can\'t be read');
  expect(await readdir(folder)).not.toContain('typo');
  expect(await rowsOf(filled)).toEqual(before);
  await checkStore((await openForTest(url)).database);
});

test('nothing starts on a copy that was interrupted, nor on rows of another version', async () => {
  const { database } = await openForTest(await freshFile());
  await database.commit([{ key: 'jobs:1', text: '{"value":1}' }]);
  await expect(checkStore(database)).rejects.toThrow('This store is incomplete');
  for (const version of [1, 1_000]) {
    await database.commit([{ key: 'schema', text: JSON.stringify({ version }) }]);
    await expect(checkStore(database)).rejects.toThrow(
      `it has version ${version}, and this Easel needs version`,
    );
  }
});

test('a copy takes its addresses from variables, and from the files that they name', async () => {
  const [from, to] = [await freshFile(), await freshFile()];
  await fillStore(from);
  const file = join(await makeFolder(), 'address');
  await writeFile(file, `${to}\n`);
  const copying = ['STORE_URL', 'NEW_STORE_URL'];
  const refused = await run('copy', copying, { STORE_URL: from });
  expect([refused.code, refused.stderr]).toEqual([1, 'NEW_STORE_URL is not set\n']);
  expect(await run('copy', copying, { STORE_URL: from, NEW_STORE_URL_FILE: file })).toMatchObject({
    code: 0,
  });
  expect(await rowsOf(to)).toEqual(await rowsOf(from));
});

test('a copy refuses what STORE_URL refuses before it opens a store, and trims what it trims', async () => {
  const [from, folder] = [await freshFile(), await makeFolder()];
  await fillStore(from);
  const refused = [`sqlite:///${folder}/four`, 'sqlite://?five', 'sqlite://~/six', 'easel.sqlite', ''];
  for (const address of refused) {
    const reason = 'must be sqlite:// with the path of a file, such as';
    expect((await run('copy', [from, address])).stderr).toContain(`TO ${reason}`);
    expect((await run('copy', [address, from])).stderr).toContain(`FROM ${reason}`);
  }
  const named = await run('copy', [from, 'NEW_STORE_URL'], { NEW_STORE_URL: 'redis://127.0.0.1' });
  expect([named.code, named.stderr]).toEqual([1, expect.stringMatching(/^NEW_STORE_URL can't be on Redis/)]);
  expect(await readdir(folder)).toEqual([]);
  const storage = await openForTest(from);
  await checkStore(storage.database);
  await storage.close();
  expect(await run('copy', [` ${from}`, `sqlite://${folder}/copied `])).toMatchObject({ code: 0 });
  expect(await rowsOf(`sqlite://${folder}/copied`)).toEqual(await rowsOf(from));
});

test('backups in a folder are named by their time, and only the oldest of them are removed', async () => {
  const folder = await makeFolder();
  const env = { STORE_URL: `sqlite://${join(folder, 'easel.sqlite')}`, DATA_DIR: folder };
  await fillStore(env.STORE_URL);
  const backups = join(folder, 'backups/');
  const save = (...more: string[]) => run('backup', [backups, ...more], env);
  expect(await save()).toMatchObject({ code: 0 });
  const [first = ''] = await readdir(backups);
  expect(first).toMatch(/^easel-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z\.backup$/);
  for (const name of ['notes.txt', 'easel.backup']) await writeFile(join(backups, name), '');
  expect(await save()).toMatchObject({ code: 0 });
  expect((await save('--keep', '2')).stdout).toContain(`Removed ${first}`);
  const kept = (await readdir(backups)).sort();
  expect(kept).toHaveLength(4);
  expect(kept).not.toContain(first);
  expect((await save('--keep', '0')).stderr).toContain('whole number');
  expect(await run('backup', [join(folder, 'one'), '--keep', '2'], env)).toMatchObject({ code: 1 });
  const restored = `sqlite://${join(folder, 'restored')}`;
  expect(await run('copy', [`sqlite://${join(backups, kept[0] ?? '')}`, restored])).toMatchObject({
    code: 0,
  });
  expect(await rowsOf(restored)).toEqual(await rowsOf(env.STORE_URL));
});
