import pg from 'pg';
import { expect, test } from 'vitest';
import { startWorld } from '../world/world.ts';
import { SERVERS } from './fresh-server.ts';
import { POSTGRES_URL } from './storages.ts';

const warningsOf = ({ log }: { log: readonly string[] }) =>
  log.filter((line) => line.includes('the store: ')).map((line) => JSON.parse(line) as unknown);

test.skipIf(POSTGRES_URL === undefined)('the start names what is off in Postgres', async () => {
  const url = (await SERVERS[0]?.fresh()) ?? '';
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET synchronous_commit = off`);
  await client.end();
  const world = await startWorld({ env: { STORE_URL: url } });
  expect(warningsOf(world)).toContainEqual(
    expect.objectContaining({
      level: 'warn',
      message: expect.stringMatching(/^the store: The setting is off\. Set it to on/) as unknown,
      what: 'synchronous_commit',
    }),
  );
});
