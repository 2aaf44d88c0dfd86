import { mkdir, open, realpath, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import { DatabaseStorage } from './database-storage.ts';
import { sqliteBackend } from './sqlite-adapter.ts';
import {
  BUSY_TIMEOUT_MS,
  errorCode,
  connectSqlite,
  TABLE,
  type SqliteConnection,
} from './sqlite-connection.ts';
import { lockSqlite } from './sqlite-lock.ts';
import { sweepSqlite } from './sqlite-sweep.ts';
import { SqliteWriter } from './sqlite-writer.ts';
import { StorageError, StorageOpenError, type Storage } from './store.ts';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
/** For a later Easel that wants another table. */
const TABLE_VERSION = 1;

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

/**
 * Opens the SQLite file, which only one Easel at a time may use. Missing folders and the file are made, for the
 * present user alone.
 * @param path absolute, or relative to the working directory.
 * @throws StorageLockedError when another Easel uses the file.
 * @throws StorageOpenError for whatever else keeps it from being read and written.
 */
export async function openSqlite(path: string): Promise<Storage> {
  const location = resolve(path);
  const opened: SqliteConnection[] = [];
  try {
    const file = await prepareFile(location);
    opened.unshift(await lockSqlite(await createFile(`${file}.lock`), location));
    const writer = await connect(file);
    opened.unshift(writer);
    await prepareWriter(writer);
    const reader = await connect(file);
    opened.unshift(reader);
    const writes = new SqliteWriter(writer);
    return new DatabaseStorage({
      location,
      backend: (namespace) => sqliteBackend(namespace, reader, writes),
      sweep: () => sweepSqlite(reader, writer, Date.now()),
      close: () => closeAll(opened),
    });
  } catch (error) {
    await closeAll(opened);
    if (error instanceof StorageError) throw error;
    throw new StorageOpenError(location, reason(error), { cause: error });
  }
}

/** Makes what is missing; returns the path without symbolic links, so that one file has one lock. */
async function prepareFile(location: string): Promise<string> {
  await mkdir(dirname(location), { recursive: true, mode: FOLDER_MODE });
  const file = await realpath(await createFile(location));
  if (!(await stat(file)).isFile()) throw new StorageOpenError(location, 'it is not a file');
  return file;
}

/** SQLite would make it readable for everybody; the files that SQLite adds copy its mode. */
async function createFile(path: string): Promise<string> {
  try {
    await (await open(path, 'wx', FILE_MODE)).close();
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
  return path;
}

function connect(file: string): Promise<SqliteConnection> {
  return connectSqlite(file, { busyTimeoutMs: BUSY_TIMEOUT_MS, table: TABLE });
}

const journalSchema = z.tuple([z.object({ journal_mode: z.literal('wal') })]);

/** Makes a commit durable before it is acknowledged (https://www.sqlite.org/pragma.html#pragma_synchronous). */
async function prepareWriter(writer: SqliteConnection): Promise<void> {
  journalSchema.parse(await writer.query('PRAGMA journal_mode = WAL'));
  await writer.query('PRAGMA synchronous = FULL');
  // A file that can only be read, or a full disk, shows only when something is written.
  await writer.query(`PRAGMA user_version = ${TABLE_VERSION}`);
}

/** In the given order; the lock comes last. */
async function closeAll(connections: readonly SqliteConnection[]): Promise<void> {
  for (const connection of connections) await connection.close();
}

function reason(error: unknown): string {
  const code = errorCode(error) ?? '';
  return REASONS.get(code) ?? `unexpected failure ${code}`.trim();
}
