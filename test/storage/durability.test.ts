import { randomInt } from 'node:crypto';
import { createClient } from '@keyv/redis';
import pg from 'pg';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { POSTGRES_RULES, REDIS_RULES, riskySettings } from '../../src/services/storage/durability.ts';
import { startWorld } from '../world/world.ts';
import { SERVERS } from './fresh-server.ts';
import { makeFolder, openForTest, POSTGRES_URL, REDIS_URL } from './storages.ts';

describe('settings with which a server can lose what it acknowledged', () => {
  const namesOf = (rules: typeof REDIS_RULES, values: Record<string, string>) =>
    riskySettings(rules, values).map(({ setting, value }) => `${setting} ${value ?? '?'}`);

  it.each([
    [{ appendonly: 'yes', appendfsync: 'always', 'maxmemory-policy': 'noeviction' }, []],
    [
      { appendonly: 'no', appendfsync: 'everysec', 'maxmemory-policy': 'allkeys-lru' },
      ['appendonly no', 'appendfsync everysec', 'maxmemory-policy allkeys-lru'],
    ],
    [{}, ['appendonly ?', 'appendfsync ?', 'maxmemory-policy ?']],
  ])('are in Redis, of %o, %o', (values, risky) => {
    expect(namesOf(REDIS_RULES, values)).toEqual(risky);
  });

  it.each([
    [{ synchronous_commit: 'on', fsync: 'on' }, []],
    [{ synchronous_commit: 'remote_apply', fsync: 'on' }, []],
    [{ synchronous_commit: 'off', fsync: 'off' }, ['synchronous_commit off', 'fsync off']],
  ])('are in Postgres, of %o, %o', (values, risky) => {
    expect(namesOf(POSTGRES_RULES, values)).toEqual(risky);
  });

  it('are none in SQLite, which Easel sets itself', async () => {
    const storage = await openForTest(`sqlite://${await makeFolder()}/easel.sqlite`);
    expect(await storage.riskySettings()).toEqual([]);
  });
});

const warningsOf = ({ log }: { log: readonly string[] }) =>
  log.filter((line) => line.includes('"setting"')).map((line) => JSON.parse(line) as unknown);

test.skipIf(POSTGRES_URL === undefined)(
  'the start names what Postgres has set, and what to set',
  async () => {
    const url = (await SERVERS[1]?.fresh()) ?? '';
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET synchronous_commit = off`);
    await client.end();
    const world = await startWorld({ env: { STORE_URL: url } });
    expect(warningsOf(world)).toContainEqual(
      expect.objectContaining({
        level: 'warn',
        message: 'a setting of the store can lose acknowledged writes',
        setting: 'synchronous_commit',
        value: 'off',
        advice: expect.stringContaining('set it to on') as string,
      }),
    );
  },
);

describe.skipIf(REDIS_URL === undefined)('the start names what Redis', () => {
  const tool = async () => {
    const client = createClient({ url: REDIS_URL ?? '' });
    await client.connect();
    onTestFinished(() => {
      client.destroy();
    });
    return client;
  };

  it('has set', async () => {
    const values = await (await tool()).configGet(Object.keys(REDIS_RULES));
    const world = await startWorld({ env: { STORE_URL: (await SERVERS[0]?.fresh()) ?? '' } });
    const expected = riskySettings(REDIS_RULES, values).map(
      (risk) => expect.objectContaining(risk) as unknown,
    );
    await expect.poll(() => warningsOf(world)).toEqual(expected);
  });

  it('does not tell', async () => {
    const url = new URL((await SERVERS[0]?.fresh()) ?? '');
    const client = await tool();
    const name = `easel${randomInt(1e9)}`;
    await client.sendCommand(['ACL', 'SETUSER', name, 'on', '>secret', '~*', '&*', '+@all', '-config']);
    onTestFinished(async () => {
      const last = createClient({ url: REDIS_URL ?? '' });
      await last.connect();
      await last.sendCommand(['ACL', 'DELUSER', name]);
      last.destroy();
    });
    url.username = name;
    url.password = 'secret';
    const world = await startWorld({ env: { STORE_URL: url.href } });
    const message = "couldn't check the durability settings of the store";
    const settings = Object.keys(REDIS_RULES);
    await expect
      .poll(() => warningsOf(world))
      .toEqual(
        settings.map((setting) => expect.objectContaining({ level: 'warn', message, setting }) as unknown),
      );
  });
});
