import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../src/config.ts';
import { errorOf, REQUIRED } from './world/config-errors.ts';
import type { ConfigProblem } from '../src/lib/environment.ts';

const KEY = Buffer.alloc(32, 7);

const problemsOf = (env: NodeJS.ProcessEnv): readonly ConfigProblem[] => errorOf(env).problems;

describe('an environment', () => {
  test('with only what is required gets every default', () => {
    expect(readConfig(REQUIRED)).toEqual({
      discordToken: 'a.bot.token',
      imageApiUrl: 'https://images.example/api',
      sharedKeyDailyLimit: 0,
      sharedKeyTotals: { day: 0, month: 0 },
      sharedKeyServers: [],
      storeUrl: 'sqlite://data/easel.sqlite',
      dataDir: 'data',
      discordApiUrl: 'https://discord.com/api',
      allowPrivateAddresses: false,
      httpHost: '127.0.0.1',
      pollIntervalMs: 1000,
      accountRequestsPerSecond: 5,
      accountConcurrency: 10,
      jobRetentionDays: 30,
      shards: 'auto',
      parts: 1,
      logLevel: 'info',
    });
  });

  test('with everything set is read whole', () => {
    const env = {
      ...REQUIRED,
      IMAGE_API_KEY: 'operator-key',
      SHARED_KEY_DAILY_LIMIT: '20',
      SHARED_KEY_DAILY_TOTAL: '100',
      SHARED_KEY_MONTHLY_TOTAL: '2000',
      SHARED_KEY_SERVERS: '123456789012345678, 223456789012345678',
      STORE_URL: 'postgres://user:pw@db.example:5432/easel',
      DATA_DIR: '/var/lib/easel',
      ENCRYPTION_KEY: KEY.toString('base64'),
      DISCORD_API_URL: 'http://127.0.0.1:8080/api/',
      POLL_INTERVAL_MS: '500',
      ACCOUNT_REQUESTS_PER_SECOND: '2.5',
      ACCOUNT_CONCURRENCY: '3',
      JOB_RETENTION_DAYS: '7',
      HTTP_PORT: '0',
      HTTP_HOST: '::',
      ALLOW_PRIVATE_ADDRESSES: 'true',
      SHARDS: '4',
      PARTS: '2',
      LOG_LEVEL: 'debug',
    };
    expect(readConfig(env)).toEqual({
      discordToken: 'a.bot.token',
      imageApiUrl: 'https://images.example/api',
      imageApiKey: 'operator-key',
      sharedKeyDailyLimit: 20,
      sharedKeyTotals: { day: 100, month: 2_000 },
      sharedKeyServers: ['123456789012345678', '223456789012345678'],
      storeUrl: 'postgres://user:pw@db.example:5432/easel',
      dataDir: '/var/lib/easel',
      encryptionKey: KEY,
      discordApiUrl: 'http://127.0.0.1:8080/api',
      allowPrivateAddresses: true,
      httpHost: '::',
      pollIntervalMs: 500,
      accountRequestsPerSecond: 2.5,
      accountConcurrency: 3,
      jobRetentionDays: 7,
      httpPort: 0,
      shards: 4,
      parts: 2,
      logLevel: 'debug',
    });
  });

  test.each(['', '  '])('with variables set to nothing (%j) counts them as not set', (blank) => {
    const env = { ...REQUIRED, IMAGE_API_KEY: blank, STORE_URL: blank, HTTP_PORT: blank, LOG_LEVEL: blank };
    expect(readConfig(env)).toEqual(readConfig(REQUIRED));
    expect(problemsOf({ ...REQUIRED, DISCORD_TOKEN: blank })).toEqual([
      { name: 'DISCORD_TOKEN', reason: 'is required' },
    ]);
  });

  test('may say off where off is the default', () => {
    expect(readConfig({ ...REQUIRED, HTTP_PORT: 'off' })).toEqual(readConfig(REQUIRED));
    expect(problemsOf({ ...REQUIRED, POLL_INTERVAL_MS: 'off' })).toHaveLength(1);
  });

  test('keeps its database in its own directory unless told otherwise', () => {
    expect(readConfig({ ...REQUIRED, DATA_DIR: '/var/lib/easel' }).storeUrl).toBe(
      'sqlite:///var/lib/easel/easel.sqlite',
    );
  });

  test.each(['"', "'"])('may keep the quotes that a shell would take off (%s)', (quote) => {
    const quoted = Object.fromEntries(
      Object.entries({ ...REQUIRED, DATA_DIR: '/data' }).map(([name, value]) => [
        name,
        quote + value + quote,
      ]),
    );
    expect(readConfig(quoted)).toEqual(readConfig({ ...REQUIRED, DATA_DIR: '/data' }));
  });

  test('that is wrong in many places is reported at once, without a single value', () => {
    const env = {
      DISCORD_TOKEN: 'leaked token',
      IMAGE_API_KEY: 'leaked key',
      ENCRYPTION_KEY: 'leaked-sealing-key',
      STORE_URL: 'mysql://user:leaked@db.example',
      SHARDS: 'leaked',
      LOG_LEVEL: 'leaked',
      POLL_INTERVAL_MS: 'leaked',
    };
    const error = errorOf(env);
    expect(error.problems.map(({ name }) => name).sort()).toEqual(
      [...Object.keys(env), 'IMAGE_API_URL'].sort(),
    );
    for (const { name } of error.problems) expect(error.message).toContain(name);
    expect(JSON.stringify(error.problems) + error.message + (error.stack ?? '')).not.toContain('leaked');
  });
});

describe('a variable', () => {
  test.each([
    ['SHARED_KEY_DAILY_LIMIT', ['0', '1000000'], ['-1', '1000001', '1.5', '1e3', 'many']],
    ['POLL_INTERVAL_MS', ['1', '60000'], ['0', '60001', '2s']],
    ['ACCOUNT_REQUESTS_PER_SECOND', ['0.01', '1', '1000'], ['0', '1001', '-1', 'NaN', 'Infinity', '1/2']],
    ['ACCOUNT_CONCURRENCY', ['1', '1000'], ['0', '1001']],
    ['JOB_RETENTION_DAYS', ['1', '3650'], ['0', '3651']],
    ['HTTP_PORT', ['0', '65535'], ['65536', '-1', 'http']],
    ['SHARDS', ['auto', '1', '10000'], ['0', 'all', '1.5', '10001', '0/2', '4-7/8']],
    ['PARTS', ['1'], ['0', '101', 'two']],
    ['LOG_LEVEL', ['debug', 'silent'], ['INFO', 'verbose']],
    [
      'IMAGE_API_URL',
      ['http://127.0.0.1:9', 'https://a.example/b'],
      [
        'a.example',
        'ftp://a.example',
        'https://u:p@a.example',
        'https://a.example/?q=1',
        'https://a.example/#f',
        'http://a b',
      ],
    ],
    ['DISCORD_API_URL', ['http://127.0.0.1:9/api'], ['discord.com/api', 'ws://discord.com']],
    [
      'STORE_URL',
      [
        'sqlite://data/a.sqlite',
        'sqlite:///var/a.sqlite',
        'sqlite://./~/a.sqlite',
        'sqlite:///srv/~a/$b.sqlite',
        'postgres://d.example/easel',
        'postgresql://u:p@d.example/easel',
      ],
      [
        'data/a.sqlite',
        'sqlite://',
        'sqlite:',
        'sqlite:data/a.sqlite',
        'sqlite:/var/a.sqlite',
        'sqlite:////var/a.sqlite',
        'sqlite://?a.sqlite',
        'sqlite://:memory:',
        'sqlite:///:memory:',
        'sqlite://~/a.sqlite',
        'sqlite://$HOME/a.sqlite',
        'sqlite://${HOME}/a.sqlite',
        'mysql://d.example',
        'postgres://',
        'postgres://u:p#s@d.example/easel',
        'postgres://u:p/s@d.example/easel',
        'postgres://u:p?s@d.example/easel',
      ],
    ],
    [
      'ENCRYPTION_KEY',
      [KEY.toString('base64')],
      [
        'short',
        Buffer.alloc(31).toString('base64'),
        Buffer.alloc(33).toString('base64'),
        'a'.repeat(64),
        '!'.repeat(44),
      ],
    ],
    ['DISCORD_TOKEN', ['a.b-c_d.e'], ['hello', 'a.b', 'a..c', 'a.b.c.d', 'Bot a.b.c', 'a.b.c\nd']],
    ['IMAGE_API_KEY', ['abc'], ['a b', 'schlüssel', 'https://images.example']],
  ])('%s has bounds', (name, good, bad) => {
    for (const value of good) expect(() => readConfig({ ...REQUIRED, [name]: value })).not.toThrow();
    for (const value of bad) {
      const problems = problemsOf({ ...REQUIRED, [name]: value });
      expect([value, problems.map((problem) => problem.name)]).toEqual([value, [name]]);
      expect(problems[0]?.reason).toMatch(/^must be /);
    }
  });
});

describe('the example file', () => {
  const example = readFileSync(new URL('../.env.example', import.meta.url), 'utf8');
  const uncommented = parseEnv(example.replaceAll(/^#(?=[A-Z_]+=)/gm, ''));

  test('asks for the required ones only', () => {
    expect(problemsOf(parseEnv(example)).map(({ name }) => name)).toEqual(['DISCORD_TOKEN', 'IMAGE_API_URL']);
  });

  test('shows its variables with their defaults', () => {
    expect(readConfig({ ...uncommented, ...REQUIRED })).toEqual(readConfig(REQUIRED));
    const everyName = problemsOf(
      Object.fromEntries(Object.keys(uncommented).map((name) => [name, '\u0000'])),
    ).map(({ name }) => name);
    // Any text is a directory's name.
    expect([...everyName, 'DATA_DIR'].sort()).toEqual(Object.keys(uncommented).sort());
  });
});

test('a store on Redis is refused with a sentence that says why', () => {
  expect(errorOf({ ...REQUIRED, STORE_URL: 'redis://127.0.0.1:6379' }).message).toContain(
    'by default, Redis loses writes that it has acknowledged',
  );
});

test('a password that ends its address is refused with a sentence that says how to write it', () => {
  expect(errorOf({ ...REQUIRED, STORE_URL: 'postgres://u:p#s@d.example/easel' }).message).toContain(
    '%23 for a #',
  );
});

test('an address that is no store is refused with a sentence that says what to write', () => {
  expect(errorOf({ ...REQUIRED, STORE_URL: 'sqlite:////var/lib/easel.sqlite' }).message).toContain(
    'STORE_URL must be sqlite:// with the path of a file, such as sqlite://data/easel.sqlite or sqlite:///var/lib/easel.sqlite, or postgres://',
  );
});
