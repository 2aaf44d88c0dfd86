import type { Keyv } from 'keyv';
import type { Rows } from './database.ts';
import {
  decodeRow,
  encodeRow,
  holdsValue,
  survivesJson,
  UnreadableRow,
  type Change,
  type NewValue,
} from './row.ts';
import { setAsideKey } from './set-aside.ts';
import {
  isStoreKey,
  StorageKeyError,
  StorageReadError,
  StorageWriteError,
  UnreadableValueError,
  UnwritableValueError,
  type Store,
  type ValueChange,
} from './store.ts';

export interface KeyvStoreOptions<T> {
  namespace: string;
  parse: (value: unknown) => T;
  database: Rows;
  keyv: Keyv<unknown>;
  /** Whether other processes write as well. */
  isShared: boolean;
  /** Whether a removed row leaves a tombstone. */
  leavesTombstones: boolean;
  /** Runs work once everything that was called before on these rows has settled. */
  inOrder: <Result>(rowKeys: readonly string[], work: () => Promise<Result>) => Promise<Result>;
  /** Runs work once everything that was called before on rows with this prefix has settled. */
  afterWrites: <Result>(prefix: string, work: () => Promise<Result>) => Promise<Result>;
  write: (change: Change) => Promise<void>;
}

const REMOVED: NewValue = { value: undefined };

/** {@link Store} over the rows of one namespace. */
export class KeyvStore<T> implements Store<T> {
  readonly #options: KeyvStoreOptions<T>;
  readonly #prefix: string;
  /** The keys under which something was found that can't be read. */
  readonly #unreadable = new Set<string>();

  constructor(options: KeyvStoreOptions<T>) {
    this.#options = options;
    this.#prefix = `${options.database.prefix}${options.namespace}:`;
  }

  async get(key: string): Promise<T | undefined> {
    return this.#options.inOrder([this.#row(key)], () => this.#read(key));
  }

  async getMany(keys: readonly string[]): Promise<(T | undefined)[]> {
    const rowKeys = keys.map((key) => this.#row(key));
    return this.#options.inOrder(rowKeys, async () => {
      if (keys.length === 0) return [];
      const rows = await this.#reading(() => this.#options.keyv.getMany<unknown>(rowKeys));
      return keys.map((key, index) => this.#found(key, rows[index]));
    });
  }

  async set(key: string, value: T, lifetimeMs?: number): Promise<void> {
    await this.#options.write(this.setting(key, value, lifetimeMs));
  }

  async delete(key: string): Promise<void> {
    await this.#options.write(this.#options.isShared ? this.#removingCompared(key) : this.deleting(key));
  }

  async update(key: string, change: ValueChange<T>, lifetimeMs?: number): Promise<T | undefined> {
    let after: T | undefined;
    const noted: ValueChange<T> = (...before) => (after = change(...before));
    await this.#options.write(this.updating(key, noted, lifetimeMs));
    return after;
  }

  async entries(): Promise<[key: string, value: T][]> {
    return this.#options.afterWrites(this.#prefix, () => this.#reading(() => this.#readEntries()));
  }

  async keys(): Promise<string[]> {
    return this.#options.afterWrites(this.#prefix, () => this.#reading(() => this.#readKeys()));
  }

  async #readKeys(): Promise<string[]> {
    const keys = new Set<string>();
    for await (const page of this.#options.database.pages(this.#prefix))
      for (const [fullKey, text] of page)
        if (holdsValue(text, Date.now())) keys.add(fullKey.slice(this.#prefix.length));
    return [...keys];
  }

  async #readEntries(): Promise<[key: string, value: T][]> {
    const entries = new Map<string, T>();
    // Keeps no page, since the texts of 100,000 rows take as much memory as their values.
    for await (const page of this.#options.database.pages(this.#prefix)) {
      for (const [fullKey, text] of page) {
        const key = fullKey.slice(this.#prefix.length);
        const { value } = this.#valueOf(key, text, Date.now());
        // A row may come twice.
        if (value === undefined) entries.delete(key);
        else entries.set(key, value);
      }
    }
    return [...entries];
  }

  /** A row that nobody can read holds nothing that could be changed, but it is never lost: see {@link #setAside}. */
  #valueOf(
    key: string,
    text: string,
    now: number,
  ): { value?: T | undefined; unreadable?: UnreadableValueError } {
    const row = decodeRow<unknown>(text);
    if (row.expires !== undefined && now > row.expires) return {};
    try {
      return { value: this.#found(key, row.value) };
    } catch (error) {
      if (error instanceof UnreadableValueError) return { unreadable: error };
      throw error;
    }
  }

  setting(key: string, value: T, lifetimeMs?: number): Change {
    return this.#change(key, () => this.#newValue(key, value, lifetimeMs));
  }

  deleting(key: string): Change {
    return this.#change(key, () => REMOVED);
  }

  updating(key: string, change: ValueChange<T>, lifetimeMs?: number): Change {
    return this.#change(key, async () => {
      const { adapter } = this.#options.database;
      const stored: unknown = await this.#reading(() => adapter.get(this.#row(key)));
      const text = typeof stored === 'string' ? stored : '';
      const { value: before, unreadable } = text === '' ? {} : this.#valueOf(key, text, Date.now());
      const after = change(before, unreadable);
      if (after === undefined && before === undefined) return text === '' ? this.#keptAway() : undefined;
      const row = after === undefined ? REMOVED : this.#newValue(key, after, lifetimeMs);
      // What can't be read is set aside before anything is written.
      const replaces = this.#unreadable.has(key) ? '' : text;
      return { value: row.value, lifetimeMs: row.lifetimeMs, replaces };
    });
  }

  /** One that arrives late removes nothing that was written since. */
  #removingCompared(key: string): Change {
    return this.#change(key, async () => {
      try {
        const text: unknown = await this.#options.database.adapter.get(this.#row(key));
        return typeof text === 'string' ? { value: undefined, replaces: text } : this.#keptAway();
      } catch (error) {
        throw new StorageWriteError(this.#options.namespace, { cause: error });
      }
    });
  }

  /** What is not there, while its first write may still be under way. */
  #keptAway(): NewValue | undefined {
    return this.#options.leavesTombstones ? { value: undefined, replaces: '' } : undefined;
  }

  #change(key: string, decide: Change['decide']): Change {
    return {
      namespace: this.#options.namespace,
      rowKey: this.#row(key),
      leavesTombstone: this.#options.leavesTombstones,
      decide,
      makeRoom: () => (this.#unreadable.has(key) ? this.#setAside(key) : undefined),
      stored: () => this.#unreadable.delete(key),
    };
  }

  #row(key: string): string {
    if (!isStoreKey(key)) throw new StorageKeyError(this.#options.namespace, key);
    return this.#prefix + key;
  }

  async #read(key: string): Promise<T | undefined> {
    return this.#found(key, await this.#reading(() => this.#options.keyv.get<unknown>(this.#row(key))));
  }

  /** Parses a row, and reports one that is unreadable. */
  #found(key: string, stored: unknown): T | undefined {
    try {
      const value = this.#parsed(key, stored);
      // Another process may have replaced what couldn't be read.
      this.#unreadable.delete(key);
      return value;
    } catch (error) {
      if (!this.#unreadable.has(key)) {
        this.#unreadable.add(key);
        this.#options.database.onUnreadable({ namespace: this.#options.namespace, key });
      }
      throw error;
    }
  }

  /** Moves a row that can't be read out of the way of a new one, for a person to look at. */
  async #setAside(key: string): Promise<void> {
    const { namespace, database } = this.#options;
    const to = setAsideKey({ namespace, key, at: Date.now() });
    await database.rename(this.#row(key), database.prefix + to);
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

  /**
   * What can't be read back must not be acknowledged: JSON turns NaN into null and a Map into nothing. What comes out of JSON as
   * it went in is of the namespace's type, and needs no look.
   */
  #newValue(key: string, value: T, lifetimeMs?: number): NewValue {
    if (lifetimeMs !== undefined && lifetimeMs <= 0) return REMOVED;
    // Redis takes whole milliseconds only.
    const lifetime = lifetimeMs === undefined ? undefined : Math.ceil(lifetimeMs);
    try {
      if (!Number.isSafeInteger(lifetime ?? 0)) throw new RangeError('The lifetime is not a number');
      if (!survivesJson(value)) this.#parsed(key, decodeRow<unknown>(encodeRow({ value })).value);
    } catch (error) {
      throw new UnwritableValueError(this.#options.namespace, key, { cause: error });
    }
    return { value, lifetimeMs: lifetime };
  }

  async #reading<Result>(read: () => Result | Promise<Result>): Promise<Result> {
    try {
      return await read();
    } catch (error) {
      throw new StorageReadError(this.#options.namespace, { cause: error });
    }
  }
}
