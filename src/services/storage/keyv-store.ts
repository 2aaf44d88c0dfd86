import type { Keyv } from 'keyv';
import { type Change, type Row, decode, encode } from './row.ts';
import { UnreadableError, UnstorableError } from './errors.ts';
import { isStoreKey, type Store, type ValueChange } from './store.ts';

/** What was done with the database when it failed. */
export type Access = 'read' | 'write to' | 'clean';

export interface KeyvStoreOptions<T> {
  namespace: string;
  parse: (value: unknown) => T;
  /** Whether a row that can't be read fails what reads it, instead of reading as nothing. */
  isStrict: boolean;
  keyv: Keyv<unknown>;
  /** Runs work once everything that was called before on these rows has settled. */
  inOrder: <Result>(rows: readonly string[], work: () => Promise<Result>) => Promise<Result>;
  /** Turns what the database throws into a StoreError. */
  tried: <Result>(access: Access, act: () => Promise<Result>) => Promise<Result>;
  /** All rows that start with a text, with all earlier writes. */
  all: (start: string) => Promise<Row[]>;
  onUnreadable: (row: string, error: unknown) => void;
}

/** {@link Store} over the rows of one namespace. */
export class KeyvStore<T> implements Store<T> {
  readonly #options: KeyvStoreOptions<T>;
  readonly #prefix: string;

  constructor(options: KeyvStoreOptions<T>) {
    this.#options = options;
    this.#prefix = `${options.namespace}:`;
  }

  async get(key: string): Promise<T | undefined> {
    const row = this.#row(key);
    return this.#options.inOrder([row], () => this.#read(row));
  }

  async getMany(keys: readonly string[]): Promise<(T | undefined)[]> {
    if (keys.length === 0) return [];
    const { inOrder, tried, keyv } = this.#options;
    const rows = keys.map((key) => this.#row(key));
    const values = await inOrder(rows, () => tried('read', () => keyv.getMany(rows)));
    return rows.map((row, index) => this.#parsed(row, values[index]));
  }

  async set(key: string, value: T, lifetimeMs?: number): Promise<void> {
    const row = this.#row(key);
    await this.#options.inOrder([row], () => this.#write(row, value, lifetimeMs));
  }

  async delete(key: string): Promise<void> {
    const row = this.#row(key);
    await this.#options.inOrder([row], () => this.#write(row, undefined));
  }

  async update(key: string, change: ValueChange<T>, lifetimeMs?: number): Promise<T | undefined> {
    const row = this.#row(key);
    return this.#options.inOrder([row], async () => {
      const after = change(await this.#read(row));
      await this.#write(row, after, lifetimeMs);
      return after;
    });
  }

  async entries(isStrict = false): Promise<[key: string, value: T][]> {
    const entries: [string, T][] = [];
    for (const [row, text] of await this.#options.all(this.#prefix)) {
      const value = this.#parsed(row, decode(text)?.value, isStrict);
      if (value !== undefined) entries.push([row.slice(this.#prefix.length), value]);
    }
    return entries;
  }

  async keys(): Promise<string[]> {
    const rows = await this.#options.all(this.#prefix);
    return rows.flatMap(([row, text]) => (decode(text) ? row.slice(this.#prefix.length) : []));
  }

  setting(key: string, value: T, lifetimeMs = Infinity): Change {
    const row = this.#row(key);
    if (lifetimeMs <= 0) return { key: row };
    this.#check(row, value, lifetimeMs);
    const expires = lifetimeMs === Infinity ? undefined : Date.now() + Math.ceil(lifetimeMs);
    return { key: row, text: encode(value, expires) };
  }

  deleting(key: string): Change {
    return { key: this.#row(key) };
  }

  #row(key: string): string {
    if (!isStoreKey(key)) {
      const shown = JSON.stringify(key.slice(0, 50));
      throw new UnstorableError(`Not a key for the namespace ${this.#options.namespace}: ${shown}`);
    }
    return this.#prefix + key;
  }

  async #read(row: string): Promise<T | undefined> {
    const { tried, keyv } = this.#options;
    return this.#parsed(row, await tried('read', () => keyv.get(row)));
  }

  async #write(row: string, value: T | undefined, lifetimeMs = Infinity): Promise<void> {
    const { tried, keyv } = this.#options;
    if (value === undefined || lifetimeMs <= 0) {
      await tried('write to', () => keyv.delete(row));
      return;
    }
    this.#check(row, value, lifetimeMs);
    await tried('write to', () =>
      keyv.set(row, value, lifetimeMs === Infinity ? undefined : Math.ceil(lifetimeMs)),
    );
  }

  #parsed(row: string, value: unknown, isStrict = this.#options.isStrict): T | undefined {
    const { parse, onUnreadable } = this.#options;
    if (value === undefined) return undefined;
    try {
      return parse(value);
    } catch (cause) {
      const error = new UnreadableError(row, { cause });
      onUnreadable(row, error);
      if (isStrict) throw error;
      return undefined;
    }
  }

  /** What couldn't be read back must not be acknowledged: JSON turns NaN into null and a Map into nothing. */
  #check(row: string, value: T, lifetimeMs: number): void {
    try {
      if (Number.isNaN(lifetimeMs)) throw new RangeError('The lifetime is not a number');
      const { value: readBack } = decode(encode(value)) ?? {};
      if (readBack === undefined) throw new TypeError('It is not JSON');
      this.#options.parse(readBack);
    } catch (error) {
      throw new UnstorableError(`The value for ${row} can't be stored`, { cause: error });
    }
  }
}
