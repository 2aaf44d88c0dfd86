import { KeyvSqlite } from '@keyv/sqlite';

const UPSERT = `INSERT INTO rows (key, value) SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]')
  FROM json_each(?) WHERE true ON CONFLICT (key) DO UPDATE SET value = excluded.value`;
const REMOVE = 'DELETE FROM rows WHERE key IN (SELECT value FROM json_each(?))';

/** Rows by their keys; null removes one. */
export type Rows = Record<string, object | null>;

/** Opens a file in which rows are written in group commits, each durable before it is acknowledged. */
export const openRows = async (file: string): Promise<(rows: Rows) => Promise<void>> => {
  const database = new KeyvSqlite({ uri: `sqlite://${file}`, table: 'rows' });
  await database.query('PRAGMA journal_mode = WAL');
  await database.query('PRAGMA synchronous = FULL');
  let waiting: Rows = {};
  let committing: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  const commit = async () => {
    const rows = Object.entries(waiting);
    waiting = {};
    next = undefined;
    const kept = rows.flatMap(([key, value]) => (value ? [[key, JSON.stringify(value)]] : []));
    const gone = rows.flatMap(([key, value]) => (value ? [] : [key]));
    if (gone.length > 0) await database.query('BEGIN IMMEDIATE');
    if (kept.length > 0) await database.query(UPSERT, JSON.stringify(kept));
    if (gone.length === 0) return;
    await database.query(REMOVE, JSON.stringify(gone));
    await database.query('COMMIT');
  };
  return (rows) => {
    Object.assign(waiting, rows);
    if (!next) {
      next = committing.then(commit);
      committing = next;
    }
    return next;
  };
};
