import { Keyv, type KeyvStoreAdapter } from 'keyv';
import { decodeRow, encodeRow, UnreadableRow } from './envelope.ts';
import { KeyedMutex } from '../../lib/keyed-mutex.ts';
import {
  isStoreKey,
  StorageClosedError,
  StorageKeyError,
  StorageReadError,
  StorageWriteError,
  UnreadableValueError,
  UnwritableValueError,
  type Store,
  type UnreadableRowPlace,
} from './store.ts';

/**
 * A database's side of one namespace.
 *
 * The adapter belongs to this namespace alone: Keyv writes the namespace into it, and the last one would win.
 */
export interface Backend {
  adapter: KeyvStoreAdapter;
  /** What stands before a key in the database. */
  prefix: string;
  /** Gives a row another full key, with all that it holds and as long as it lives. */
  rename(from: string, to: string): Promise<void>;
  /** Every row with this prefix, as full key and text: whole, or it throws. */
  readAll(): Promise<[fullKey: string, text: string][]>;
}

export interface KeyvStoreOptions<T> {
  namespace: string;
  location: string;
  backend: Backend;
  parse: (value: unknown) => T;
  /** Told once of each row that can't be read. */
  onUnreadable: (row: UnreadableRowPlace) => void;
}

/** The namespace of rows that could not be read when their key was written again. */
const SET_ASIDE = 'unreadable';

/** {@link Store} over one Keyv on one adapter. */
export class KeyvStore<T> implements Store<T> {
  readonly #options: KeyvStoreOptions<T>;
  readonly #keyv: Keyv<unknown>;
  readonly #mutex = new KeyedMutex();
  /** The keys under which something was found that can't be read. */
  readonly #unreadable = new Set<string>();
  #closed = false;

  constructor(options: KeyvStoreOptions<T>) {
    this.#options = options;
    this.#keyv = new Keyv<unknown>({
      store: options.backend.adapter,
      // Without a namespace Keyv calls itself "keyv"; prefixes are ours, since its own differ between get and getMany.
      namespace: '',
      useKeyPrefix: false,
      serialize: encodeRow,
      deserialize: decodeRow,
      throwOnErrors: true,
      // Each of its error events is also thrown.
      emitErrors: false,
    });
  }

  async get(key: string): Promise<T | undefined> {
    return this.#inOrder([key], () => this.#read(key));
  }

  async getMany(keys: readonly string[]): Promise<(T | undefined)[]> {
    return this.#inOrder(keys, async () => {
      if (keys.length === 0) return [];
      const rows = await this.#reading(() => this.#keyv.getMany<unknown>(keys.map((key) => this.#row(key))));
      return keys.map((key, index) => this.#found(key, rows[index]));
    });
  }

  async set(key: string, value: T, lifetimeMs?: number): Promise<void> {
    return this.#inOrder([key], () => this.#write(key, value, lifetimeMs));
  }

  async delete(key: string): Promise<void> {
    return this.#inOrder([key], () => this.#remove(key));
  }

  async update(
    key: string,
    change: (value: T | undefined) => T | undefined,
    lifetimeMs?: number,
  ): Promise<T | undefined> {
    return this.#inOrder([key], async () => {
      const stored = await this.#reading(() => this.#keyv.get<unknown>(this.#row(key)));
      const before = this.#orUndefined(() => this.#found(key, stored));
      const after = change(before);
      if (after !== undefined) await this.#write(key, after, lifetimeMs);
      else if (before !== undefined) await this.#remove(key);
      return after;
    });
  }

  async entries(): Promise<[key: string, value: T][]> {
    this.#checkOpen();
    await this.#mutex.idle();
    const rows = await this.#reading(() => this.#options.backend.readAll());
    const now = Date.now();
    const entries: [string, T][] = [];
    for (const [fullKey, text] of rows) {
      const row = decodeRow<unknown>(text);
      if (row.expires !== undefined && now > row.expires) continue;
      const key = fullKey.slice(this.#options.backend.prefix.length);
      const value = this.#orUndefined(() => this.#found(key, row.value));
      if (value !== undefined) entries.push([key, value]);
    }
    return entries;
  }

  /** Lets what was called before settle; whatever is called afterwards rejects. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#mutex.idle();
  }

  #inOrder<Result>(keys: readonly string[], work: () => Promise<Result>): Promise<Result> {
    this.#checkOpen();
    const bad = keys.find((key) => !isStoreKey(key));
    if (bad !== undefined) throw new StorageKeyError(this.#options.namespace, bad);
    return this.#mutex.run(keys, work);
  }

  #checkOpen(): void {
    if (this.#closed) throw new StorageClosedError(this.#options.location);
  }

  #row(key: string): string {
    return this.#options.backend.prefix + key;
  }

  async #read(key: string): Promise<T | undefined> {
    return this.#found(key, await this.#reading(() => this.#keyv.get<unknown>(this.#row(key))));
  }

  /** What was read; takes note of a row that can't be. */
  #found(key: string, stored: unknown): T | undefined {
    try {
      return this.#parsed(key, stored);
    } catch (error) {
      if (!this.#unreadable.has(key)) {
        this.#unreadable.add(key);
        this.#options.onUnreadable({ namespace: this.#options.namespace, key });
      }
      throw error;
    }
  }

  /** A row that nobody can read holds nothing that could be changed, but it is never lost: see {@link #setAside}. */
  #orUndefined(read: () => T | undefined): T | undefined {
    try {
      return read();
    } catch (error) {
      if (error instanceof UnreadableValueError) return undefined;
      throw error;
    }
  }

  /** Moves a row that can't be read out of the way of a new one, for a person to look at. */
  async #setAside(key: string): Promise<void> {
    const { namespace, backend } = this.#options;
    const before = backend.prefix.slice(0, -`${namespace}:`.length);
    const to = `${before}${SET_ASIDE}:${namespace}:${key}:${Date.now().toString(36)}`;
    await this.#writing(async () => {
      await backend.rename(this.#row(key), to);
      return true;
    });
    this.#unreadable.delete(key);
  }

  #parsed(key: string, stored: unknown): T | undefined {
    if (stored === undefined) return undefined;
    try {
      if (stored instanceof UnreadableRow) throw stored.cause;
      return this.#options.parse(stored);
    } catch (error) {
      throw new UnreadableValueError(this.#options.namespace, key, { cause: error });
    }
  }

  async #write(key: string, value: T, lifetimeMs: number | undefined): Promise<void> {
    if (lifetimeMs !== undefined && lifetimeMs <= 0) return this.#remove(key);
    this.#checkWritable(key, value, lifetimeMs);
    if (this.#unreadable.has(key)) await this.#setAside(key);
    // Redis takes whole milliseconds only.
    const lifetime = lifetimeMs === undefined ? undefined : Math.ceil(lifetimeMs);
    await this.#writing(() => this.#keyv.set(this.#row(key), value, lifetime));
  }

  async #remove(key: string): Promise<void> {
    await this.#writing(async () => {
      // False means that there was nothing to remove; failures are thrown.
      await this.#keyv.delete(this.#row(key));
      return true;
    });
    this.#unreadable.delete(key);
  }

  /** What can't be read back must not be acknowledged: JSON turns NaN into null and a Map into nothing. */
  #checkWritable(key: string, value: T, lifetimeMs = 0): void {
    try {
      if (!Number.isSafeInteger(Math.ceil(lifetimeMs))) throw new RangeError('The lifetime is not a number');
      this.#parsed(key, decodeRow<unknown>(encodeRow({ value })).value);
    } catch (error) {
      throw new UnwritableValueError(this.#options.namespace, key, { cause: error });
    }
  }

  async #reading<Result>(read: () => Promise<Result>): Promise<Result> {
    try {
      return await read();
    } catch (error) {
      throw new StorageReadError(this.#options.namespace, { cause: error });
    }
  }

  async #writing(write: () => Promise<boolean>): Promise<void> {
    let stored: boolean;
    try {
      stored = await write();
    } catch (error) {
      throw new StorageWriteError(this.#options.namespace, { cause: error });
    }
    if (!stored) throw new StorageWriteError(this.#options.namespace);
  }
}
