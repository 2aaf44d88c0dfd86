import { mkdir, open, realpath, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { DatabaseStorage } from './database-storage.ts';
import { sqliteBackend } from './sqlite-adapter.ts';
import {
  BUSY_TIMEOUT_MS,
  errorCode,
  connectSqlite,
  TABLE,
  type SqliteConnection,
} from './sqlite-connection.ts';
import { prepareWriter } from './sqlite-format.ts';
import { lockSqlite } from './sqlite-lock.ts';
import { SCRUB_BUSY_MS, scrubSqlite } from './sqlite-scrub.ts';
import { sweepSqlite } from './sqlite-sweep.ts';
import { SqliteWatch } from './sqlite-watch.ts';
import { SqliteWriter } from './sqlite-writer.ts';
import {
  StorageError,
  StorageOpenError,
  type Storage,
  type StorageLostError,
  type UnreadableRowPlace,
} from './store.ts';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/** SQLite's codes in words (https://www.sqlite.org/rescode.html). */
const REASONS: ReadonlyMap<string, string> = new Map([
  ['SQLITE_NOTADB', 'the file is not a database'],
  ['SQLITE_CORRUPT', 'the database is damaged'],
  ['SQLITE_READONLY', 'the file can only be read'],
  ['SQLITE_CANTOPEN', 'the file can not be opened'],
  ['SQLITE_FULL', 'the disk is full'],
  ['SQLITE_BUSY', 'another program keeps the file locked'],
  ['ENOENT', 'the path leads nowhere'],
  // Making the folders says this when a file stands where one should be.
  ['EEXIST', 'a part of the path is not a folder'],
  ['ENOTDIR', 'a part of the path is not a folder'],
  ['EACCES', 'permission denied'],
  ['EPERM', 'permission denied'],
  ['EROFS', 'the file system can only be read'],
  ['ENOSPC', 'the disk is full'],
]);

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
    const lockFile = await createFile(`${file}.lock`);
    opened.unshift(await lockSqlite(lockFile, location));
    const writer = await connect(file);
    opened.unshift(writer);
    await prepareWriter(writer, location);
    const reader = await connect(file);
    opened.unshift(reader);
    const scrubber = await connect(file, SCRUB_BUSY_MS);
    opened.unshift(scrubber);
    const watch = await SqliteWatch.over({ location, file, lockFile, onLost: options.onLost });
    opened.unshift(watch);
    const writes = new SqliteWriter(writer, watch);
    return new DatabaseStorage({
      location,
      onUnreadable: options.onUnreadable,
      backend: (namespace) => sqliteBackend(namespace, reader, writes),
      sweep: () => sweepSqlite(reader, writer, Date.now()),
      scrub: () => scrubSqlite(scrubber),
      close: () => closeAll(opened),
    });
  } catch (error) {
    await closeAll(opened);
    if (error instanceof StorageError) throw error;
    throw new StorageOpenError(location, reason(error), { cause: error });
  }
};

/** Makes what is missing; returns the path without symbolic links, so that one file has one lock. */
const prepareFile = async (location: string): Promise<string> => {
  await mkdir(dirname(location), { recursive: true, mode: FOLDER_MODE });
  const file = await realpath(await createFile(location));
  if (!(await stat(file)).isFile()) throw new StorageOpenError(location, 'it is not a file');
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

const connect = (file: string, busyTimeoutMs = BUSY_TIMEOUT_MS): Promise<SqliteConnection> =>
  connectSqlite(file, { busyTimeoutMs, table: TABLE });

/** In the given order; the lock comes last. */
const closeAll = async (opened: readonly Closable[]): Promise<void> => {
  for (const one of opened) await one.close();
};

const reason = (error: unknown): string => {
  const code = errorCode(error) ?? '';
  return REASONS.get(code) ?? `unexpected failure ${code}`.trim();
};
