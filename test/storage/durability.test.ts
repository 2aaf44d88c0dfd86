import pg from 'pg';
import { describe, expect, it, test } from 'vitest';
import { POSTGRES_RULES, riskySettings } from '../../src/services/storage/durability.ts';
import { startWorld } from '../world/world.ts';
import { SERVERS } from './fresh-server.ts';
import { makeFolder, openForTest, POSTGRES_URL } from './storages.ts';

describe('settings with which a server can lose what it acknowledged', () => {
  const namesOf = (rules: typeof POSTGRES_RULES, values: Record<string, string>) =>
    riskySettings(rules, values).map(({ setting, value }) => `${setting} ${value ?? '?'}`);

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
    const url = (await SERVERS[0]?.fresh()) ?? '';
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
