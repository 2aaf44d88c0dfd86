import type { KeyvStoreAdapter } from 'keyv';
import type { Lease, LeaseOptions } from './lease.ts';
import type { Condition, Row, Change } from './row.ts';

/** A setting of a database server that can lose acknowledged writes. */
export interface RiskySetting {
  setting: string;
  value: string;
  /** What to set it to, and why. */
  advice: string;
}

/** What both kinds of database do for {@link Storage}, besides what Keyv does through the adapter. */
export interface Database {
  /** Where it is, without credentials. */
  location: string;
  adapter: KeyvStoreAdapter;
  /**
   * Stores and removes rows, each of another key: all of them, or it throws and none, unless the answer of a server was lost.
   * @returns false when the condition kept it from being made.
   */
  commit(changes: readonly Change[], condition?: Condition): Promise<boolean>;
  /** All rows whose key starts with a text, ordered by key, page by page: complete, or it throws. */
  pages(start: string): AsyncIterable<readonly Row[]>;
  /** Removes expired rows, and makes removed data unreadable in the files that Easel controls. */
  clean(): Promise<void>;
  risks(): Promise<RiskySetting[]>;
  lease(options: LeaseOptions): Lease;
  /** Does some work while no other process may use the store. @throws StoreOpenError when one does. */
  alone<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result>;
  close(): Promise<void>;
}

/** What can be learned about a store without changing it. */
export interface Inspection {
  /** The database and its version, such as `Postgres 15.4`. */
  server: string;
  /** The text of the schema row; undefined while the store is empty. */
  schema: string | undefined;
  /** The fingerprint of its encryption key; undefined until Easel has started on it. */
  encryptionKey: string | undefined;
  /** How many parts there are, and how many of them a process holds. */
  parts: { all: number; held: number };
  risks: RiskySetting[];
}
