import { setImmediate } from 'node:timers/promises';
import { Keyv } from 'keyv';
import type { z } from 'zod';
import { chunks } from '../../lib/lists.ts';
import { within, type Clock } from '../../lib/clock.ts';
import { InFlight } from '../../lib/in-flight.ts';
import { KeyedMutex } from '../../lib/keyed-mutex.ts';
import { UserError } from '../../lib/user-error.ts';
import { LAST_KEY, pages, type Database } from './database.ts';
import { FencedError, StoreError, UnreadableError, UnstorableError } from './errors.ts';
import type { Lease } from './lease.ts';
import { decode, encode, type Change, type Condition, type Row } from './row.ts';
import { TIME_KEY, type StoreTime } from './store-time.ts';

export type { Change } from './row.ts';
export * from './errors.ts';

/** Neither control characters nor halves of a surrogate pair, which Postgres refuses and UTF-8 can't hold. */
const STORE_KEY = /^[^\p{Cc}\p{Cs}]{1,200}$/u;

/** How many rows one statement reads. */
const READ_AT_ONCE = 100;

/** How many rows of a list are read before the process looks at anything else: the largest have some hundred kilobytes. */
const PARSED_AT_ONCE = 20;

/** People are told sooner than a database gives up. */
const WRITABLE_WITHIN_MS = 2_500;

/** The key of the row that is written to find out whether that works. */
const HEALTH_KEY = 'health';

/** Whether a text can be a key of a {@link Store}. */
export const isStoreKey = (text: string): boolean => STORE_KEY.test(text);

/** What Keyv takes for a value. The lifetime is in it, since Keyv's own counts from the time of day. */
interface Content {
  value?: unknown;
  expires?: number | undefined;
}

/** The rows that one statement reads, and what they hold. */
interface Reading {
  rows: Set<string>;
  found: Promise<ReadonlyMap<string, Content | undefined>>;
}

/** Listeners for failures. */
export interface StorageListeners {
  /** Called once for each unreadable row. */
  onUnreadable: (row: string, error: unknown) => void;
  /** Called for every operation that fails. */
  onError: (error: StoreError) => void;
}

/** A database that holds namespaces. */
export class Storage {
  readonly database: Database;
  /** By which rows expire. */
  readonly time: StoreTime;
  /** One for all namespaces, without Keyv's own. What it writes and what a commit writes are the same rows. */
  readonly keyv: Keyv<Content>;
  readonly #listeners: StorageListeners;
  readonly #rows = new KeyedMutex();
  readonly #underWay = new InFlight();
  readonly #unreadable = new Set<string>();
  #isFailing = false;
  #trying: Promise<boolean> | undefined;
  #closing: Promise<void> | undefined;
  /** The one that hasn't begun. */
  #reading: Reading | undefined;

  constructor(database: Database, time: StoreTime, listeners: StorageListeners) {
    this.database = database;
    this.time = time;
    this.#listeners = listeners;
    this.keyv = new Keyv<Content>({
      store: database.adapter,
      namespace: '',
      useKeyPrefix: false,
      throwOnErrors: true,
      // Each of its error events is thrown as well.
      emitErrors: false,
      serialize: ({ value }) => {
        const content: Content = value ?? {};
        return encode(content.value, content.expires);
      },
      deserialize: (text) => {
        const content: Content | undefined = decode(text, time.now());
        // Keyv types this for every kind of value that there could be.
        return content && { value: content as never };
      },
    });
  }

  /**
   * The store of a namespace.
   * @param isStrict whether a row that doesn't match the schema fails what reads it: without it, a rule would be missing.
   */
  open<T>(namespace: string, schema: z.ZodType<T>, isStrict = false): Store<T> {
    return new Store(this, { prefix: `${namespace}:`, schema, isStrict });
  }

  /**
   * Makes changes in any namespaces, each of another row, in one step: all are durable when the promise resolves, and none is made
   * when it rejects, unless the answer of a server was lost.
   * @param fence what has to hold in that moment.
   * @returns whether it does; nothing is written otherwise.
   */
  async commit(changes: readonly Change[], fence?: Condition): Promise<boolean> {
    const rows = changes.map(({ key }) => key);
    return this.inOrder(rows, () => this.written(() => this.database.commit(changes, fence)));
  }

  /** Whether the last write failed. */
  get isFailing(): boolean {
    return this.#isFailing;
  }

  /** Writes a row that says nothing, to find out whether that works: a full disk can still be read. */
  tryToWrite(): Promise<boolean> {
    const row = { key: HEALTH_KEY, text: String(Date.now()) };
    this.#trying ??= this.commit([row])
      .catch(() => false)
      .finally(() => {
        this.#trying = undefined;
      });
    return this.#trying;
  }

  /** Declines while nothing can be written. @throws UserError store-away */
  writeCheck(clock: Clock): () => Promise<void> {
    return async () => {
      if (!this.#isFailing) return;
      if ((await within(WRITABLE_WITHIN_MS, this.tryToWrite(), clock)) !== true)
        throw new UserError('store-away');
    };
  }

  /** Commits that only the holder of a lease may make. @throws FencedError */
  committing(lease: Pick<Lease, 'guard'>): (changes: readonly Change[]) => Promise<void> {
    return (changes) => lease.guard((fence) => this.commit(changes, fence));
  }

  /** Removes expired rows, and what the database's log says of removed ones. */
  async clean(): Promise<void> {
    this.time.look();
    const now = Math.floor(this.time.now());
    const look = async () => {
      await this.database.commit([{ key: TIME_KEY, text: String(now) }]);
      await this.database.clean(now);
    };
    await this.inOrder([TIME_KEY], () => this.tried(look));
  }

  /** Leaves nothing of removed data in the files that Easel controls. */
  async rewrite(): Promise<void> {
    await this.inOrder([TIME_KEY], () => this.tried(() => this.database.rewrite()));
  }

  /** Finishes operations in progress and closes the database. */
  close(): Promise<void> {
    this.#closing ??= this.#underWay.idle().then(() => this.database.close());
    return this.#closing;
  }

  /**
   * Reads rows between the writes before and after. Reads don't wait for each other: a row that each request needs would let one
   * through at a time.
   */
  reading<Result>(rows: readonly string[], read: () => Promise<Result>): Promise<Result> {
    return this.#beforeClosing(() => this.#rows.share(rows, read));
  }

  /** Runs work once everything that was called before on these rows has settled. */
  inOrder<Result>(rows: readonly string[], work: () => Promise<Result>): Promise<Result> {
    return this.#beforeClosing(() => this.#rows.run(rows, work));
  }

  /** Looks at all rows that start with a text, page after page, with all earlier writes. */
  eachPage(start: string, look: (page: Row[]) => Promise<void>): Promise<void> {
    return this.reading([], async () => {
      await this.#rows.idle((row) => row.startsWith(start));
      const rest = pages(this.database, start, READ_AT_ONCE);
      const next = () => this.tried(() => rest.next());
      for (let page = await next(); page.done !== true; page = await next()) await look(page.value);
    });
  }

  /** Looks at rows in their order, few in a turn of the event loop: all of these between the same writes. */
  each(rows: readonly string[], look: (row: string, content: Content | undefined) => void): Promise<void> {
    return this.#beforeClosing(async () => {
      for (const some of chunks(rows, PARSED_AT_ONCE)) {
        const read = () => Promise.all(some.map((row) => this.read(row)));
        const contents = await this.#rows.share(some, read);
        for (const [index, row] of some.entries()) look(row, contents[index]);
      }
    });
  }

  /** As {@link tried}, for what writes. */
  async written<Result>(act: () => Promise<Result>): Promise<Result> {
    try {
      const result = await this.tried(act);
      this.#isFailing = false;
      return result;
    } catch (error) {
      this.#isFailing = true;
      throw error;
    }
  }

  /** When a lifetime that begins now is over. Without a lifetime: never. */
  endOf(lifetimeMs: number | undefined): number | undefined {
    return lifetimeMs === undefined ? undefined : Math.ceil(this.time.beginning() + lifetimeMs);
  }

  /** A row's content. What is asked for in one turn of the event loop is read with one statement. */
  async read(row: string): Promise<Content | undefined> {
    if (this.#reading === undefined || this.#reading.rows.size >= READ_AT_ONCE) this.#reading = this.#read();
    const { rows, found } = this.#reading;
    rows.add(row);
    return (await found).get(row);
  }

  async #beforeClosing<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#closing) throw new StoreError('The store is closed');
    return this.#underWay.track(work());
  }

  #read(): Reading {
    const rows = new Set<string>();
    const read = async () => {
      await setImmediate();
      if (this.#reading?.rows === rows) this.#reading = undefined;
      const keys = [...rows];
      const contents = await this.tried(() => this.keyv.getMany<Content>(keys));
      return new Map(keys.map((key, index) => [key, contents[index]]));
    };
    return { rows, found: read() };
  }

  /** Turns what the database throws into a StoreError, but for a FencedError. */
  async tried<Result>(act: () => Promise<Result>): Promise<Result> {
    try {
      return await act();
    } catch (cause) {
      if (cause instanceof FencedError) throw cause;
      const isRefused = this.database.isRefusal(cause);
      const error = new StoreError('The store failed', { cause, isRefused });
      this.#listeners.onError(error);
      throw error;
    }
  }

  reportUnreadable(row: string, error: UnreadableError): void {
    if (!this.#unreadable.has(row)) this.#listeners.onUnreadable(row, error);
    this.#unreadable.add(row);
  }
}

interface Namespace<T> {
  prefix: string;
  schema: z.ZodType<T>;
  isStrict: boolean;
}

/**
 * A namespace of values that outlive the process, each under a key of 1 to 200 characters.
 *
 * Operations on one key run in the order in which they were called, reads between two writes together; different keys run in
 * parallel. A row that can't be read is reported and reads as absent; in a strict namespace it fails reads of its key with an
 * UnreadableError. Every method rejects with a StoreError when the database fails, and with an UnstorableError for a key or value
 * that can't be stored.
 */
export class Store<T> {
  readonly #storage: Storage;
  readonly #namespace: Namespace<T>;

  constructor(storage: Storage, namespace: Namespace<T>) {
    this.#storage = storage;
    this.#namespace = namespace;
  }

  /** The value, or `undefined` when there is none or it has expired. */
  async get(key: string): Promise<T | undefined> {
    const row = this.#row(key);
    return this.#storage.reading([row], () => this.#read(row));
  }

  /** The values in the order of the keys. */
  async getMany(keys: readonly string[]): Promise<(T | undefined)[]> {
    const values: (T | undefined)[] = [];
    const rows = keys.map((key) => this.#row(key));
    await this.#storage.each(rows, (row, content) => values.push(this.#parsed(row, content?.value)));
    return values;
  }

  /**
   * Stores a value; it is durable once the promise resolves.
   * @param lifetimeMs whole milliseconds until it expires; absent: never.
   */
  async set(key: string, value: T, lifetimeMs?: number): Promise<void> {
    const row = this.#row(key);
    await this.#storage.inOrder([row], () => this.#write(row, value, lifetimeMs));
  }

  async delete(key: string): Promise<void> {
    const row = this.#row(key);
    await this.#storage.inOrder([row], () => this.#write(row, undefined));
  }

  /**
   * Reads, changes and writes a value with nothing else of this process in between.
   * @param change what the value becomes; undefined removes it. What it throws is thrown, and nothing is written then.
   * @returns what `change` returned.
   */
  async update(
    key: string,
    change: (value: T | undefined) => T | undefined,
    lifetimeMs?: number,
  ): Promise<T | undefined> {
    const row = this.#row(key);
    return this.#storage.inOrder([row], async () => {
      const after = change(await this.#read(row));
      await this.#write(row, after, lifetimeMs);
      return after;
    });
  }

  /**
   * All entries whose keys start with a text, with all earlier writes: complete, or it throws.
   * @param isStrict whether a row that can't be read fails the reading, in every namespace.
   */
  async entries({ start = '', isStrict = false }: { start?: string; isStrict?: boolean } = {}): Promise<
    [key: string, value: T][]
  > {
    const entries: [string, T][] = [];
    await this.#each({ start }, (key, parsed) => {
      const value = parsed(isStrict);
      if (value !== undefined) entries.push([key, value]);
    });
    return entries;
  }

  /**
   * What is found in the values whose stored text contains a text, with all earlier writes. Other rows are not parsed.
   * @param pick what counts of a value; it is undefined where the row can't be read, in every namespace.
   */
  async find<Found>(
    part: string,
    pick: (key: string, value: T | undefined) => readonly Found[],
  ): Promise<Found[]> {
    const found: Found[] = [];
    await this.#each({ part }, (key, parsed) => found.push(...pick(key, parsed(false))));
    return found;
  }

  /** All keys that start with a text, also those of unreadable rows. */
  async keys(start = ''): Promise<string[]> {
    const keys: string[] = [];
    await this.#each({ start }, (key) => keys.push(key));
    return keys;
  }

  /** Of the keys that start with a text all but the last so many: at most `limit`, the last of them first. */
  async keysBeyond(kept: number, start: string, limit: number): Promise<string[]> {
    const storage = this.#storage;
    const after = this.#namespace.prefix + start;
    const range = { after, before: after + LAST_KEY, limit };
    const find = () => storage.tried(() => storage.database.keysBeyond(kept, range));
    return (await storage.reading([], find)).map((row) => row.slice(this.#namespace.prefix.length));
  }

  /** What `set` does, for a commit. @throws UnstorableError at once. */
  setting(key: string, value: T, lifetimeMs?: number): Change {
    const row = this.#row(key);
    return { key: row, text: this.#textOf(row, value, lifetimeMs) };
  }

  /** What `delete` does, for a commit. */
  deleting(key: string): Change {
    return { key: this.#row(key) };
  }

  /** Looks at what rows hold that haven't expired, each in a turn of the event loop of its own. */
  async #each(
    { start = '', part = '' }: { start?: string; part?: string },
    look: (key: string, parsed: (isStrict?: boolean) => T | undefined) => void,
  ): Promise<void> {
    const { prefix } = this.#namespace;
    await this.#storage.eachPage(prefix + start, async (page) => {
      for (const [row, text] of page.filter(([, stored]) => stored.includes(part))) {
        await setImmediate();
        const content = decode(text, this.#storage.time.now());
        if (content) look(row.slice(prefix.length), (isStrict) => this.#parsed(row, content.value, isStrict));
      }
    });
  }

  #row(key: string): string {
    const { prefix } = this.#namespace;
    if (isStoreKey(key)) return prefix + key;
    throw new UnstorableError(`Not a key after ${prefix} ${JSON.stringify(key.slice(0, 50))}`);
  }

  async #read(row: string): Promise<T | undefined> {
    return this.#parsed(row, (await this.#storage.read(row))?.value);
  }

  async #write(row: string, value: T | undefined, lifetimeMs?: number): Promise<void> {
    const { keyv } = this.#storage;
    if (value !== undefined) this.#textOf(row, value);
    const expires = this.#storage.endOf(lifetimeMs);
    await this.#storage.written(() =>
      value === undefined ? keyv.delete(row) : keyv.set(row, { value, expires }),
    );
  }

  #parsed(row: string, value: unknown, isStrict = this.#namespace.isStrict): T | undefined {
    if (value === undefined) return undefined;
    try {
      return this.#namespace.schema.parse(value);
    } catch (cause) {
      const error = new UnreadableError(row, { cause });
      this.#storage.reportUnreadable(row, error);
      if (isStrict) throw error;
      return undefined;
    }
  }

  /** What couldn't be read back must not be acknowledged: JSON turns NaN into null and a Map into nothing. */
  #textOf(row: string, value: T, lifetimeMs?: number): string {
    const endsAt = this.#storage.endOf(lifetimeMs);
    try {
      this.#namespace.schema.parse(value);
      return encode(value, endsAt);
    } catch (error) {
      throw new UnstorableError(`The value for ${row} can't be stored`, { cause: error });
    }
  }
}
