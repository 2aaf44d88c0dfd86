import { StorageCopyError, StorageIncompleteError, StorageNotEmptyError } from './errors.ts';
import { expiryOf, type Fence } from './row.ts';
import type { StoredRow, StoredRows } from './stored-rows.ts';

/** How a store is filled. */
export interface FillOptions {
  /** The command that fills it, to show when the store is incomplete. Running it again continues. */
  filling: string;
  /** The version of the rows. */
  version: number;
  /** Every row, page by page, in each call; a later one takes the place of an earlier one with its key. */
  pages: () => AsyncIterable<readonly StoredRow[]>;
  /** Which of some keys have no row in the source; absent: everything in the store is removed first. */
  missing?: (keys: readonly string[]) => Promise<readonly string[]>;
  /** Whether existing data may be removed. */
  replace: boolean;
  fence?: Fence | undefined;
  /** Cancels between two pages; the same fill can continue later. */
  signal?: AbortSignal;
  /** Called with the number of finished rows in each pass. */
  onRows?: (pass: 'copying' | 'verifying', count: number) => void;
}

/**
 * Makes a store contain exactly these rows, and compares each of them afterwards. Until then the store is marked as incomplete,
 * so that no Easel starts on it.
 * @returns how many rows there are now, without expired ones.
 * @throws StorageNotEmptyError, StorageIncompleteError before anything is written; StorageCopyError, StorageFencedError.
 */
export const fill = async (rows: StoredRows, options: FillOptions): Promise<number> => {
  const { filling, version, missing, replace, fence } = options;
  const found = (await rows.readSchema())?.filling;
  if (found !== undefined && found !== filling && !replace) throw new StorageIncompleteError(found);
  if (found === undefined && !(await isEmpty(rows))) {
    if (!replace) throw new StorageNotEmptyError('This store is not empty. Nothing was changed');
    await rows.copyBeside(`before-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`);
  }
  await rows.writeSchema({ version, filling }, fence);
  await remove(rows, missing, fence);
  const written = await copy(rows, options);
  const count = await verify(rows, options, written);
  await rows.writeSchema({ version }, fence);
  return count;
};

const isEmpty = async (rows: StoredRows): Promise<boolean> => {
  for await (const page of rows.pages()) if (page.length > 0) return false;
  return true;
};

const remove = async (
  rows: StoredRows,
  missing: FillOptions['missing'] = (keys) => Promise.resolve(keys),
  fence?: Fence,
): Promise<void> => {
  for await (const page of rows.pages()) {
    const keys = await missing([...new Set(page.map(({ key }) => key))]);
    if (keys.length > 0)
      await rows.write(
        keys.map((key) => ({ key })),
        fence,
      );
  }
};

/** @returns the rows that took another one's place, by key. */
const copy = async (
  rows: StoredRows,
  { pages, fence, signal, onRows }: FillOptions,
): Promise<Map<string, string | undefined>> => {
  const replaced = new Map<string, string | undefined>();
  for await (const page of pages()) {
    signal?.throwIfAborted();
    const texts = new Map(page.map(({ key, text }) => [key, text]));
    const keys = [...texts.keys()];
    const before = await rows.texts(keys);
    const changed = keys.filter((key, index) => before[index] !== texts.get(key));
    for (const [index, key] of keys.entries())
      if (before[index] !== undefined && before[index] !== texts.get(key)) replaced.set(key, texts.get(key));
    if (texts.size < page.length) for (const key of keys) replaced.set(key, texts.get(key));
    if (changed.length > 0)
      await rows.write(
        changed.map((key) => rowOf(key, texts.get(key))),
        fence,
      );
    onRows?.('copying', page.length);
  }
  return replaced;
};

const rowOf = (key: string, text: string | undefined): StoredRow =>
  text === undefined ? { key } : { key, text };

const verify = async (
  rows: StoredRows,
  { pages, signal, onRows }: FillOptions,
  replaced: ReadonlyMap<string, string | undefined>,
): Promise<number> => {
  let differences = 0;
  for await (const page of pages()) {
    const texts = await rows.texts(page.map(({ key }) => key));
    const now = Date.now();
    for (const [index, { key, text }] of page.entries()) {
      const wanted = replaced.has(key) ? replaced.get(key) : text;
      const isOver = wanted !== undefined && (expiryOf(wanted) ?? Infinity) <= now;
      if (!isOver && texts[index] !== wanted) differences += 1;
    }
    onRows?.('verifying', page.length);
    signal?.throwIfAborted();
  }
  if (differences > 0) throw new StorageCopyError(differences);
  return counted(rows);
};

const counted = async (rows: StoredRows): Promise<number> => {
  let count = 0;
  for await (const page of rows.pages()) count += page.length;
  return count;
};
