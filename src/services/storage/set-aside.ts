import { DAY_MS } from '../../lib/clock.ts';
import { StorageWriteError, type UnreadableRowPlace } from './errors.ts';
import type { RowSource } from './stored-rows.ts';

/** The namespace of rows that could not be read when their key was written again. */
const NAMESPACE = 'unreadable';
const BASE = 36;

/**
 * How long such a row is kept for the operator to inspect: longer than a holiday, and no longer than a request is by default,
 * since it may hold what somebody wrote and has deleted since.
 */
const LIFETIME_MS = 30 * DAY_MS;

/** What one pass removes; the next one goes on. */
export const MOST_PER_PASS = 10_000;

/** A row that was set aside: where it was, and when that happened, in milliseconds since the epoch. */
export interface SetAside extends UnreadableRowPlace {
  at: number;
}

/** The key of a row that is set aside, without the prefix of the database. */
export const setAsideKey = ({ namespace, key, at }: SetAside): string =>
  `${NAMESPACE}:${namespace}:${key}:${at.toString(BASE)}`;

/** The key of the row may hold colons itself. */
const PATTERN = /^(?<namespace>[^:]+):(?<key>.+):(?<at>[0-9a-z]+)$/u;

const parseKey = (text: string): SetAside | undefined => {
  const { namespace, key, at } = PATTERN.exec(text)?.groups ?? {};
  if (namespace === undefined || key === undefined || at === undefined) return undefined;
  return { namespace, key, at: Number.parseInt(at, BASE) };
};

/** Whether a row was set aside long enough ago to be removed. */
export const isOver = ({ at }: SetAside, now: number): boolean => now - at >= LIFETIME_MS;

/** Whether the key of a row names a person or a server. */
export const names = ({ key }: SetAside, id: string): boolean => key.split(/[ :]/).includes(id);

/**
 * Removes rows that were set aside, page by page.
 *
 * @param most ends after the page on which that many are reached.
 * @returns how many were removed.
 */
export const discardSetAside = async (
  database: Pick<RowSource, 'prefix' | 'pages' | 'commit'>,
  isMeant: (row: SetAside) => boolean,
  most = Infinity,
): Promise<number> => {
  const prefix = `${database.prefix}${NAMESPACE}:`;
  const isToGo = (fullKey: string): boolean => {
    const row = parseKey(fullKey.slice(prefix.length));
    return row !== undefined && isMeant(row);
  };
  let removed = 0;
  try {
    for await (const page of database.pages(prefix)) {
      const keys = new Set(page.map(([fullKey]) => fullKey).filter(isToGo));
      if (keys.size > 0) await database.commit([...keys].map((key) => ({ key })));
      removed += keys.size;
      if (removed >= most) break;
    }
    return removed;
  } catch (error) {
    throw new StorageWriteError(NAMESPACE, { cause: error });
  }
};
