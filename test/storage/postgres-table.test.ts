import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { SERVERS } from './fresh-server.ts';
import { openForTest, parseNumber, POSTGRES_URL } from './storages.ts';

describe.skipIf(POSTGRES_URL === undefined)('a Postgres in which another process creates the table', () => {
  /** The first `CREATE TABLE` fails; a sequence goes on counting though its transaction is undone. */
  const failsOnce = (code: string) => `CREATE SEQUENCE tries;
    CREATE FUNCTION fail_once() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
      IF nextval('tries') = 1 THEN RAISE EXCEPTION 'exists' USING ERRCODE = '${code}'; END IF;
    END $$;
    CREATE EVENT TRIGGER others ON ddl_command_start WHEN TAG IN ('CREATE TABLE') EXECUTE FUNCTION fail_once()`;

  it.each(['23505', '42710', '42P07'])('at the same moment is opened, though it answers %s', async (code) => {
    const url = (await SERVERS.find(({ title }) => title === 'Postgres')?.fresh()) ?? '';
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(failsOnce(code));
    await client.end();
    const store = (await openForTest(url)).open('numbers', parseNumber);
    await store.set('a', 1);
    expect(await store.get('a')).toBe(1);
  });
});
