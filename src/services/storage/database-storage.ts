import { KeyedMutex } from '../../lib/keyed-mutex.ts';
import { KeyvStore, type Backend } from './keyv-store.ts';
import {
  StorageClosedError,
  StorageNamespaceError,
  StorageScrubError,
  StorageSweepError,
  type Storage,
  type Store,
  type UnreadableRowPlace,
} from './store.ts';

/** A connected database, as the three kinds of storage hand it over. */
export interface Database {
  /** Where it is, without credentials. */
  location: string;
  /** Told once of each row that can't be read. */
  onUnreadable: (row: UnreadableRowPlace) => void;
  /** A backend with an adapter object of its own. */
  backend(namespace: string): Backend;
  /** Removes expired rows, and returns how many. */
  sweep(): Promise<number>;
  /** Makes what was removed unreadable in the database's files, where they are its own. */
  scrub(): Promise<void>;
  close(): Promise<void>;
}

const LETTERS = /^[A-Za-z]{1,32}$/;

interface Closable {
  close(): Promise<void>;
}

/** {@link Storage} over a connected database. */
export class DatabaseStorage implements Storage {
  readonly #database: Database;
  /** By lower-case name, since case twins are one name to some databases. */
  readonly #stores = new Map<string, Closable>();
  readonly #sweeps = new KeyedMutex();
  #closing: Promise<void> | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  open<T>(namespace: string, parse: (value: unknown) => T): Store<T> {
    this.#checkOpen();
    if (!LETTERS.test(namespace)) throw new StorageNamespaceError(namespace, 'it must be 1 to 32 letters');
    const name = namespace.toLowerCase();
    if (this.#stores.has(name)) throw new StorageNamespaceError(namespace, 'it is open already');
    const { location, onUnreadable } = this.#database;
    const backend = this.#database.backend(namespace);
    const store = new KeyvStore({ namespace, location, parse, backend, onUnreadable });
    this.#stores.set(name, store);
    return store;
  }

  async sweep(): Promise<number> {
    this.#checkOpen();
    try {
      // Closing waits for what is under way.
      return await this.#sweeps.run(['sweep'], () => this.#database.sweep());
    } catch (error) {
      throw new StorageSweepError(this.#database.location, { cause: error });
    }
  }

  async scrub(): Promise<void> {
    this.#checkOpen();
    try {
      await this.#sweeps.run(['scrub'], () => this.#database.scrub());
    } catch (error) {
      throw new StorageScrubError(this.#database.location, { cause: error });
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#finish();
    return this.#closing;
  }

  #checkOpen(): void {
    if (this.#closing) throw new StorageClosedError(this.#database.location);
  }

  async #finish(): Promise<void> {
    await Promise.all([...this.#stores.values()].map((store) => store.close()));
    await this.#sweeps.idle();
    await this.#database.close();
  }
}
