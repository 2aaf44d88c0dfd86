import { StorageIncompleteError, StorageVersionError } from './errors.ts';
import { decodeRow, encodeRow, UnreadableRow, type Fence } from './row.ts';
import type { Schema, StoredRow, StoredRows } from './stored-rows.ts';

/** A change of the rows of one namespace that their parser can't make by itself when it reads them. */
export interface Migration {
  namespace: string;
  /**
   * Converts an old value to the new format; undefined removes the row. It runs again after an interruption, so it must
   * not change a converted value.
   */
  change: (value: unknown) => unknown;
}

/**
 * Every migration since the first version, oldest first: the first leads from version 1 to version 2.
 *
 * The store has one version; rows have none. Parsers recognise most old formats by their fields and read them forever,
 * which costs nothing at the start. A migration is for the rest, such as a value whose meaning changes. It runs over
 * one namespace, a page at a time, so that memory doesn't grow with the number of rows; 100,000 rows take about a
 * second. A version in every row would cost bytes and a branch at each read, and would leave old rows for years.
 */
export const MIGRATIONS: readonly Migration[] = [];

const versionOf = (migrations: readonly Migration[]): number => migrations.length + 1;

/** The version of the rows that this Easel writes. */
export const SCHEMA_VERSION = versionOf(MIGRATIONS);

/** @throws StorageVersionError when only a newer Easel can read rows of that version. */
export const checkVersion = (version: number, known: number = SCHEMA_VERSION): void => {
  if (version > known) throw new StorageVersionError(version, known);
};

/**
 * Makes sure that this Easel can read and write the rows, after migrating them if they are older.
 * @returns the version of the rows; undefined in a store that never said one, which has the first.
 * @throws StorageVersionError when a newer Easel wrote them, StorageIncompleteError when some are missing.
 */
export const checkSchema = async (
  rows: Pick<StoredRows, 'readSchema'>,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<Schema['version'] | undefined> => {
  const { version, filling } = (await rows.readSchema()) ?? {};
  if (version !== undefined) checkVersion(version, versionOf(migrations));
  if (filling !== undefined) throw new StorageIncompleteError(filling);
  return version;
};

export interface MigrateOptions {
  migrations?: readonly Migration[];
  /** The fence of the writes, where several processes can share the database. */
  fence?: Fence | undefined;
}

/**
 * Migrates all rows to the present version. If the database is a file, it is copied first. After an interruption, the next
 * call continues and keeps the first copy.
 * @returns the path of the copy, if there is one.
 * @throws StorageVersionError, StorageIncompleteError, StorageFencedError.
 */
export const migrate = async (
  rows: StoredRows,
  { migrations = MIGRATIONS, fence }: MigrateOptions = {},
): Promise<{ from: number; to: number; copy: string | undefined }> => {
  const from = (await checkSchema(rows, migrations)) ?? 1;
  const to = versionOf(migrations);
  const copy = from < to && (await rows.count()) > 0 ? await rows.copyBeside(`version-${from}`) : undefined;
  for (let version = from; version < to; version += 1) {
    const migration = migrations[version - 1];
    if (migration) await migrateNamespace(rows, migration, fence);
    await rows.writeSchema({ version: version + 1 }, fence);
  }
  if (from === to) await rows.writeSchema({ version: to }, fence);
  return { from, to, copy };
};

const migrateNamespace = async (
  rows: StoredRows,
  migration: Migration,
  fence: Fence | undefined,
): Promise<void> => {
  for await (const page of rows.pages(migration.namespace)) {
    const unique = new Map(page.map((row) => [row.key, row]));
    const changed = [...unique.values()].flatMap((row) => changedRow(row, migration));
    if (changed.length > 0) await rows.write(changed, fence);
  }
};

/** Undefined when the row doesn't change, also when it is unreadable. */
const changedRow = ({ key, text = '' }: StoredRow, { change }: Migration): StoredRow[] => {
  const { value, expires } = decodeRow<unknown>(text);
  if (value instanceof UnreadableRow) return [];
  const after = change(value);
  if (after === undefined) return [{ key }];
  const changed = encodeRow({ value: after, expires });
  return changed === text ? [] : [{ key, text: changed }];
};
