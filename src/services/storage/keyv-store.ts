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
import {
  isStoreKey,
  StorageKeyError,
  StorageReadError,
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
  /** Whether a row that can't be read fails what reads it, instead of reading as nothing. */
  isStrict: boolean;
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
  /** The keys of unreadable rows that were reported. */
  readonly #reported = new Set<string>();

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
    await this.#options.write(this.deleting(key));
  }

  async update(key: string, change: ValueChange<T>, lifetimeMs?: number): Promise<T | undefined> {
    let after: T | undefined;
    const noted: ValueChange<T> = (...before) => (after = change(...before));
    await this.#options.write(this.updating(key, noted, lifetimeMs));
    return after;
  }

  async entries(whenUnreadable: 'skip' | 'throw' = 'skip'): Promise<[key: string, value: T][]> {
    return this.#options.afterWrites(this.#prefix, () =>
      this.#reading(() => this.#readEntries(whenUnreadable)),
    );
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

  async #readEntries(whenUnreadable: 'skip' | 'throw'): Promise<[key: string, value: T][]> {
    const entries = new Map<string, T>();
    // Keeps no page, since the texts of 100,000 rows take as much memory as their values.
    for await (const page of this.#options.database.pages(this.#prefix)) {
      for (const [fullKey, text] of page) {
        const key = fullKey.slice(this.#prefix.length);
        const value = this.#valueOf(key, text, whenUnreadable === 'throw');
        // A row may come twice.
        if (value === undefined) entries.delete(key);
        else entries.set(key, value);
      }
    }
    return [...entries];
  }

  #valueOf(key: string, text: string, isStrict: boolean): T | undefined {
    const { value, expires = Infinity } = decodeRow<unknown>(text);
    return Date.now() > expires ? undefined : this.#found(key, value, isStrict);
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
      const before =
        typeof stored === 'string' ? this.#valueOf(key, stored, this.#options.isStrict) : undefined;
      const after = change(before);
      if (after !== undefined) return this.#newValue(key, after, lifetimeMs);
      return before === undefined ? undefined : REMOVED;
    });
  }

  #change(key: string, decide: Change['decide']): Change {
    return {
      namespace: this.#options.namespace,
      rowKey: this.#row(key),
      decide,
    };
  }

  #row(key: string): string {
    if (!isStoreKey(key)) throw new StorageKeyError(this.#options.namespace, key);
    return this.#prefix + key;
  }

  async #read(key: string): Promise<T | undefined> {
    return this.#found(key, await this.#reading(() => this.#options.keyv.get<unknown>(this.#row(key))));
  }

  /** Parses a row, and reports one that can't be read. */
  #found(key: string, stored: unknown, isStrict = this.#options.isStrict): T | undefined {
    try {
      return this.#parsed(key, stored);
    } catch (error) {
      if (!this.#reported.has(key)) {
        this.#reported.add(key);
        this.#options.database.onUnreadable({ namespace: this.#options.namespace, key });
      }
      if (isStrict) throw error;
      return undefined;
    }
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
      if (error instanceof UnreadableValueError) throw error;
      throw new StorageReadError(this.#options.namespace, { cause: error });
    }
  }
}
