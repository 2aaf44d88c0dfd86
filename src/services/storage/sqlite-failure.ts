import { z } from 'zod';

/** SQLite's codes in words (https://www.sqlite.org/rescode.html). */
const REASONS: ReadonlyMap<string, string> = new Map([
  ['SQLITE_NOTADB', 'the file is not a database'],
  ['SQLITE_CORRUPT', 'the database is damaged'],
  ['SQLITE_READONLY', 'the file can only be read'],
  ['SQLITE_CANTOPEN', "the file can't be opened"],
  ['SQLITE_FULL', 'the disk is full'],
  // Beside a database on a full disk not even what its processes share can be made.
  ['SQLITE_IOERR', "the file can't be read or written; is the disk full?"],
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

const failureSchema = z.object({ code: z.string() });

/** The name that SQLite or the operating system gives to what went wrong (`SQLITE_BUSY`, `EACCES`, …). */
export const errorCode = (error: unknown): string | undefined => failureSchema.safeParse(error).data?.code;

/** Why a file can't be used, in words. */
export const reasonOf = (error: unknown): string => {
  const code = errorCode(error) ?? '';
  return REASONS.get(code) ?? `unexpected failure ${code}`.trim();
};
