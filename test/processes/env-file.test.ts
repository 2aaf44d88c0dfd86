import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isReadableByOthers } from '../../src/app/run-process.ts';
import { unknownNames } from '../../src/app/unknown-names.ts';
import { startProgram } from '../world/easel-program.ts';
import { openTestEnvironment, type TestEnvironment } from '../world/world.ts';
import { makeFolder } from '../storage/storages.ts';

/** Starts Easel with everything in `.env`, and returns what it wrote until it was ready or ended. */
const startWithFile = async ({ folder }: TestEnvironment, file: Buffer) => {
  await writeFile(join(folder, '.env'), file, { mode: 0o600 });
  const easel = startProgram({}, folder);
  onTestFinished(async () => {
    await easel.end('SIGKILL');
  });
  await Promise.race([easel.ready, easel.exit]);
  return easel;
};

const textOf = (env: Record<string, string>): string =>
  Object.entries(env)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');

test.each(['utf8', 'utf16le'] as const)(
  'a .env with the byte order mark that editors on Windows write is read (%s)',
  async (encoding) => {
    const made = await openTestEnvironment();
    const easel = await startWithFile(made, Buffer.from(`\uFEFF${textOf(made.env)}`, encoding));
    await easel.ready;
  },
);

test('a name in .env that is no setting is warned of, with the one that may be meant', async () => {
  const made = await openTestEnvironment();
  const easel = await startWithFile(made, Buffer.from(textOf({ ...made.env, SHARED_KEY_LIMIT: '50' })));
  await easel.ready;
  const warned = easel
    .output()
    .split('\n')
    .find((line) => line.includes('SHARED_KEY_LIMIT'));
  expect(JSON.parse(warned ?? '{}')).toMatchObject({ level: 'warn', meant: 'SHARED_KEY_DAILY_LIMIT' });
});

test('names of settings, their files and of other programs are not warned of, and a secret is not repeated', () => {
  const fine = ['DISCORD_TOKEN', 'ENCRYPTION_KEY_FILE', 'TZ', 'NODE_EXTRA_CA_CERTS', 'https_proxy'];
  expect(unknownNames(fine)).toEqual([]);
  expect(unknownNames(['discord_token', 'DISCORD_TOKKEN', 'STORE_ULR_FILE'])).toEqual([
    { name: 'discord_token', meant: 'DISCORD_TOKEN' },
    { name: 'DISCORD_TOKKEN', meant: 'DISCORD_TOKEN' },
    { name: 'STORE_ULR_FILE', meant: 'STORE_URL' },
  ]);
  expect(unknownNames(['aGVsbG8gd29ybGQgc2VjcmV0', 'X'.repeat(5_000)])).toEqual([
    { name: undefined, meant: undefined },
    { name: undefined, meant: undefined },
  ]);
});

test('in the environment, where others have names too, a slip in a long name is warned of', () => {
  expect(unknownNames([], ['SHARED_KEY_DAILY_LIMT', 'PATH', 'HOME', 'SHARED_SECRET', 'STORE'])).toEqual([
    { name: 'SHARED_KEY_DAILY_LIMT', meant: 'SHARED_KEY_DAILY_LIMIT' },
  ]);
});

test('the reason why a start fails stands in the log, too', async () => {
  const made = await openTestEnvironment();
  const easel = await startWithFile(
    made,
    Buffer.from(textOf({ ...made.env, DISCORD_TOKEN: 'no.such.token' })),
  );
  expect(await easel.exit).toMatchObject({ code: 1 });
  const lines = easel
    .output()
    .split('\n')
    .filter((line) => line.includes('"level":"error"'));
  expect(lines).toEqual([expect.stringContaining('Discord declined the bot token')]);
});

test('so does what is wrong with the settings', async () => {
  const made = await openTestEnvironment();
  const easel = await startWithFile(made, Buffer.from('LOG_LEVEL=loud\n'));
  expect(await easel.exit).toMatchObject({ code: 1 });
  expect(easel.output()).toMatch(/"level":"error".*LOG_LEVEL must be one of/);
});

test.skipIf(process.platform === 'win32')(
  'a .env that others can read is told from one that only its owner reads, and from none',
  async () => {
    const file = join(await makeFolder(), '.env');
    expect(isReadableByOthers(file)).toBe(false);
    await writeFile(file, 'DISCORD_TOKEN=secret');
    await chmod(file, 0o644);
    expect(isReadableByOthers(file)).toBe(true);
    await chmod(file, 0o600);
    expect(isReadableByOthers(file)).toBe(false);
  },
);
