import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { canAccess } from '../../lib/files.ts';
import { OperatorError } from '../../lib/operator-error.ts';
import type { StoredRow } from './stored-rows.ts';

const FORMAT = 'easel-backup';
const FORMAT_VERSION = 1;
const OWNER_ONLY = 0o600;
/** Some thousand rows, which are written together. */
const CHUNK_BYTES = 1_024 * 1_024;
/** Far longer than any row. */
const MAX_LINE_LENGTH = 64 * 1_024 * 1_024;

/** A backup can't be written or read. */
export class BackupError extends OperatorError {
  override name = 'BackupError';
}

const headerSchema = z.object({
  format: z.literal(FORMAT),
  formatVersion: z.int(),
  /** When it was made, as ISO 8601. */
  createdAt: z.string(),
  /** The version of the rows. */
  version: z.int().positive(),
  /** In base64, where it was asked to be included. */
  encryptionKey: z.string().exactOptional(),
});
const rowSchema = z.union([z.tuple([z.string(), z.string()]), z.tuple([z.string()])]);
const endSchema = z.object({ rows: z.int(), sha256: z.string() });

/** The header of a backup. */
export type BackupHeader = z.infer<typeof headerSchema>;

const lines = async function* (
  header: Omit<BackupHeader, 'format' | 'formatVersion'>,
  pages: AsyncIterable<readonly StoredRow[]>,
  onRows: (count: number) => void,
): AsyncGenerator<string> {
  const hash = createHash('sha256');
  const hashed = (text: string): string => {
    hash.update(text);
    return text;
  };
  yield hashed(`${JSON.stringify({ format: FORMAT, formatVersion: FORMAT_VERSION, ...header })}\n`);
  let rows = 0;
  for await (const page of pages) {
    rows += page.length;
    if (page.length > 0)
      yield hashed(
        page.map(({ key, text }) => `${JSON.stringify(text === undefined ? [key] : [key, text])}\n`).join(''),
      );
    onRows(page.length);
  }
  yield `${JSON.stringify({ rows, sha256: hash.digest('hex') })}\n`;
};

/**
 * Writes rows to a compressed file that only its owner can read. The file is complete, or isn't created.
 *
 * The format is gzipped JSON lines: a header, a line for each row (`[key, text]`, or `[key]` for one that was removed while the
 * rows were read), and a last line with the number of rows and the SHA-256 of everything before it.
 * @param options.signal cancels the backup and leaves no file.
 * @throws BackupError when the file already exists or can't be written; whatever the pages throw.
 */
export const writeBackup = async (
  file: string,
  header: Omit<BackupHeader, 'format' | 'formatVersion'>,
  pages: AsyncIterable<readonly StoredRow[]>,
  { signal, onRows }: { signal: AbortSignal; onRows: (count: number) => void },
): Promise<void> => {
  if (await canAccess(file)) throw new BackupError(`${file} already exists. Choose another name`);
  const draft = `${file}.part`;
  try {
    // What is there already could be read by others, or lead elsewhere.
    await rm(draft, { force: true });
    const handle = await open(draft, 'wx', OWNER_ONLY);
    const output = handle.createWriteStream({ flush: true });
    await pipeline(Readable.from(lines(header, pages, onRows)), createGzip(), output, { signal });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw isSystemError(error)
      ? new BackupError(`${file} can't be written: ${reasonOf(error)}`, { cause: error })
      : error;
  }
};

const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error && 'code' in error;

const REASONS: Partial<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system can only be read',
  ENOENT: 'the path leads nowhere',
  EISDIR: 'it is a folder',
};

const reasonOf = ({ code = '' }: NodeJS.ErrnoException): string => REASONS[code] ?? code;

/** An open backup. Reading throws before the end of the rows unless the whole file is intact. */
export interface Backup {
  header: BackupHeader;
  pages: () => AsyncGenerator<StoredRow[]>;
}

/**
 * Opens a backup.
 * @throws BackupError when the file is missing or isn't a backup; reading the pages throws it when the file is damaged,
 *   truncated or changed.
 */
export const openBackup = async (file: string): Promise<Backup> => {
  for await (const [first = ''] of linePages(file))
    return { header: parseHeader(first, file), pages: () => rowPages(file) };
  throw damaged(file);
};

const parseHeader = (line: string, file: string): BackupHeader => {
  const { data: header } = headerSchema.safeParse(parseJson(line, file));
  if (!header) throw new BackupError(`${file} isn't a backup of Easel`);
  if (header.formatVersion > FORMAT_VERSION)
    throw new BackupError(`${file} was made by a newer Easel. Restore it with that version`);
  return header;
};

const rowPages = async function* (file: string): AsyncGenerator<StoredRow[]> {
  const hash = createHash('sha256');
  let rows = 0;
  let isOver = false;
  let isFirst = true;
  for await (const page of linePages(file)) {
    if (isOver) throw damaged(file);
    const end =
      page.at(-1)?.startsWith('{') === true && !(isFirst && page.length === 1) ? page.pop() : undefined;
    for (const line of page) hash.update(`${line}\n`);
    if (isFirst) page.shift();
    isFirst = false;
    rows += page.length;
    if (end !== undefined) {
      checkEnd(end, rows, hash, file);
      isOver = true;
    }
    yield page.map((line) => parseRow(line, file));
  }
  if (!isOver) throw damaged(file);
};

const checkEnd = (line: string, rows: number, hash: Hash, file: string): void => {
  const { data: end } = endSchema.safeParse(parseJson(line, file));
  if (end?.rows !== rows || end.sha256 !== hash.digest('hex')) throw damaged(file);
};

const parseRow = (line: string, file: string): StoredRow => {
  const { data } = rowSchema.safeParse(parseJson(line, file));
  if (!data) throw damaged(file);
  const [key, text] = data;
  return text === undefined ? { key } : { key, text };
};

const parseJson = (line: string, file: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    throw damaged(file);
  }
};

const damaged = (file: string, options?: ErrorOptions): BackupError =>
  new BackupError(`${file} is damaged: it is truncated or changed, or isn't a backup of Easel`, options);

/** The lines of a compressed file, in chunks. Text after the last line break is an error. */
const linePages = async function* (file: string): AsyncGenerator<string[]> {
  const source = createReadStream(file);
  const unzipped = createGunzip({ chunkSize: CHUNK_BYTES });
  const piping = pipeline(source, unzipped).catch(() => undefined);
  const decoder = new StringDecoder('utf8');
  let rest = '';
  try {
    for await (const chunk of unzipped) {
      const found = (rest + decoder.write(chunk as Buffer)).split('\n');
      rest = found.pop() ?? '';
      if (rest.length > MAX_LINE_LENGTH) throw damaged(file);
      if (found.length > 0) yield found;
    }
  } catch (error) {
    if (isSystemError(error))
      throw new BackupError(`${file} can't be read: ${reasonOf(error)}`, { cause: error });
    throw error instanceof OperatorError ? error : damaged(file, { cause: error });
  } finally {
    source.destroy();
    await piping;
  }
  if (rest !== '') throw damaged(file);
};
