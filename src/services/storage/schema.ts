import { z } from 'zod';
import { StorageCopiedError, StorageIncompleteError, StorageVersionError } from './errors.ts';
import type { Fence } from './row.ts';

/** Where the {@link Schema} stands. */
export const SCHEMA_KEY = 'schema';
/** The version of the rows that this Easel reads and writes. */
export const SCHEMA_VERSION = 2;

const schemaSchema = z.object({
  version: z.int().positive(),
  /** It is a backup, or was copied to another store: requests that waited in it may be paid for since. */
  isCopied: z.literal(true).exactOptional(),
});

/** The schema row of a store. */
export type Schema = z.infer<typeof schemaSchema>;

/** The rows of a store, as far as its schema is concerned. */
interface SchemaRows {
  readSchema: () => Promise<Schema | undefined>;
  writeSchema: (schema: Schema, fence?: Fence) => Promise<void>;
  pages: () => AsyncIterable<readonly unknown[]>;
}

/** @throws when the text isn't a schema row. */
export const readSchemaText = (text: string): Schema => schemaSchema.parse(JSON.parse(text));

/** The row of a store that only copies may be made of. */
export const COPIED_SCHEMA: Schema = { version: SCHEMA_VERSION, isCopied: true };

/** @throws StorageVersionError when another version of Easel wrote the rows. */
export const checkVersion = ({ version }: Schema): void => {
  if (version !== SCHEMA_VERSION) throw new StorageVersionError(version, SCHEMA_VERSION);
};

/** @throws StorageVersionError, StorageCopiedError when Easel must not start on the store. */
export const checkSchema = (schema: Schema): void => {
  checkVersion(schema);
  if (schema.isCopied) throw new StorageCopiedError();
};

/** Whether a store has no rows. */
export const isEmpty = async (rows: Pick<SchemaRows, 'pages' | 'readSchema'>): Promise<boolean> => {
  if (await rows.readSchema()) return false;
  for await (const page of rows.pages()) if (page.length > 0) return false;
  return true;
};

/**
 * Makes sure that Easel may start on a store. A copy writes the schema row last: rows without one are not all of them.
 *
 * @throws StorageVersionError, StorageCopiedError, StorageIncompleteError
 */
export const checkStore = async (rows: Pick<SchemaRows, 'pages' | 'readSchema'>): Promise<void> => {
  const schema = await rows.readSchema();
  if (schema) checkSchema(schema);
  else if (!(await isEmpty(rows))) throw new StorageIncompleteError();
};

/** Writes the schema row of a new store. */
export const beginStore = async (
  rows: Pick<SchemaRows, 'readSchema' | 'writeSchema'>,
  fence?: Fence,
): Promise<void> => {
  if (!(await rows.readSchema())) await rows.writeSchema({ version: SCHEMA_VERSION }, fence);
};
