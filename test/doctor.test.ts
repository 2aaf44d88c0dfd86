import { randomBytes, randomInt } from 'node:crypto';
import { link, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { readConfig } from '../src/config.ts';
import { runChecks } from '../src/app/checks.ts';
import { COPIED_SCHEMA_TEXT, SCHEMA_KEY, SCHEMA_TEXT } from '../src/services/storage/schema.ts';
import { SERVERS } from './storage/fresh-server.ts';
import { startPooler } from './storage/pooler.ts';
import { openForTest, POSTGRES_URL } from './storage/storages.ts';
import { openAccounts, SERVER_KEY, setKey } from './world/keys.ts';
import { freePort } from './world/ports.ts';
import { openTestEnvironment, startWorld } from './world/world.ts';

/** What the checks find wrong. */
const problemsOf = async (env: Record<string, string>) => {
  // The stand-in's application is public, as new ones are.
  const findings = await runChecks(readConfig({ SHARED_KEY_DAILY_LIMIT: '1000', ...env }));
  return findings
    .filter(({ state }) => state !== 'ok')
    .map(({ check, text, advice }) => [check, text, advice]);
};

const text = (pattern: RegExp): unknown => expect.stringMatching(pattern);

describe('Each check finds', () => {
  it('nothing, where all is well, and submits nothing', async () => {
    const { env, service } = await openTestEnvironment();
    expect(await problemsOf(env)).toEqual([]);
    expect(service.submissions).toEqual([]);
  });

  it('a token that Discord does not know', async () => {
    const { env } = await openTestEnvironment();
    expect(await problemsOf({ ...env, DISCORD_TOKEN: 'the.wrong.token' })).toEqual([
      ['token', text(/declined/), text(/DISCORD_TOKEN/)],
    ]);
  });

  it('a Discord that is out of reach', async () => {
    const { env } = await openTestEnvironment();
    const nowhere = `http://127.0.0.1:${await freePort()}`;
    expect(await problemsOf({ ...env, DISCORD_API_URL: nowhere })).toEqual([
      ['token', text(/Discord can't be asked: nothing listens .*ECONNREFUSED/), text(/DISCORD_API_URL/)],
    ]);
  });

  it('an application whose commands go elsewhere, and a public one that pays for all', async () => {
    const { env } = await openTestEnvironment({
      discord: {
        application: { interactions_endpoint_url: 'https://old.example/interactions', bot_public: true },
      },
    });
    expect(await problemsOf({ ...env, SHARED_KEY_DAILY_LIMIT: '0' })).toEqual([
      ['commands', text(/no command ever arrives/), text(/Remove it/)],
      ['shared key', text(/pays there without a limit/), text(/Public Bot.*SHARED_KEY_DAILY_LIMIT/)],
    ]);
    const commands = ['commands', text(/./), text(/./)];
    expect(await problemsOf({ ...env, SHARED_KEY_DAILY_LIMIT: '5' })).toEqual([commands]);
    expect(await problemsOf({ ...env, IMAGE_API_KEY: '' })).toEqual([commands]);
  });

  it('a bot that was started too often today', async () => {
    const { env } = await openTestEnvironment({ discord: { sessionStarts: 0 } });
    expect(await problemsOf(env)).toEqual([['logins', text(/log in again at \d{4}-/), text(/Wait/)]]);
  });

  it('names in .env that have no effect', async () => {
    const { env } = await openTestEnvironment();
    const findings = await runChecks(readConfig(env), ['IMAGE_API_KEY', 'SHARED_KEY_LIMIT']);
    expect(findings.filter(({ check }) => check === 'names')).toEqual([
      {
        check: 'names',
        state: 'skipped',
        text: text(/SHARED_KEY_LIMIT/),
        advice: text(/SHARED_KEY_DAILY_LIMIT/),
      },
    ]);
  });

  it('why the image service is out of reach', async () => {
    const { env, service } = await openTestEnvironment();
    const why = async (url: string) => (await problemsOf({ ...env, IMAGE_API_URL: url }))[0]?.[1];
    expect(await why(service.url.replace('http:', 'https:'))).toMatch(/doesn't speak TLS/);
    service.faults.order({ kind: 'status', status: 503 });
    expect(await why(service.url)).toMatch(/HTTP 503/);
  });

  it.skipIf(process.getuid?.() === 0 || process.platform === 'win32')(
    'a folder that this user may not write',
    async () => {
      const { env, folder } = await openTestEnvironment();
      await mkdir(join(folder, 'closed'), { mode: 0o500 });
      expect(await problemsOf({ ...env, STORE_URL: `sqlite://${folder}/closed/deep/easel.sqlite` })).toEqual([
        ['store: folder', text(/closed can't be written by this user \(EACCES\)/), text(/DATA_DIR/)],
      ]);
    },
  );

  it('a database file with a second name, which a start refuses', async () => {
    const { env, folder } = await openTestEnvironment();
    await writeFile(join(folder, 'easel.sqlite'), '');
    await link(join(folder, 'easel.sqlite'), join(folder, 'link'));
    expect(await problemsOf(env)).toEqual([
      ['store', text(/a second name \(a hard link\).* Remove that name/), undefined],
    ]);
  });

  it('that another program has HTTP_PORT, or an Easel, which may be another one', async () => {
    const world = await startWorld({ env: { HTTP_PORT: String(await freePort()) } });
    expect(await problemsOf(world.env)).toEqual([
      ['port', text(/^An Easel has port \d+\.$/), text(/If it isn't this one, set another HTTP_PORT/)],
    ]);
    const { port } = new URL(world.service.url);
    expect(await problemsOf({ ...world.env, HTTP_PORT: port })).toEqual([
      ['port', text(/^Can't listen on port \d+: another program has it\. End that one/), undefined],
    ]);
  });

  it('a fixed number of shards below what Discord recommends', async () => {
    const { env } = await openTestEnvironment({ discord: { shards: 4 } });
    expect(await problemsOf({ ...env, SHARDS: '2' })).toEqual([
      ['shards', text(/SHARDS is 2, and Discord recommends 4/), text(/SHARDS=auto/)],
    ]);
    expect(await problemsOf({ ...env, SHARDS: '4' })).toEqual([]);
  });

  it('an image service that is out of reach, or declines the key', async () => {
    const { env } = await openTestEnvironment();
    const nowhere = `http://127.0.0.1:${await freePort()}`;
    expect(await problemsOf({ ...env, IMAGE_API_URL: nowhere })).toEqual([
      ['image service', text(/can't be asked: nothing listens/), text(/IMAGE_API_URL/)],
    ]);
    const aPathTooMany = `${env['IMAGE_API_URL']}/gen/v1/generations`;
    expect(await problemsOf({ ...env, IMAGE_API_URL: aPathTooMany })).toEqual([
      ['image service', text(/not the image service/), text(/IMAGE_API_URL/)],
    ]);
    expect(await problemsOf({ ...env, IMAGE_API_KEY: 'wrong-key' })).toEqual([
      ['image service', text(/declines IMAGE_API_KEY/), text(/another key/)],
    ]);
    expect(await problemsOf({ ...env, IMAGE_API_KEY: '' })).toEqual([]);
  });

  it('a store that can not be read, is of another version, or was copied', async () => {
    const { env, folder } = await openTestEnvironment();
    await writeFile(join(folder, 'text'), 'no database');
    expect(await problemsOf({ ...env, STORE_URL: `sqlite://${folder}/text` })).toEqual([
      ['store', text(/file is not a database\. Check the path/), undefined],
    ]);
    const storage = await openForTest(env['STORE_URL'] ?? '');
    await storage.database.commit([{ key: SCHEMA_KEY, text: '{"version":1000}' }]);
    expect(await problemsOf(env)).toEqual([
      ['store', text(/^Another version of Easel .*another store\.$/), undefined],
    ]);
    await storage.database.commit([{ key: SCHEMA_KEY, text: COPIED_SCHEMA_TEXT }]);
    expect(await problemsOf(env)).toEqual([['store', text(/was copied to another one/), undefined]]);
  });
});

test("an encryption key that isn't the store's is broken, or missing", async () => {
  const world = await startWorld();
  const { env, folder } = world;
  const other = randomBytes(32).toString('base64');
  expect(await problemsOf({ ...env, ENCRYPTION_KEY: other })).toEqual([
    ['encryption key', text(/no API keys, so Easel takes the present one/), undefined],
  ]);
  openAccounts(world);
  await setKey(world.discord, SERVER_KEY);
  await world.stopEasel();
  expect(await problemsOf(env)).toEqual([]);
  expect(await problemsOf({ ...env, ENCRYPTION_KEY: other })).toEqual([
    [
      'encryption key',
      text(/another encryption key than ENCRYPTION_KEY/),
      text(/Bring back .* keys -- rotate FILE_WITH_THE_OLD_KEY/),
    ],
  ]);
  await rm(join(folder, 'encryption.key'));
  expect(await problemsOf(env)).toEqual([
    ['encryption key', text(/no encryption key in .*encryption\.key/), text(/restore that file/)],
  ]);
});

test.skipIf(POSTGRES_URL === undefined)(
  'what a role lacks in Postgres is broken, with the command that helps',
  async () => {
    const { env } = await openTestEnvironment();
    const url = new URL((await SERVERS[0]?.fresh()) ?? '');
    const role = `easel_role_${randomInt(1e9)}`;
    const run = async (sql: string) => {
      const client = new pg.Client({
        connectionString: url.href,
        options: '-c default_transaction_read_only=off',
      });
      await client.connect();
      await client.query(sql).finally(() => client.end());
    };
    await run(`CREATE ROLE ${role} LOGIN CONNECTION LIMIT 5; REVOKE CREATE ON SCHEMA public FROM PUBLIC`);
    onTestFinished(() => run(`DROP OWNED BY ${role}; DROP ROLE ${role}`));
    const theirs = new URL(url);
    theirs.username = role;
    // The database of the tests runs without it.
    const lacking = async () =>
      (await problemsOf({ ...env, STORE_URL: theirs.href })).filter(([check]) => check !== 'store: fsync');
    const grant = `GRANT USAGE, CREATE ON SCHEMA public TO "${role}"`;
    expect(await lacking()).toEqual([
      ['store: rights', text(/can't make or use Easel's table/), text(new RegExp(grant))],
      ['store: connections', text(/may have 5, and .* up to 13/), text(/CONNECTION LIMIT/)],
    ]);
    await expect(openForTest(theirs.href)).rejects.toThrow(grant);
    await run(`${grant}; ALTER DATABASE ${url.pathname.slice(1)} SET default_transaction_read_only = on`);
    expect((await lacking()).map(([check]) => check)).toEqual(['store: read only', 'store: connections']);
    await run(`ALTER DATABASE ${url.pathname.slice(1)} RESET ALL`);
  },
);

test.skipIf(POSTGRES_URL === undefined)('a pooler that shares its connections is broken', async () => {
  const { env } = await openTestEnvironment();
  const url = await startPooler((await SERVERS[0]?.fresh()) ?? '');
  expect(await problemsOf({ ...env, STORE_URL: url })).toEqual([
    ['store', text(/a pooler .*Set STORE_URL to Postgres itself/), undefined],
  ]);
});

test.skipIf(POSTGRES_URL === undefined)(
  'a Postgres that is empty is fine, and so is one of this version',
  async () => {
    const { env } = await openTestEnvironment();
    const url = (await SERVERS[0]?.fresh()) ?? '';
    const look = async () =>
      (await runChecks(readConfig({ ...env, STORE_URL: url }))).find(({ check }) => check === 'store');
    expect(await look()).toMatchObject({ state: 'ok', text: text(/^Postgres at postgres:.*; empty\.$/) });
    // It makes nothing.
    expect(await look()).toMatchObject({ text: text(/empty/) });
    const storage = await openForTest(url);
    await storage.database.commit([{ key: SCHEMA_KEY, text: SCHEMA_TEXT }]);
    expect(await look()).toMatchObject({ text: text(/written by this version/) });
  },
);

test.skipIf(POSTGRES_URL === undefined)('parts of the shards that no process has are broken', async () => {
  const url = (await SERVERS[0]?.fresh()) ?? '';
  const world = await startWorld({ env: { STORE_URL: url, PARTS: '2' } });
  const parts = async () => (await runChecks(readConfig(world.env))).find(({ check }) => check === 'parts');
  const found = { state: 'broken', text: text(/^1 of 2 parts/), advice: text(/^Start 1/) };
  expect(await parts()).toMatchObject(found);
  await world.stopEasel();
  expect(await parts()).toBeUndefined();
});
