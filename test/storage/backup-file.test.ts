import { randomBytes } from 'node:crypto';
import { access, lstat, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { encryptionKeyFile } from '../../src/services/accounts/encryption-key.ts';
import { parseKeyRow } from '../../src/services/accounts/key-rows.ts';
import { seal } from '../../src/services/accounts/sealing.ts';
import { SCHEMA_VERSION } from '../../src/services/storage/migrations.ts';
import { fillStore, rowsOf, run } from './operator-commands.ts';
import { makeFolder, openForTest, parseNumber } from './storages.ts';

// Each command is a process of its own.
vi.setConfig({ testTimeout: 90_000 });

describe('A backup', () => {
  let url: string;
  let folder: string;
  let file: string;
  let env: Record<string, string>;
  beforeEach(async () => {
    folder = await makeFolder();
    url = `sqlite://${join(folder, 'easel.sqlite')}`;
    file = join(folder, 'saved');
    env = { STORE_URL: url, DATA_DIR: folder };
    await fillStore(url);
  });
  /** An empty place, and the environment that names it to the commands. */
  const elsewhere = async () => {
    const other = await makeFolder();
    const target = join(other, 'easel.sqlite');
    return { other, target, env: { STORE_URL: `sqlite://${target}`, DATA_DIR: other } };
  };
  const exists = (path: string): Promise<boolean> =>
    access(path).then(
      () => true,
      () => false,
    );
  const sealAKey = async (encryptionKey: Buffer): Promise<void> => {
    const storage = await openForTest(url);
    const binding = { owner: 'server:1', keyRef: 'ref' };
    const sealed = seal('an API key', binding, encryptionKey, randomBytes(12));
    await storage.open('keys', parseKeyRow).set('ref', { kind: 'sealed', owner: binding.owner, sealed });
    await storage.close();
  };

  it.each<[string, (bytes: Buffer) => Buffer]>([
    ['cut short', (bytes) => bytes.subarray(0, bytes.length - 100)],
    ['cut short to its beginning', (bytes) => bytes.subarray(0, 10)],
    ['empty', () => Buffer.alloc(0)],
    ['something else', () => Buffer.from('these are notes')],
    ['something else in the same wrapping', () => gzipSync('these are notes\n')],
    ['changed', (bytes) => gzipSync(gunzipSync(bytes).toString().replace('jobs:j1"', 'jobs:j9999"'))],
    [
      'without a row',
      (bytes) =>
        gzipSync(
          gunzipSync(bytes)
            .toString()
            .replace(/\n\["jobs:j7".*/, ''),
        ),
    ],
    ['with something after its end', (bytes) => gzipSync(`${gunzipSync(bytes).toString()}["jobs:x","{}"]\n`)],
  ])('that is %s is refused before anything is written', async (_, spoil) => {
    expect(await run('backup', [file], env)).toMatchObject({ code: 0 });
    await writeFile(file, spoil(await readFile(file)));
    const { target, env: there } = await elsewhere();
    const refused = await run('restore', [file], there);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toMatch(/is damaged|isn't a backup/);
    expect(await exists(target)).toBe(false);
  });

  it('takes the place of what is there only when it is told to, and then keeps a copy', async () => {
    expect(await run('backup', [file], env)).toMatchObject({ code: 0 });
    const storage = await openForTest(url);
    await storage.open('one', parseNumber).set('later', 1);
    await storage.close();
    const refused = await run('restore', [file], env);
    expect(refused.stderr).toContain('This store is not empty');
    expect((await rowsOf(url)).has('one:later')).toBe(true);
    expect(await run('restore', [file, '--replace'], env)).toMatchObject({ code: 0 });
    expect((await rowsOf(url)).has('one:later')).toBe(false);
    const copy = (await readdir(folder)).find((name) => /\.before-[\dTZ-]+$/.test(name)) ?? '';
    expect((await rowsOf(`sqlite://${join(folder, copy)}`)).has('one:later')).toBe(true);
  });

  it('that was restored by half keeps Easel from starting, until it is restored wholly', async () => {
    expect(await run('backup', [file], env)).toMatchObject({ code: 0 });
    const { env: there } = await elsewhere();
    const storage = await openForTest(there.STORE_URL);
    await storage.rows.writeSchema({ version: SCHEMA_VERSION, filling: 'npm run restore' });
    await storage.rows.write([{ key: 'jobs:j1', text: '{"value":"half"}' }]);
    await storage.close();
    expect(await run('backup', [join(folder, 'half')], there)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('This store is incomplete') as string,
    });
    expect(await run('restore', [file], there)).toMatchObject({ code: 0 });
    expect(await rowsOf(there.STORE_URL)).toEqual(await rowsOf(url));
  });

  it('of a newer Easel is refused', async () => {
    const storage = await openForTest(url);
    await storage.rows.writeSchema({ version: SCHEMA_VERSION + 1 });
    await storage.close();
    expect((await run('backup', [file], env)).stderr).toContain('A newer Easel has written this store');
    expect(await exists(file)).toBe(false);
  });

  it('is not written over another file, nor by half', async () => {
    await writeFile(file, 'another one');
    expect((await run('backup', [file], env)).stderr).toContain('already exists');
    expect(await readFile(file, 'utf8')).toBe('another one');
    const nowhere = await run('backup', [join(folder, 'no', 'where')], env);
    expect(nowhere.stderr).toContain("can't be written: the path leads nowhere");
    const full = await run('backup', ['/dev/full/backup'], env);
    expect(full).toMatchObject({ code: 1 });
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('is for its owner alone, whatever somebody else has put in its way', async () => {
    const elsewhereFile = join(folder, 'for everybody');
    await writeFile(elsewhereFile, '', { mode: 0o666 });
    await symlink(elsewhereFile, `${file}.part`);
    expect(await run('backup', [file], env)).toMatchObject({ code: 0 });
    const { mode } = await lstat(file);
    expect((mode & 0o777).toString(8)).toBe('600');
    expect(await readFile(elsewhereFile, 'utf8')).toBe('');
  });

  it('of a file that is not there makes none', async () => {
    const { target, env: there } = await elsewhere();
    expect((await run('backup', [file], there)).stderr).toContain("the file doesn't exist");
    expect((await run('move-store', [there.STORE_URL, url])).stderr).toContain("the file doesn't exist");
    expect(await exists(target)).toBe(false);
  });

  it('with its encryption key is all that is needed, and says so', async () => {
    const key = randomBytes(32);
    await writeFile(encryptionKeyFile(folder), `${key.toString('base64')}\n`, { mode: 0o600 });
    await sealAKey(key);
    const saved = await run('backup', [file, '--with-key'], env);
    expect(saved.stdout).toContain('THIS BACKUP CONTAINS THE ENCRYPTION KEY');
    const { other, env: there } = await elsewhere();
    expect(await run('restore', [file], there)).toMatchObject({ code: 0 });
    expect((await readFile(encryptionKeyFile(other), 'utf8')).trim()).toBe(key.toString('base64'));
    expect((await stat(encryptionKeyFile(other))).mode & 0o777).toBe(0o600);
  });

  it('without its encryption key is refused where another one is, or none', async () => {
    const key = randomBytes(32);
    await sealAKey(key);
    const withKey = { ...env, ENCRYPTION_KEY: key.toString('base64') };
    const saved = await run('backup', [file], withKey);
    expect(gunzipSync(await readFile(file)).toString()).not.toContain(key.toString('base64'));
    expect(saved.stdout).toContain('Keep a copy of your ENCRYPTION_KEY in another place');
    const { target, env: there } = await elsewhere();
    expect((await run('restore', [file], there)).stderr).toContain(
      'a key that is neither here nor in the backup',
    );
    const another = { ...there, ENCRYPTION_KEY: randomBytes(32).toString('base64') };
    expect((await run('restore', [file], another)).stderr).toContain('were encrypted with another key');
    expect(await exists(target)).toBe(false);
    const right = { ...there, ENCRYPTION_KEY: key.toString('base64') };
    expect(await run('restore', [file], right)).toMatchObject({ code: 0 });
  });

  it('is explained to those who call it wrongly', async () => {
    for (const [script, args] of [
      ['backup', []],
      ['restore', ['a', 'b']],
      ['move-store', ['a']],
      ['backup', ['a', '--no-such-flag']],
    ] as const)
      expect(await run(script, args)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining(`npm run ${script}`) as string,
      });
  });
});
