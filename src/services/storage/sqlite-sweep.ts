import { z } from 'zod';
import { TABLE, type SqliteConnection } from './sqlite-connection.ts';

/** Rows removed by one statement; a longer one would keep the bot's own writes waiting. */
const SWEEP_ROWS = 1_000;

/** A row with a lifetime starts with it, and a cast takes the digits a text starts with. */
const EXPIRED = `value GLOB '{"expires":[0-9]*' AND CAST(substr(value, 12) AS INTEGER) < ?`;

const keysSchema = z.array(z.object({ key: z.string() }));

/**
 * Removes the rows whose lifetime is over.
 *
 * The table is searched by the reader, so that writes go on meanwhile; the removal looks at the lifetime again,
 * since the row may have been written anew.
 *
 * @param now milliseconds since the epoch.
 * @returns how many rows were removed.
 */
export const sweepSqlite = async (
  reader: SqliteConnection,
  writer: SqliteConnection,
  now: number,
): Promise<number> => {
  let removed = 0;
  let last = '';
  for (;;) {
    const found = await reader.query(
      `SELECT key FROM ${TABLE} WHERE key > ? AND ${EXPIRED} ORDER BY key LIMIT ?`,
      last,
      now,
      SWEEP_ROWS,
    );
    const keys = keysSchema.parse(found).map((row) => row.key);
    const gone = await writer.query(
      `DELETE FROM ${TABLE} WHERE key IN (SELECT value FROM json_each(?)) AND ${EXPIRED} RETURNING key`,
      JSON.stringify(keys),
      now,
    );
    removed += gone.length;
    last = keys.at(-1) ?? last;
    if (keys.length < SWEEP_ROWS) return removed;
  }
};
