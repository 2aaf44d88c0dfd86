import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startProgram, type EaselProcess } from '../world/easel-program.ts';
import { openForTest } from '../storage/storages.ts';
import { openTestEnvironment, type TestEnvironment } from '../world/world.ts';

const run = ({ env, folder }: TestEnvironment, changes: Record<string, string> = {}): EaselProcess => {
  const easel = startProgram({ ...env, ...changes }, folder);
  onTestFinished(async () => {
    await easel.end('SIGKILL');
  });
  return easel;
};

const lines = (text: string): string[] => text.split('\n').filter((line) => line !== '');

describe("a start that can't succeed says why in one message and ends with 1", () => {
  test('a token that Discord does not know, without trying again', async () => {
    const made = await openTestEnvironment();
    const easel = run(made, { DISCORD_TOKEN: 'not.the.token' });
    expect(await easel.exit).toMatchObject({ code: 1 });
    expect(lines(easel.errors())).toEqual([expect.stringMatching(/Discord declined the bot token/)]);
    expect(made.discord.requests.filter(({ status }) => status === 401)).toHaveLength(1);
    expect(easel.output() + easel.errors()).not.toContain('not.the.token');
  });

  test('an environment with several faults, by their names and without their values', async () => {
    const made = await openTestEnvironment();
    const easel = run(made, {
      DISCORD_TOKEN: '',
      IMAGE_API_URL: 'ftp://secret.example',
      POLL_INTERVAL_MS: 'many',
    });
    expect(await easel.exit).toMatchObject({ code: 1 });
    for (const name of ['DISCORD_TOKEN', 'IMAGE_API_URL', 'POLL_INTERVAL_MS'])
      expect(easel.errors()).toContain(name);
    expect(easel.errors()).toContain('in the environment or in a file .env');
    expect(easel.errors()).not.toMatch(/secret\.example|many/);
  });

  test('a file .env that can not be read, instead of the settings that seem to be missing', async () => {
    const made = await openTestEnvironment();
    // What a container engine makes of a file to be mounted that is not there.
    await mkdir(join(made.folder, '.env'));
    const easel = run(made, { DISCORD_TOKEN: '' });
    expect(await easel.exit).toMatchObject({ code: 1 });
    expect(lines(easel.errors())).toEqual([
      expect.stringMatching(/\.env is there, but can't be read\. It has to/),
    ]);
  });

  test.each([
    ['that another program has', '127.0.0.1', /another program has it\. End that one/],
    ['of another machine', '192.0.2.1', /HTTP_HOST is no address of this machine/],
  ])('a port %s', async (_, HTTP_HOST, said) => {
    const made = await openTestEnvironment();
    const { port } = new URL(made.env['IMAGE_API_URL'] ?? '');
    const easel = run(made, { HTTP_PORT: port, HTTP_HOST });
    expect(await easel.exit).toMatchObject({ code: 1 });
    expect(lines(easel.errors())).toEqual([expect.stringMatching(said)]);
  });

  test('a store of a newer Easel, which stays as it is', async () => {
    const made = await openTestEnvironment();
    const storage = await openForTest(made.env['STORE_URL'] ?? '');
    const written = { key: 'schema', text: '{"version":1000}' };
    await storage.database.commit([written]);
    await storage.close();
    const easel = run(made);
    expect(await easel.exit).toMatchObject({ code: 1 });
    expect(lines(easel.errors())).toEqual([
      expect.stringMatching(/Another version of Easel has written this store/),
    ]);
    const after = await openForTest(made.env['STORE_URL'] ?? '');
    expect(await after.database.adapter.get(written.key)).toBe(written.text);
  });

  test("a store that can't be opened", async () => {
    const made = await openTestEnvironment();
    const easel = run(made, { STORE_URL: 'sqlite:///dev/null/nowhere/easel.sqlite' });
    expect(await easel.exit).toMatchObject({ code: 1 });
    expect(lines(easel.errors())).toEqual([expect.stringMatching(/Can't open the store.+\. Check the path/)]);
  });
});

test('a Discord that is not there yet is waited for', async () => {
  const made = await openTestEnvironment();
  made.discord.faults.answer({ route: '/gateway/bot', times: 2 }, { status: 503 });
  // Without an HTTP server nothing but time keeps such a process alive.
  const easel = run(made, { HTTP_PORT: 'off' });
  await easel.ready;
  expect(easel.output()).toContain("couldn't log in to Discord, trying again");
});

test('a signal during the start ends it with 0', async () => {
  const made = await openTestEnvironment();
  made.discord.faults.answer({ route: '/gateway/bot', times: Infinity }, { status: 503 });
  const easel = run(made);
  await made.discord.until(() => made.discord.requests.some(({ status }) => status === 503), {
    what: 'an attempt to connect',
  });
  expect(await easel.end('SIGTERM')).toMatchObject({ code: 0 });
});

test('Easel ends with 1 when Discord takes the token back while it runs', async () => {
  const made = await openTestEnvironment();
  const easel = run(made);
  await easel.ready;
  made.discord.gateway.drop({ resumable: false, code: 4004 });
  const exit = await easel.exit;
  expect(exit.code).toBe(1);
  expect(easel.errors()).toContain('code 4004');
});
