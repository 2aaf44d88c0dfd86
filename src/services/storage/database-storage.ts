import { Keyv } from 'keyv';
import { InFlight } from '../../lib/in-flight.ts';
import { KeyedMutex } from '../../lib/keyed-mutex.ts';
import { riskySettings, type RiskySetting } from './durability.ts';
import type { Database } from './database.ts';
import { KeyvStore } from './keyv-store.ts';
import { fenceCondition, StoredLeases, type Leases } from './leases.ts';
import { StoredRows } from './stored-rows.ts';
import {
  decodeRow,
  encodeRow,
  rowWrites,
  type Change,
  type Fence,
  type KeyedValue,
  type NewValue,
} from './row.ts';
import {
  StorageClosedError,
  StorageFencedError,
  StorageNamespaceError,
  StorageScrubError,
  StorageSweepError,
  StorageWriteError,
  type NamespaceOptions,
  type Storage,
  type Store,
} from './store.ts';

const namesOf = (changes: readonly Change[]): string =>
  [...new Set(changes.map(({ namespace }) => namespace))].join(', ');

const LETTERS = /^[A-Za-z]{1,32}$/;

/** Made for each row that is written, and field by field: V8 takes many times as long to spread an object into another one. */
const keyed = ({ rowKey }: Change, { value, lifetimeMs }: NewValue): KeyedValue => ({
  key: rowKey,
  value,
  lifetimeMs,
});

/**
 * {@link Storage} over a connected database. All namespaces share one Keyv, since each Keyv would write its own namespace into
 * the adapter. Keyv's namespaces are not used; they differ between `get` and `getMany`.
 */
export class DatabaseStorage implements Storage {
  readonly leases: Leases | undefined;
  readonly rows: StoredRows;
  readonly #database: Database;
  readonly #keyv: Keyv<unknown>;
  /** By lower-case name, since case twins are one name to some databases. */
  readonly #opened = new Set<string>();
  /** Namespaces whose writes may wait. */
  readonly #mayWait = new Set<string>();
  readonly #rows = new KeyedMutex();
  readonly #cleaning = new KeyedMutex();
  readonly #readings = new InFlight();
  #closing: Promise<void> | undefined;

  constructor(database: Database) {
    this.#database = database;
    const { shared, prefix } = database;
    this.rows = new StoredRows(database);
    this.leases = shared && new StoredLeases({ ...shared, prefix });
    this.#keyv = new Keyv<unknown>({
      store: database.adapter,
      // Without a namespace Keyv calls itself "keyv".
      namespace: '',
      useKeyPrefix: false,
      serialize: encodeRow,
      deserialize: decodeRow,
      throwOnErrors: true,
      // Each of its error events is also thrown.
      emitErrors: false,
    });
  }

  open<T>(namespace: string, parse: (value: unknown) => T, options: NamespaceOptions = {}): Store<T> {
    this.#checkOpen();
    if (!LETTERS.test(namespace)) throw new StorageNamespaceError(namespace, 'it must be 1 to 32 letters');
    const name = namespace.toLowerCase();
    if (this.#opened.has(name)) throw new StorageNamespaceError(namespace, 'it is open already');
    this.#opened.add(name);
    if (options.mayWait) this.#mayWait.add(namespace);
    return new KeyvStore({
      namespace,
      parse,
      database: this.#database,
      keyv: this.#keyv,
      isStrict: options.isStrict === true,
      inOrder: (rowKeys, work) => this.#inOrder(rowKeys, work),
      afterWrites: (prefix, work) => this.#afterWrites(prefix, work),
      write: (change) => this.commit([change]),
    });
  }

  async commit(changes: readonly Change[], fence?: Fence): Promise<void> {
    const rowKeys = changes.map(({ rowKey }) => rowKey);
    if (new Set(rowKeys).size < rowKeys.length)
      throw new StorageWriteError(`${namesOf(changes)}, one key twice`);
    await this.#inOrder(rowKeys, (isAwaited) => this.#make(changes, isAwaited, fence));
  }

  async #make(changes: readonly Change[], isAwaited: () => boolean, fence?: Fence): Promise<void> {
    const rows: KeyedValue[] = [];
    for (const change of changes) {
      const decision = change.decide();
      // Waiting for what is known already takes longer than most decisions.
      const value = decision instanceof Promise ? await decision : decision;
      if (value) rows.push(keyed(change, value));
    }
    let isWritten: boolean;
    try {
      const mayWait = !isAwaited() && changes.every(({ namespace }) => this.#mayWait.has(namespace));
      isWritten = await this.#write(rows, mayWait, fence);
    } catch (error) {
      throw new StorageWriteError(namesOf(changes), { cause: error });
    }
    if (!isWritten && fence) throw new StorageFencedError(namesOf(changes), fence.slot);
  }

  async sweep(): Promise<number> {
    this.#checkOpen();
    try {
      // Closing waits for operations in progress.
      return await this.#cleaning.run(['sweep'], () => this.#database.sweep());
    } catch (error) {
      throw new StorageSweepError(this.#database.location, { cause: error });
    }
  }

  async scrub(): Promise<void> {
    this.#checkOpen();
    try {
      await this.#cleaning.run(['scrub'], () => this.#database.scrub());
    } catch (error) {
      throw new StorageScrubError(this.#database.location, { cause: error });
    }
  }

  async riskySettings(): Promise<RiskySetting[]> {
    const { durability } = this.#database;
    if (!durability) return [];
    const { rules, read } = durability;
    return riskySettings(rules, await read(Object.keys(rules)).catch(() => ({})));
  }

  close(): Promise<void> {
    this.#closing ??= this.#finish();
    return this.#closing;
  }

  #checkOpen(): void {
    if (this.#closing) throw new StorageClosedError(this.#database.location);
  }

  #inOrder<Result>(
    rowKeys: readonly string[],
    work: (isAwaited: () => boolean) => Promise<Result>,
  ): Promise<Result> {
    this.#checkOpen();
    if (rowKeys.some((rowKey) => this.#rows.queued(rowKey) > 0)) this.#database.hurry?.();
    return this.#rows.run(rowKeys, work);
  }

  async #afterWrites<Result>(prefix: string, work: () => Promise<Result>): Promise<Result> {
    this.#checkOpen();
    return this.#readings.track(this.#rows.idle((rowKey) => rowKey.startsWith(prefix)).then(work));
  }

  /**
   * One row goes through Keyv, which can't take several that belong together, nor compare anything.
   * @returns false when the fence keeps it from being written.
   */
  async #write(rows: readonly KeyedValue[], mayWait: boolean, fence?: Fence): Promise<boolean> {
    const { shared, prefix } = this.#database;
    const [first, ...others] = rows;
    if (!first) return true;
    if (fence && shared) return shared.commitIf(fenceCondition(prefix, fence), rowWrites(rows));
    if (others.length === 0 && !mayWait) await this.#writeOne(first);
    else await this.#database.commit(rowWrites(rows), mayWait);
    return true;
  }

  async #writeOne({ key, value, lifetimeMs }: KeyedValue): Promise<void> {
    // False means that there was nothing to remove; failures are thrown.
    if (value === undefined) await this.#keyv.delete(key);
    else if (!(await this.#keyv.set(key, value, lifetimeMs))) throw new Error('Keyv did not store it');
  }

  async #finish(): Promise<void> {
    await Promise.all([this.#rows, this.#cleaning, this.#readings].map((work) => work.idle()));
    await this.#database.close();
  }
}
