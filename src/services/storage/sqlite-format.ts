import { z } from 'zod';
import type { SqliteConnection } from './sqlite-connection.ts';
import { StorageOpenError } from './store.ts';

/** For a later Easel that wants another table. */
const TABLE_VERSION = 1;
/** "Easl" in ASCII: of what was removed from this file nothing is left in it. */
const APPLICATION_ID = 0x45_61_73_6c;

const journalSchema = z.tuple([z.object({ journal_mode: z.literal('wal') })]);
const versionSchema = z.tuple([z.object({ user_version: z.number() })]);
const applicationSchema = z.tuple([z.object({ application_id: z.number() })]);

/**
 * Makes a commit durable before it is acknowledged (https://www.sqlite.org/pragma.html#pragma_synchronous), and a removal
 * one that leaves nothing behind in the file.
 *
 * @throws StorageOpenError when the file is not one that this Easel knows how to read; nothing is changed then.
 */
export const prepareWriter = async (writer: SqliteConnection, location: string): Promise<void> => {
  const [{ user_version: version }] = versionSchema.parse(await writer.query('PRAGMA user_version'));
  if (version > TABLE_VERSION)
    throw new StorageOpenError(
      location,
      `a newer Easel has written it (its format is ${version}, and this Easel knows ${TABLE_VERSION}). Start the newer one, or bring back an older copy. Nothing was changed`,
    );
  journalSchema.parse(await writer.query('PRAGMA journal_mode = WAL'));
  await writer.query('PRAGMA synchronous = FULL');
  await writer.query('PRAGMA secure_delete = ON');
  // A file that can only be read, or a full disk, shows only when something is written.
  await writer.query(`PRAGMA user_version = ${TABLE_VERSION}`);
  await removeLeftovers(writer);
};

/** An Easel that did not delete securely left what was removed in free pages, and in what is free of the others. */
const removeLeftovers = async (writer: SqliteConnection): Promise<void> => {
  const [{ application_id: id }] = applicationSchema.parse(await writer.query('PRAGMA application_id'));
  if (id === APPLICATION_ID) return;
  await writer.query('VACUUM');
  await writer.query(`PRAGMA application_id = ${APPLICATION_ID}`);
};
