import { z } from 'zod';

const ALLOW = 'Let the user that runs Easel read and write it, and the folder that it is in';
const LOOK = 'Check the path';
const DISK_FULL = 'the disk is full. Free some space';
const NO_FOLDER = `a part of the path is not a folder. ${LOOK}`;
/** SQLite's codes in words, and what to do (https://www.sqlite.org/rescode.html). */
const REASONS: ReadonlyMap<string, string> = new Map([
  ['SQLITE_NOTADB', 'the file is not a database. Choose another name for the database'],
  ['SQLITE_CORRUPT', 'the database is damaged. Restore a backup'],
  ['SQLITE_READONLY', `the file can only be read. ${ALLOW}`],
  ['SQLITE_CANTOPEN', `the file can't be opened. ${ALLOW}`],
  ['SQLITE_FULL', DISK_FULL],
  // Beside a database on a full disk not even what its processes share can be made.
  ['SQLITE_IOERR', "the file can't be read or written. Look whether the disk is full"],
  ['SQLITE_BUSY', 'another program keeps the file locked. End it'],
  ['ENOENT', `the path leads nowhere. ${LOOK}`],
  // Making the folders says this when a file stands where one should be.
  ['EEXIST', NO_FOLDER],
  ['ENOTDIR', NO_FOLDER],
  ['EACCES', `permission denied. ${ALLOW}`],
  ['EPERM', `permission denied. ${ALLOW}`],
  ['EROFS', 'the file system can only be read. Choose a folder that can be written'],
  ['ENOSPC', DISK_FULL],
]);

const failureSchema = z.object({ code: z.string() });

/** The name that SQLite or the operating system gives to what went wrong (`SQLITE_BUSY`, `EACCES`, …). */
export const errorCode = (error: unknown): string | undefined => failureSchema.safeParse(error).data?.code;

/** Why a file can't be used, in words. */
export const reasonOf = (error: unknown): string => {
  const code = errorCode(error) ?? '';
  return REASONS.get(code) ?? `unexpected failure ${code}`.trim();
};
