import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { SqliteConnection } from './sqlite-connection.ts';

/** How long one try keeps writers waiting while somebody still reads. */
export const SCRUB_BUSY_MS = 500;
const PAUSE_MS = 100;
/** Some six seconds in all: only a tool that keeps a transaction open reads for that long. */
const ATTEMPTS = 10;

const checkpointSchema = z.tuple([z.object({ busy: z.number() })]);

/**
 * Empties the write-ahead log, which holds what rows said before they were changed or removed. The database itself keeps
 * nothing of that, since it is written with `secure_delete`.
 *
 * @param connection one on which nothing else runs, with a busy timeout of {@link SCRUB_BUSY_MS}.
 * @throws when somebody reads all the while: the log can't be emptied under a reader
 *   (https://www.sqlite.org/c3ref/wal_checkpoint_v2.html).
 */
export const scrubSqlite = async (connection: SqliteConnection): Promise<void> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (attempt > 0) await sleep(PAUSE_MS);
    const [{ busy }] = checkpointSchema.parse(await connection.query('PRAGMA wal_checkpoint(TRUNCATE)'));
    if (busy === 0) return;
  }
  throw new Error('Somebody reads the database all the while');
};
