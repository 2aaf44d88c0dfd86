import type { KeyvStoreAdapter } from 'keyv';
import type { riskySettings } from './durability.ts';
import type { SharedRows } from './leases.ts';
import type { RowWrite } from './row.ts';
import type { UnreadableRowPlace } from './store.ts';
import type { RowSource } from './stored-rows.ts';

/** What a namespace needs of its database besides Keyv. */
export interface Rows extends Pick<RowSource, 'prefix' | 'pages'> {
  adapter: KeyvStoreAdapter;
  /** Called once for each unreadable row. */
  onUnreadable: (row: UnreadableRowPlace) => void;
}

/** A connected database, as the three kinds of storage hand it over. */
export interface Database extends Rows {
  /** Where it is, without credentials. */
  location: string;
  /**
   * Stores and removes rows, each of another key: all of them, or it throws and none.
   * @param mayWait see `NamespaceOptions`.
   */
  commit(writes: readonly RowWrite[], mayWait?: boolean): Promise<void>;
  /** Commits at once what waits for others. Absent where nothing does. */
  hurry?(): void;
  /** Absent for databases that only one process can use. */
  shared?: Omit<SharedRows, 'prefix'>;
  /** For servers with settings that decide what a crash loses. */
  durability?: {
    rules: Parameters<typeof riskySettings>[0];
    /** The values of those that it tells. */
    read: (settings: readonly string[]) => Promise<Partial<Record<string, string>>>;
  };
  /** Removes expired rows, and returns how many. */
  sweep(): Promise<number>;
  /** Makes deleted data unreadable in the database's files, where Easel controls them. */
  scrub(): Promise<void>;
  close(): Promise<void>;
}

/** Options of storages on a database server. */
export interface ServerOptions {
  /** Where the database is, without credentials: for messages. */
  location: string;
  /** Called when an idle connection breaks; the next operation opens a new one. */
  onConnectionError: (error: unknown) => void;
  /** Called once for each unreadable row. */
  onUnreadable: (row: UnreadableRowPlace) => void;
  /** How long a caller waits for a server that is connected but stuck, in milliseconds. */
  answerTimeoutMs: number;
}
