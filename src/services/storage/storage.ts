import { Keyv } from 'keyv';
import { InFlight } from '../../lib/in-flight.ts';
import { KeyedMutex } from '../../lib/keyed-mutex.ts';
import type { Database } from './database.ts';
import { type Change, type Condition, type Row, decode, encode } from './row.ts';
import { FencedError, StoreError, UnstorableError } from './errors.ts';
import { KeyvStore, type Access } from './keyv-store.ts';
import type { Store } from './store.ts';

/** Who hears what goes wrong. */
export interface StorageListeners {
  /** Called once for each unreadable row. */
  onUnreadable: (row: string, error: unknown) => void;
  /** Called for every operation that fails. */
  onError: (error: StoreError) => void;
}

/** A database that holds namespaces. */
export class Storage {
  readonly database: Database;
  readonly #listeners: StorageListeners;
  /** One for all namespaces, without Keyv's own. What it writes and what a commit writes are the same rows. */
  readonly #keyv: Keyv<unknown>;
  readonly #rows = new KeyedMutex();
  readonly #others = new InFlight();
  readonly #unreadable = new Set<string>();
  #closing: Promise<void> | undefined;

  constructor(database: Database, listeners: StorageListeners) {
    this.database = database;
    this.#listeners = listeners;
    this.#keyv = new Keyv<unknown>({
      store: database.adapter,
      namespace: '',
      useKeyPrefix: false,
      throwOnErrors: true,
      // Each of its error events is thrown as well.
      emitErrors: false,
      serialize: ({ value, expires }) => encode(value, expires),
      deserialize: decode,
    });
  }

  /**
   * The store of a namespace.
   * @param parse validates what the database returns; throws when it isn't valid in this namespace.
   * @param isStrict whether a row that can't be read fails what reads it: without it, a rule would be missing.
   */
  open<T>(namespace: string, parse: (value: unknown) => T, isStrict = false): Store<T> {
    return new KeyvStore({
      ...{ namespace, parse, isStrict, keyv: this.#keyv },
      inOrder: (rows, work) => this.#inOrder(rows, work),
      tried: (access, act) => this.#tried(access, act),
      all: (start) => this.#all(start),
      onUnreadable: (row, error) => {
        if (this.#unreadable.has(row)) return;
        this.#unreadable.add(row);
        this.#listeners.onUnreadable(row, error);
      },
    });
  }

  /**
   * Makes changes in any namespaces, each of another row, in one step: all are durable when the promise resolves, and none is made
   * when it rejects, unless the answer of a server was lost.
   * @param fence what has to hold in that moment.
   * @throws FencedError when it doesn't.
   */
  async commit(changes: readonly Change[], fence?: Condition): Promise<void> {
    if (!(await this.tryCommit(changes, fence))) throw new FencedError();
  }

  /** The same. @returns false when the fence doesn't hold. */
  async tryCommit(changes: readonly Change[], fence?: Condition): Promise<boolean> {
    const rows = changes.map(({ key }) => key);
    if (new Set(rows).size < rows.length)
      throw new UnstorableError(`A row twice in one commit: ${rows.join(', ')}`);
    return this.#inOrder(rows, () => this.#tried('write to', () => this.database.commit(changes, fence)));
  }

  /** Removes expired rows, and makes removed data unreadable in the files that Easel controls. */
  async clean(): Promise<void> {
    this.#checkOpen();
    await this.#others.track(this.#tried('clean', () => this.database.clean()));
  }

  /** Finishes operations in progress and closes the database. */
  close(): Promise<void> {
    this.#closing ??= Promise.all([this.#rows.idle(), this.#others.idle()]).then(() => this.database.close());
    return this.#closing;
  }

  #checkOpen(): void {
    if (this.#closing) throw new StoreError('The store is closed');
  }

  #inOrder<Result>(rows: readonly string[], work: () => Promise<Result>): Promise<Result> {
    this.#checkOpen();
    return this.#rows.run(rows, work);
  }

  #all(start: string): Promise<Row[]> {
    this.#checkOpen();
    const read = async () => {
      await this.#rows.idle((row) => row.startsWith(start));
      const rows: Row[] = [];
      for await (const page of this.database.pages(start)) rows.push(...page);
      return rows;
    };
    return this.#others.track(this.#tried('read', read));
  }

  async #tried<Result>(access: Access, act: () => Promise<Result>): Promise<Result> {
    try {
      return await act();
    } catch (cause) {
      const error = new StoreError(`Couldn't ${access} the store`, { cause });
      this.#listeners.onError(error);
      throw error;
    }
  }
}
