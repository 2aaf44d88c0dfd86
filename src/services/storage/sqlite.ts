import { statSync } from 'node:fs';
import { mkdir, open, realpath, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { KeyvSqlite } from '@keyv/sqlite';
import { z } from 'zod';
import { DatabaseStorage } from './database-storage.ts';
import type { Database } from './database.ts';
import { connectReader, connectSqlite, connectWriter, SqliteAdapter } from './sqlite-adapter.ts';
import { errorCode, reasonOf } from './sqlite-failure.ts';
import type { SqliteWriter } from './sqlite-writer.ts';
import {
  StorageError,
  StorageLockedError,
  StorageOpenError,
  StorageLostError,
  type Storage,
  type UnreadableRowPlace,
} from './store.ts';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
/** An Easel that is ending writes what is left before it lets go, which takes a slow disk a second or more. */
const LOCK_WAIT_MS = 2_000;
/** How long one try to empty the log keeps writers waiting while somebody still reads. */
const SCRUB_BUSY_MS = 500;
const SCRUB_PAUSE_MS = 100;
/** Some six seconds in all: only a tool that keeps a transaction open reads for that long. */
const SCRUB_ATTEMPTS = 10;

const journalSchema = z.tuple([z.object({ journal_mode: z.literal('wal') })]);
const checkpointSchema = z.tuple([z.object({ busy: z.number() })]);

export interface SqliteOptions {
  onUnreadable: (row: UnreadableRowPlace) => void;
  onLost: (error: StorageLostError) => void;
}

interface Closable {
  close(): void | Promise<void>;
}

/**
 * Opens the SQLite file, which only one Easel at a time may use. Missing folders and the file are made, for the
 * present user alone.
 * @param path absolute, or relative to the working directory.
 * @throws StorageLockedError when another Easel uses the file.
 * @throws StorageOpenError for whatever else keeps it from being read and written.
 */
export const openSqlite = async (path: string, options: SqliteOptions): Promise<Storage> => {
  const location = resolve(path);
  const opened: Closable[] = [];
  try {
    const file = await prepareFile(location);
    opened.unshift(await lock(await createFile(`${file}.lock`), location));
    const writer = await connectWriter(file);
    opened.unshift(writer);
    await prepareWriter(writer);
    const check = lossCheck(file, location, options.onLost);
    const reader = await connectReader(file);
    opened.unshift(reader);
    const pageReader = await connectReader(file);
    opened.unshift(pageReader);
    const adapter = await SqliteAdapter.connect({ file, reader, pageReader, writer, check });
    opened.unshift(adapter);
    const scrubber = await connectSqlite(file, { busyTimeoutMs: SCRUB_BUSY_MS });
    opened.unshift(scrubber);
    const { onUnreadable } = options;
    return new DatabaseStorage({
      location,
      onUnreadable,
      prefix: '',
      ...workOn({ writer, adapter, scrubber, opened }),
    });
  } catch (error) {
    await closeAll(opened);
    if (error instanceof StorageError) throw error;
    throw new StorageOpenError(location, reasonOf(error), { cause: error });
  }
};

interface OpenFile {
  writer: SqliteWriter;
  adapter: SqliteAdapter;
  scrubber: KeyvSqlite;
  opened: readonly Closable[];
}

const workOn = ({
  writer,
  adapter,
  scrubber,
  opened,
}: OpenFile): Omit<Database, 'location' | 'prefix' | 'onUnreadable'> => ({
  adapter,
  commit: (writes, mayWait) => adapter.commit(writes, mayWait),
  hurry: () => {
    writer.hurry();
  },
  pages: (prefix) => adapter.pages(prefix),
  sweep: () => adapter.sweep(Date.now()),
  scrub: () => scrub(scrubber),
  close: () => closeAll(opened),
});

/** Creates missing folders; returns the path without symbolic links, so that one file has one lock. */
const prepareFile = async (location: string): Promise<string> => {
  await mkdir(dirname(location), { recursive: true, mode: FOLDER_MODE });
  const file = await realpath(await createFile(location));
  if (!(await stat(file)).isFile()) throw new StorageOpenError(location, 'it is not a file. Check the path');
  return file;
};

/** SQLite would make it readable for everybody; the files that SQLite adds copy its mode. */
const createFile = async (path: string): Promise<string> => {
  try {
    await (await open(path, 'wx', FILE_MODE)).close();
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
  return path;
};

/**
 * Takes a lock that no other process can take until this one closes it or ends, however it ends.
 *
 * The lock is SQLite's exclusive one on a file beside the database: a lock of the operating system, which drops it
 * with the process (https://www.sqlite.org/lockingv3.html). The database itself stays readable for tools.
 *
 * @param lockFile must exist; nothing else in this process may open it, since closing any handle drops the lock
 *   (https://www.sqlite.org/howtocorrupt.html, section 2.2).
 * @throws StorageLockedError when another process has it.
 */
const lock = async (lockFile: string, location: string): Promise<KeyvSqlite> => {
  let connection: KeyvSqlite | undefined;
  try {
    connection = await connectSqlite(lockFile, { busyTimeoutMs: LOCK_WAIT_MS, table: 'lock' });
    await connection.query('BEGIN EXCLUSIVE');
    return connection;
  } catch (error) {
    await connection?.close();
    if (errorCode(error) === 'SQLITE_BUSY') throw new StorageLockedError(location, { cause: error });
    throw error;
  }
};

/**
 * Makes a commit durable before it is acknowledged (https://www.sqlite.org/pragma.html#pragma_synchronous), and a removal
 * one that leaves nothing behind in the file.
 */
const prepareWriter = async (writer: SqliteWriter): Promise<void> => {
  journalSchema.parse(await writer.query('PRAGMA journal_mode = WAL'));
  await writer.query('PRAGMA synchronous = FULL');
  await writer.query('PRAGMA secure_delete = ON');
  // A file that can only be read, or a full disk, shows only when something is written.
  await writer.query('PRAGMA user_version = 1');
};

/**
 * Looks whether the file is still where it was: a deleted one stays writable for processes that have it open
 * (https://www.sqlite.org/howtocorrupt.html, section 4), and what it holds is lost when they end.
 */
const lossCheck = (file: string, location: string, onLost: SqliteOptions['onLost']): (() => void) => {
  const inodeOf = (): bigint | undefined => statSync(file, { bigint: true, throwIfNoEntry: false })?.ino;
  const known = inodeOf();
  return () => {
    if (inodeOf() === known) return;
    const error = new StorageLostError(location);
    onLost(error);
    throw error;
  };
};

/**
 * Empties the write-ahead log, which holds what rows said before they were changed or removed. The database itself keeps
 * nothing of that, since it is written with `secure_delete`.
 *
 * @param connection one on which nothing else runs.
 * @throws when somebody reads all the while: the log can't be emptied under a reader
 *   (https://www.sqlite.org/c3ref/wal_checkpoint_v2.html).
 */
const scrub = async (connection: KeyvSqlite): Promise<void> => {
  for (let attempt = 0; attempt < SCRUB_ATTEMPTS; attempt += 1) {
    if (attempt > 0) await sleep(SCRUB_PAUSE_MS);
    const [{ busy }] = checkpointSchema.parse(await connection.query('PRAGMA wal_checkpoint(TRUNCATE)'));
    if (busy === 0) return;
  }
  throw new Error('Somebody reads the database all the while');
};

/** In the given order; the lock comes last. */
const closeAll = async (opened: readonly Closable[]): Promise<void> => {
  for (const one of opened) await one.close();
};
