import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { copyFile, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { EncryptionKeys } from '../../src/services/accounts/encryption-keys.ts';
import { sealAgain } from '../../src/services/accounts/key-rotation.ts';
import { program } from '../world/easel-program.ts';
import { sealedRows, withKeys } from '../keys/database.ts';
import { startWorld, type World } from '../world/world.ts';
import { NEW_KEY, NO_SHARED_KEY, openAccounts, SERVER_KEY, setKey } from '../world/keys.ts';
import { expectPainted } from '../world/asking.ts';

const failureSchema = z.object({ code: z.number(), stdout: z.string(), stderr: z.string() });

const newKey = () => randomBytes(32);
/** In the folder in which the command is run. */
const OLD_KEY = 'old.key';

/** Runs the command that people run, in a process of its own. */
const keys = async ({ env, folder }: World, ...commands: string[]) => {
  const file = join(dirname(program()), 'app/rotate-keys.js');
  const options = { env: { PATH: process.env['PATH'], ...env }, cwd: folder };
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [file, ...commands], options);
    return { code: 0, stdout, stderr };
  } catch (error) {
    return failureSchema.parse(error);
  }
};

/** A world in which a server and a person have keys, stopped, with the next encryption key in the environment. */
const beforeRotation = async () => {
  const [old, next] = [newKey(), newKey()];
  const world = await startWorld({ env: { ...NO_SHARED_KEY, ENCRYPTION_KEY: old.toString('base64') } });
  openAccounts(world);
  await setKey(world.discord, SERVER_KEY);
  await setKey(world.discord, NEW_KEY, 'direct', world.discord.world.member.id);
  await world.stopEasel();
  world.env['ENCRYPTION_KEY'] = next.toString('base64');
  await writeFile(join(world.folder, OLD_KEY), `${old.toString('base64')}\n`);
  const ring = { dataDir: world.folder, encryptionKey: next, encryptionKeyPrevious: old, randomBytes };
  return { world, ring };
};

test('the command seals everything again, after which the old encryption key is not needed', async () => {
  const { world } = await beforeRotation();
  const { discord } = world;
  const result = await keys(world, 'rotate', OLD_KEY);
  expect(result).toMatchObject({ code: 0, stderr: '' });
  expect(result.stdout).toContain('Encrypted 2 API keys again; 0 were up to date.');
  expect((await keys(world, 'rotate', OLD_KEY)).stdout).toContain(
    'Encrypted 0 API keys again; 2 were up to date.',
  );
  await world.startEasel();
  await expectPainted({ discord }, 'in the server');
  await expectPainted({ discord }, 'directly', { place: 'direct' });
});

test('interrupted anywhere, it can be run again, and Easel starts when it is done', async () => {
  const { world, ring } = await beforeRotation();
  await withKeys(world, async (store) => {
    let writes = 0;
    const failing = Object.assign(Object.create(store) as typeof store, {
      entries: () => store.entries(),
      set: (...row: Parameters<typeof store.set>) =>
        (writes += 1) > 1 ? Promise.reject(new Error('the power is gone')) : store.set(...row),
    });
    await expect(sealAgain(failing, ring)).rejects.toThrow('the power is gone');
  });
  await expect(world.startEasel()).rejects.toThrow('npm run keys -- rotate FILE_WITH_THE_OLD_KEY');
  await world.stopEasel();
  expect((await keys(world, 'rotate', OLD_KEY)).stdout).toContain(
    'Encrypted 1 API keys again; 1 were up to date.',
  );
  await world.startEasel();
  await expectPainted(world, 'afterwards');
});

test('with a wrong previous key nothing is changed, and one message says so', async () => {
  const { world } = await beforeRotation();
  const before = await sealedRows(world);
  await writeFile(join(world.folder, OLD_KEY), newKey().toString('base64'));
  const result = await keys(world, 'rotate', OLD_KEY);
  expect(result.code).toBe(1);
  expect(result.stderr).toMatch(/^2 of 2 stored API keys were encrypted with another key [^\n]+\n$/);
  expect(await sealedRows(world)).toEqual(before);
});

test('before the new key is set, the old one is not called superfluous, and is told to be the present one', async () => {
  const { world } = await beforeRotation();
  const { ENCRYPTION_KEY: next = '', ...env } = world.env;
  await copyFile(join(world.folder, OLD_KEY), join(world.folder, 'encryption.key'));
  const early = await keys({ ...world, env }, 'rotate', 'encryption.key');
  expect(early).toMatchObject({ code: 1, stdout: '' });
  expect(early.stderr).toContain('encryption.key contains the present encryption key. Nothing was changed.');
  const after = { ...world, env: { ...env, ENCRYPTION_KEY: next } };
  expect((await keys(after, 'rotate', 'encryption.key')).stdout).toContain('Encrypted 2 API keys again');
});

test('a damaged key stops no other from being sealed again, and is named', async () => {
  const { world, ring } = await beforeRotation();
  const owner = await withKeys(world, async (store) => {
    const rows = await store.entries();
    const [first] = rows.flatMap(([keyRef, row]) => (row.kind === 'sealed' ? [{ keyRef, row }] : []));
    if (!first) throw new Error('nothing is sealed');
    const other = (await EncryptionKeys.load(ring, rows)).seal('x', { owner: 'nobody', keyRef: 'none' });
    await store.set(first.keyRef, { ...first.row, sealed: first.row.sealed.slice(0, 24) + other.slice(24) });
    return first.row.owner;
  });
  const result = await keys(world, 'rotate', OLD_KEY);
  expect(result.stdout).toContain('Encrypted 1 API keys again');
  expect(result.stdout).toContain(owner);
  await world.startEasel();
});

test('it does not run beside an Easel that uses the same file', async () => {
  const { world } = await beforeRotation();
  const { ENCRYPTION_KEY } = world.env;
  world.env['ENCRYPTION_KEY'] = (await readFile(join(world.folder, OLD_KEY), 'utf8')).trim();
  await world.startEasel();
  const env = { ...world.env, ENCRYPTION_KEY: ENCRYPTION_KEY ?? '' };
  const result = await keys({ ...world, env }, 'rotate', OLD_KEY);
  expect(result.code).toBe(1);
  expect(result.stderr).toContain('Another Easel uses this file');
});

test('a store that has nothing in it is the wrong one: the old key is still needed, and no file is made', async () => {
  const { world } = await beforeRotation();
  const file = join(world.folder, 'elsewhere.sqlite');
  const elsewhere = { ...world, env: { ...world.env, STORE_URL: `sqlite://${file}` } };
  for (const command of [['rotate', OLD_KEY], ['forget']]) {
    const result = await keys(elsewhere, ...command);
    expect(result.code).toBe(1);
    expect(result.stderr).toContain('This store is empty. Nothing was changed. Check STORE_URL');
  }
  await expect(stat(file)).rejects.toThrow('ENOENT');
});
