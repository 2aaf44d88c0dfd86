import { chmod, readdir, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { StoreOpenError } from '../../src/services/storage/store.ts';
import { canDropPrivileges, easelProcess } from './spawn-easel.ts';
import { openFile } from './sqlite-tool.ts';
import { makeFolder, openForTest, numberSchema } from './storages.ts';

describe('the file', () => {
  it('is made with its folders, for nobody else to read', async () => {
    const folder = join(await makeFolder(), 'data', 'deep');
    const storage = await openForTest(`sqlite://${join(folder, 'easel.sqlite')}`);
    await storage.open('open', numberSchema).set('a', 1);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    const files = await readdir(folder);
    expect(files).toEqual(expect.arrayContaining(['easel.sqlite', 'easel.sqlite-wal', 'easel.sqlite.lock']));
    for (const file of files) expect((await stat(join(folder, file))).mode & 0o777).toBe(0o600);
  });

  it('is found relative to the working directory', async () => {
    const folder = await makeFolder();
    const before = process.cwd();
    process.chdir(folder);
    onTestFinished(() => {
      process.chdir(before);
    });
    await openForTest('sqlite://data/easel.sqlite');
    expect(await readdir(join(folder, 'data'))).toContain('easel.sqlite');
  });

  it('keeps a write-ahead log', async () => {
    const { query } = await openFile();
    expect(await query('PRAGMA journal_mode')).toEqual([{ journal_mode: 'wal' }]);
  });
});

describe('opening', () => {
  it.each<[string, string, (folder: string) => Promise<string>]>([
    ['a folder', 'unable to open database file', (folder) => Promise.resolve(folder)],
    [
      'a path through a file',
      'file already exists',
      async (folder) => {
        await writeFile(join(folder, 'file'), '');
        return join(folder, 'file', 'easel.sqlite');
      },
    ],
    [
      'a file that is not a database',
      'file is not a database',
      async (folder) => {
        await writeFile(join(folder, 'easel.sqlite'), 'these are notes, and no database '.repeat(100));
        return join(folder, 'easel.sqlite');
      },
    ],
    [
      'a link to nowhere',
      'no such file or directory',
      async (folder) => {
        await symlink(join(folder, 'no', 'where'), join(folder, 'easel.sqlite'));
        return join(folder, 'easel.sqlite');
      },
    ],
  ])('%s fails with one clear error', async (_, reason, prepare) => {
    const path = await prepare(await makeFolder());
    const opening = openForTest(`sqlite://${path}`);
    await expect(opening).rejects.toThrow(StoreOpenError);
    await expect(opening).rejects.toThrow(new RegExp(`at ${path}: .*${reason}.* Check the path`));
  });

  it('a damaged database fails, and leaves no lock behind', async () => {
    const file = join(await makeFolder(), 'easel.sqlite');
    const storage = await openForTest(`sqlite://${file}`);
    const store = storage.open('open', numberSchema);
    await Promise.all(Array.from({ length: 500 }, (_, index) => store.set(`k${index}`, index)));
    await storage.close();
    const whole = (await stat(file)).size;
    await truncate(file, 4_096);
    await expect(openForTest(`sqlite://${file}`)).rejects.toThrow(StoreOpenError);
    // A second try meets the same error, and not its own lock.
    await expect(openForTest(`sqlite://${file}`)).rejects.toThrow(StoreOpenError);
    expect(whole).toBeGreaterThan(4_096);
  });

  it.runIf(canDropPrivileges())('what only can be read fails', async () => {
    const folder = await makeFolder();
    const file = join(folder, 'easel.sqlite');
    await (await openForTest(`sqlite://${file}`)).close();
    await chmod(file, 0o444);
    await chmod(`${file}.lock`, 0o666);
    await chmod(folder, 0o777);
    const said = await easelProcess(file, 'hold', { withoutPrivileges: true }).nextLine();
    expect(said).toBe('StoreOpenError');
  });

  it.each(['sqlite://', 'sqlite://:memory:', 'mysql://localhost/easel', 'easel.sqlite', ''])(
    'an address that can hold nothing fails: %j',
    async (url) => {
      await expect(openForTest(url)).rejects.toThrow(StoreOpenError);
    },
  );
});
