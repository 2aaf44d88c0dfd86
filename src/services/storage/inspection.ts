import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { z } from 'zod';
import type { ServerOptions } from './database.ts';
import { POSTGRES_RULES, riskySettings, type RiskySetting } from './durability.ts';
import { StorageOpenError, unreachable } from './errors.ts';
import { countHolders, readTable } from './lease-table.ts';
import { TABLE_KEY } from './leases.ts';
import { errorCode, reasonOf } from './sqlite-failure.ts';
import { readSchemaText, SCHEMA_KEY, type Schema } from './schema.ts';

/** What can be learned about a store without changing it. */
export interface Inspection {
  /** The database and its version, such as `Postgres 15.4`. */
  server: string;
  /** The store's schema row; undefined while it is empty. */
  schema: Schema | undefined;
  /** How many Easels use it at the moment. */
  processes: number;
  risks: RiskySetting[];
}

/** The times are milliseconds since the epoch, by the server's clock. */
const inspectionOf = (
  server: string,
  [schema, leases]: readonly unknown[],
  now: number,
  risks: RiskySetting[],
): Inspection => ({
  server,
  schema: typeof schema === 'string' ? readSchemaText(schema) : undefined,
  processes: typeof leases === 'string' ? countHolders(readTable(leases), now) : 0,
  risks,
});

/** A file that has something in it. */
const isFilled = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.size > 0,
    () => false,
  );

const sqliteSchema = z.tuple([z.object({ version: z.string() })]);

/**
 * Inspects an SQLite file, which may not exist yet. A process that uses the file holds a lock file next to it. The
 * check takes that lock for a moment; an Easel that starts just then waits for it.
 */
export const inspectSqlite = async (path: string): Promise<Inspection> => {
  const { connectSqlite, textsOf } = await import('./sqlite-adapter.ts');
  const location = resolve(path);
  const isThere = await isFilled(location);
  const isLocked = async () => {
    try {
      await (await connectSqlite(`${location}.lock`, { busyTimeoutMs: 0, table: 'lock' })).close();
      return false;
    } catch (error) {
      return errorCode(error) === 'SQLITE_BUSY';
    }
  };
  const processes = isThere && (await isFilled(`${location}.lock`)) && (await isLocked()) ? 1 : 0;
  const connection = await connectSqlite(isThere ? location : ':memory:').catch((error: unknown) => {
    throw new StorageOpenError(location, reasonOf(error), { cause: error });
  });
  try {
    const [{ version }] = sqliteSchema.parse(await connection.query('SELECT sqlite_version() AS version'));
    const texts = await textsOf(connection, [SCHEMA_KEY]);
    return { ...inspectionOf(`SQLite ${version}`, texts, 0, []), processes };
  } finally {
    await connection.close();
  }
};

const postgresSchema = z.tuple([z.object({ version: z.string(), now: z.number(), isThere: z.boolean() })]);

/** @throws StorageOpenError when it does not answer, or does not let us in. */
export const inspectPostgres = async (url: string, options: ServerOptions): Promise<Inspection> => {
  const { newPool } = await import('./postgres-connection.ts');
  const { readSettings, TABLE, textsOf } = await import('./postgres.ts');
  const pool = newPool(url, 1, options);
  try {
    const { rows } = await pool.query(
      `SELECT current_setting('server_version') AS version, to_regclass($1) IS NOT NULL AS "isThere",
       (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now`,
      [TABLE],
    );
    const [{ version, now, isThere }] = postgresSchema.parse(rows);
    const texts = isThere ? await textsOf(pool, [SCHEMA_KEY, TABLE_KEY]) : [];
    const risks = riskySettings(POSTGRES_RULES, await readSettings(pool, Object.keys(POSTGRES_RULES)));
    return inspectionOf(`Postgres ${version}`, texts, now, risks);
  } catch (error) {
    throw new StorageOpenError(options.location, unreachable('Postgres'), { cause: error });
  } finally {
    await pool.end();
  }
};
