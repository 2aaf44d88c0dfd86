import { z } from 'zod';
import { LAST_KEY, pages, type Database } from './database.ts';
import { OTHER_KEY_ADVICE, StoreOpenError } from './errors.ts';
import { TIME_KEY } from './store-time.ts';

/** The key of the row that says what wrote the store. */
export const SCHEMA_KEY = 'schema';
/** The version of the rows that this Easel reads and writes. */
const SCHEMA_VERSION = 4;

const schemaSchema = z.object({
  version: z.int(),
  /** It is a backup, or was copied to another store: requests that waited in it may be paid for since. */
  isCopied: z.literal(true).optional(),
});

/** The text of the schema row of a store that Easel starts on. */
export const SCHEMA_TEXT = JSON.stringify({ version: SCHEMA_VERSION });
/** The same, of one that only copies may be made of. */
export const COPIED_SCHEMA_TEXT = JSON.stringify({ version: SCHEMA_VERSION, isCopied: true });

/** @throws StoreOpenError when another version of Easel wrote the rows, or Easel must not start on them. */
export const checkSchema = (text: string, { mayBeCopied = false } = {}): void => {
  const { version, isCopied } = schemaSchema.parse(JSON.parse(text));
  if (version !== SCHEMA_VERSION)
    throw new StoreOpenError(
      `Another version of Easel has written this store: it has version ${version}, and this Easel needs version ${SCHEMA_VERSION}. Nothing was changed. Start the Easel that wrote it, or set STORE_URL to another store`,
    );
  if (isCopied && !mayBeCopied)
    throw new StoreOpenError(
      'This store is a backup, or was copied to another one. Easel does not start on it, because requests that waited in it may have been paid for since. Set STORE_URL to the store that it was copied to, or copy it into an empty one: npm run copy -- FROM TO',
    );
};

/** The key of the row with the fingerprint of the encryption key, which belongs to the store. */
export const ENCRYPTION_KEY = 'encryption';

/** The key of the row with the ID of the application whose store it is. */
const APPLICATION_KEY = 'application';

const readText = async ({ adapter }: Pick<Database, 'adapter'>, key: string): Promise<string | undefined> => {
  const text: unknown = await adapter.get(key);
  return typeof text === 'string' ? text : undefined;
};

/** The text of the schema row; undefined while the store is empty. */
export const readSchema = (database: Pick<Database, 'adapter'>) => readText(database, SCHEMA_KEY);

/** The fingerprint of the encryption key; undefined until Easel has started on the store. */
export const readEncryptionKey = (database: Pick<Database, 'adapter'>) => readText(database, ENCRYPTION_KEY);

/** The ID of the application whose store it is; undefined until one has logged in with it. */
export const readApplicationId = (database: Pick<Database, 'adapter'>) => readText(database, APPLICATION_KEY);

/** @throws StoreOpenError when the store belongs to another application. */
export const checkApplicationId = (known: string, applicationId: string): void => {
  if (known === applicationId) return;
  throw new StoreOpenError(
    `This store belongs to the application ${known}, and DISCORD_TOKEN to the application ${applicationId}. Nothing was changed. Set the token of ${known}, or set STORE_URL to another store. To hand this store over to ${applicationId}, stop Easel, and run: npm run copy -- FROM TO --new-application`,
  );
};

/**
 * Makes a store the application's that has logged in, if it is no other's.
 * @throws StoreOpenError
 */
export const claimStore = async (database: Database, applicationId: string): Promise<void> => {
  const known = await readApplicationId(database);
  if (known === undefined) await database.commit([{ key: APPLICATION_KEY, text: applicationId }]);
  else checkApplicationId(known, applicationId);
};

/**
 * Makes sure that Easel may start on a store. A copy writes the schema row last: rows without one are not all of them.
 * @returns whether the store is new.
 * @throws StoreOpenError
 */
export const checkStore = async (database: Database): Promise<boolean> => {
  const text = await readSchema(database);
  if (text !== undefined) checkSchema(text);
  else if (!(await isEmpty(database)))
    throw new StoreOpenError(
      'This store is incomplete, because copying into it was interrupted or is still going on. Remove it, and run npm run copy again',
    );
  return text === undefined;
};

/** The time at the last look for expired rows; undefined until there was one. */
export const readTime = async (database: Pick<Database, 'adapter'>): Promise<number | undefined> => {
  const text = await readText(database, TIME_KEY);
  return text === undefined ? undefined : z.coerce.number().parse(text);
};

/** Whether a store has no rows. */
export const isEmpty = async (database: Pick<Database, 'page'>): Promise<boolean> =>
  (await database.page('', LAST_KEY, 1)).length === 0;

/** Whether a store holds API keys that only its encryption key opens. */
const hasSealedKeys = async (database: Database): Promise<boolean> => {
  for await (const page of pages(database, 'apiKeys:'))
    if (page.some(([, text]) => text.includes('"kind":"sealed"'))) return true;
  return false;
};

/**
 * Makes sure that this process and the store have the same encryption key. A new store takes that of the first process, and so does
 * one in which no API key is sealed.
 * @param isInUse whether another process has agreed on the present one.
 * @returns whether the store had another one.
 * @throws StoreOpenError
 */
export const agree = async (
  database: Database,
  keyFingerprint: string,
  isInUse: () => Promise<boolean> = () => Promise.resolve(false),
): Promise<boolean> => {
  const isNew = await checkStore(database);
  if ((await readEncryptionKey(database)) === keyFingerprint) return false;
  if (!isNew && ((await hasSealedKeys(database)) || (await isInUse())))
    throw new StoreOpenError(
      `This store has another encryption key. Nothing was changed. ${OTHER_KEY_ADVICE}`,
    );
  await database.commit([
    { key: SCHEMA_KEY, text: SCHEMA_TEXT },
    { key: ENCRYPTION_KEY, text: keyFingerprint },
  ]);
  return !isNew;
};

/** Whether a row belongs to the values that a copy takes along. */
export const isCopied = (key: string, { isHandedOver = false } = {}): boolean => {
  if (key.includes(':')) return !key.startsWith('epoch:');
  return key === ENCRYPTION_KEY || key === TIME_KEY || (key === APPLICATION_KEY && !isHandedOver);
};
