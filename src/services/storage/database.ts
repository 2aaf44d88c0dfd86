import type { KeyvStoreAdapter } from 'keyv';
import type { Lease, LeaseOptions } from './lease.ts';
import type { Change, Condition, Row } from './row.ts';

/** What a database tells, and how it is opened. */
export interface DatabaseOptions {
  /** Called when an idle connection to a server breaks; the next operation opens a new one. */
  onConnectionError: (error: unknown) => void;
  /** Called when a file of the database was deleted or replaced, so that another Easel can use it. */
  onLost: (error: Error) => void;
  /** Only to read: then an SQLite file can be used by an Easel meanwhile, and need not exist. */
  isReader: boolean;
}

/** What both kinds of database do for {@link Storage}, besides what Keyv does through the adapter. */
export interface Database {
  /** Where it is, without credentials. */
  location: string;
  adapter: KeyvStoreAdapter;
  /**
   * Stores and removes rows, each of another key: all of them, or it throws and none, unless the answer of a server was lost.
   * @param condition comes from its own lease: there is none on SQLite, which one process has.
   * @returns false when the condition kept it from being made.
   */
  commit(changes: readonly Change[], condition?: Condition): Promise<boolean>;
  /** Whether an error of a write is the database's own answer, and doesn't leave open what was written. */
  isRefusal(error: unknown): boolean;
  /** The first rows whose keys lie between two others, ordered by key. */
  page(after: string, before: string, limit: number): Promise<Row[]>;
  /** The keys between two others without the last `kept` ones: at most `limit`, the last first. */
  keysBeyond(kept: number, range: { after: string; before: string; limit: number }): Promise<string[]>;
  /**
   * Removes rows that expired before a time, page by page, and empties the log that keeps what rows said before. What it costs
   * grows with what is removed, not with what is kept.
   */
  clean(now: number): Promise<void>;
  /** Leaves nothing of removed data in the files that Easel controls. Writes wait meanwhile; it costs as much as there is. */
  rewrite(): Promise<void>;
  /** What of the server keeps Easel from its work, or can lose acknowledged writes, and how to mend it. */
  problems(): Promise<{ what: string; text: string; advice: string }[]>;
  /** How many parts of the shards there are, and how many of them a process has. */
  parts(): Promise<{ all: number; held: number }>;
  lease(options: LeaseOptions): Lease;
  /** Does some work while no other process may use the store. @throws StoreOpenError when one does. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>;
  /**
   * Writes the rows of one moment to a new file that only its owner can read. It is complete, or isn't made; Easel doesn't start
   * on it.
   * @throws StoreOpenError
   */
  backUp(file: string): Promise<void>;
  close(): Promise<void>;
}

/** After all keys. */
export const LAST_KEY = '\u{10ffff}';
/** Large enough to be fast, small enough not to block the event loop. */
const PAGE_ROWS = 500;

/**
 * All rows whose key starts with a text, ordered by key: complete, or it throws. Each page starts after the last key of the one
 * before, so rows that come and go move nothing out of sight.
 */
export const pages = async function* (
  database: Pick<Database, 'page'>,
  start: string,
  limit = PAGE_ROWS,
): AsyncGenerator<Row[]> {
  for (let last = start; ;) {
    const page = await database.page(last, start + LAST_KEY, limit);
    yield page;
    if (page.length < limit) return;
    last = page.at(-1)?.[0] ?? last;
  }
};
