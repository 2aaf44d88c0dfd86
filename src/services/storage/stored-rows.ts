import { fenceCondition, isLeaseRow, type SharedRows } from './leases.ts';
import { expiryOf, type Fence, type RowWrite } from './row.ts';
import { StorageFencedError } from './errors.ts';
import { readSchemaText, SCHEMA_KEY, type Schema } from './schema.ts';

/** A stored row of any database: `jobs:01M7…` and its text. Without a text it was removed. */
export interface StoredRow {
  key: string;
  text?: string;
}

/** Reads and writes the rows of a database. */
export interface RowSource {
  /** The prefix of every key in the database. */
  prefix: string;
  /**
   * All rows whose full key starts with a prefix (empty, or ending with a colon), page by page: complete, or it throws.
   * A row that is written at the same time may come twice, or in its old version.
   */
  pages: (prefix: string) => AsyncIterable<readonly [fullKey: string, text: string][]>;
  adapter: { getMany?: (keys: string[]) => Promise<unknown[]> };
  commit: (writes: readonly RowWrite[]) => Promise<void>;
  /** Absent for databases that only one process can use. */
  shared?: Pick<SharedRows, 'commitIf'>;
}

/** Whether a row belongs to the values, and not to the store itself. */
const isValue = (key: string): boolean => key !== SCHEMA_KEY && !isLeaseRow(key);

/**
 * All rows of a database, for copies. It isn't synchronised with the stores of the namespaces, so it needs exclusive use of the
 * database.
 */
export class StoredRows {
  readonly #source: RowSource;

  constructor(source: RowSource) {
    this.#source = source;
  }

  /** The rows of one namespace or of all, page by page and unordered. A row that is written at the same time may come twice. */
  async *pages(namespace?: string): AsyncGenerator<StoredRow[]> {
    const { prefix } = this.#source;
    for await (const page of this.#source.pages(namespace === undefined ? prefix : `${prefix}${namespace}:`))
      yield page
        .map(([key, text]) => ({ key: key.slice(prefix.length), text }))
        .filter(({ key }) => isValue(key));
  }

  /** The texts of rows, in the order of the keys. */
  async texts(keys: readonly string[]): Promise<(string | undefined)[]> {
    if (keys.length === 0) return [];
    const texts = await this.#source.adapter.getMany?.(keys.map((key) => this.#source.prefix + key));
    return keys.map((_, index) => {
      const text = texts?.[index];
      return typeof text === 'string' ? text : undefined;
    });
  }

  /** The schema row; undefined when there is none. @throws when it is unreadable. */
  async readSchema(): Promise<Schema | undefined> {
    const [text] = await this.texts([SCHEMA_KEY]);
    return text === undefined ? undefined : readSchemaText(text);
  }

  /**
   * Stores and removes rows with different keys atomically. A row keeps its expiry; an expired row is removed.
   * @throws StorageFencedError when another process has taken the slot.
   */
  async write(rows: readonly StoredRow[], fence?: Fence): Promise<void> {
    const { prefix, commit, shared } = this.#source;
    const now = Date.now();
    const writes = rows.map(({ key, text }): RowWrite => {
      const expires = text === undefined ? undefined : expiryOf(text);
      if (text === undefined || (expires !== undefined && expires <= now)) return { key: prefix + key };
      return { key: prefix + key, text, lifetimeMs: expires === undefined ? undefined : expires - now };
    });
    if (!fence || !shared) await commit(writes);
    else if (!(await shared.commitIf(fenceCondition(prefix, fence), writes)))
      throw new StorageFencedError('schema', fence.slot);
  }

  async writeSchema(schema: Schema, fence?: Fence): Promise<void> {
    await this.write([{ key: SCHEMA_KEY, text: JSON.stringify(schema) }], fence);
  }
}
