import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { broken, ok, skipped, type CheckResult } from '../../lib/check.ts';
import { OperatorError } from '../../lib/operator-error.ts';
import { OTHER_KEY_ADVICE } from '../storage/errors.ts';
import { sealedKeysIn, type ApiKeyRow } from './api-key-rows.ts';
import {
  ENCRYPTION_KEY_BYTES,
  encryptionKeyFingerprint,
  isSealedWith,
  newNonce,
  seal,
  unseal,
  type Binding,
} from './sealing.ts';

const FILE_NAME = 'encryption.key';
const OWNER_ONLY = 0o600;
const SUFFIX_BYTES = 6;

export interface EncryptionKeysOptions {
  dataDir: string;
  /** From the environment; without it, the key in the data directory is used. */
  encryptionKey?: Buffer | undefined;
  /** Still decrypts what was encrypted with it. */
  encryptionKeyPrevious?: Buffer | undefined;
  randomBytes: (count: number) => Buffer;
}

/** The encryption key can't be used. The message says what to do and contains no key. */
export class EncryptionKeyError extends OperatorError {
  override name = 'EncryptionKeyError';
}

const MISSING_KEY_ADVICE =
  'Set ENCRYPTION_KEY, restore that file, or set DATA_DIR to its folder. If the key is lost, give up all API keys: npm run keys -- forget --all';

/** Where the key is kept that was made at the first start. */
export const encryptionKeyFile = (dataDir: string): string => join(dataDir, FILE_NAME);

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

/** The key in a file; undefined when the file doesn't exist. @throws EncryptionKeyError */
export const readKeyFile = async (file: string): Promise<Buffer | undefined> => {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw new EncryptionKeyError(
      `The encryption key in ${file} can't be read. Let the user that runs Easel read it.`,
      { cause: error },
    );
  }
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== ENCRYPTION_KEY_BYTES)
    throw new EncryptionKeyError(
      `${file} doesn't contain an encryption key (${ENCRYPTION_KEY_BYTES} bytes in base64). Restore the original file.`,
    );
  return key;
};

const writeDurably = async (file: string, text: string): Promise<void> => {
  const handle = await open(file, 'wx', OWNER_ONLY);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const FULL: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EFBIG'];

/** Why a file can't be written, and what to do. */
const reasonOf = (error: unknown): string => {
  const code = codeOf(error);
  if (FULL.includes(code)) return ': the disk is full. Free some space';
  if (code === 'EROFS')
    return ': the disk can only be read. Mount it so that it can be written, set another DATA_DIR';
  return `: ${error instanceof Error ? error.message : String(error)}. Let the user that runs Easel write into that folder`;
};

/** Writes the complete file or none, and never overwrites one. */
const makeKeyFile = async (
  file: string,
  { dataDir, randomBytes }: Pick<EncryptionKeysOptions, 'dataDir' | 'randomBytes'>,
): Promise<void> => {
  const draft = `${file}.${randomBytes(SUFFIX_BYTES).toString('hex')}`;
  try {
    await mkdir(dataDir, { recursive: true });
    await writeDurably(draft, `${randomBytes(ENCRYPTION_KEY_BYTES).toString('base64')}\n`);
    await link(draft, file);
  } catch (error) {
    // Another process was faster: its key is as good.
    if (codeOf(error) === 'EEXIST') return;
    throw new EncryptionKeyError(
      `An encryption key can't be written to ${file}${reasonOf(error)}, or set ENCRYPTION_KEY.`,
      { cause: error },
    );
  } finally {
    await rm(draft, { force: true }).catch(() => undefined);
  }
};

/**
 * The key that API keys are sealed with: from the environment, or from the data directory.
 *
 * @param sealedKeys how many sealed API keys there are, over which no key may be missing.
 * @throws EncryptionKeyError
 */
export const presentKey = async (
  { encryptionKey, dataDir }: Pick<EncryptionKeysOptions, 'encryptionKey' | 'dataDir'>,
  sealedKeys = 0,
): Promise<Buffer | undefined> => {
  const file = encryptionKeyFile(dataDir);
  const present = encryptionKey ?? (await readKeyFile(file));
  if (present || sealedKeys === 0) return present;
  throw new EncryptionKeyError(
    `${sealedKeys} stored API keys are encrypted, but the encryption key is missing: ENCRYPTION_KEY isn't set, and there is no file ${file}. Nothing was changed. ${MISSING_KEY_ADVICE}`,
  );
};

/** The same; one is made at the first start. */
const loadEncryptionKey = async (options: EncryptionKeysOptions, sealedKeys: number): Promise<Buffer> => {
  const present = await presentKey(options, sealedKeys);
  if (present) return present;
  const file = encryptionKeyFile(options.dataDir);
  await makeKeyFile(file, options);
  const made = await readKeyFile(file);
  if (!made)
    throw new EncryptionKeyError(`The encryption key in ${file} was just deleted. Start Easel again.`);
  return made;
};

/** The encryption keys at hand: the present one seals, and both open. */
export class EncryptionKeys {
  readonly #present: Buffer;
  readonly #all: readonly Buffer[];
  readonly #randomBytes: (count: number) => Buffer;

  private constructor(
    present: Buffer,
    { encryptionKeyPrevious: previous, randomBytes }: EncryptionKeysOptions,
  ) {
    this.#present = present;
    this.#all = previous ? [present, previous] : [present];
    this.#randomBytes = randomBytes;
  }

  /**
   * Loads the encryption keys, and checks them against the stored API keys.
   *
   * @throws EncryptionKeyError when one is missing or wrong.
   */
  static async load(
    options: EncryptionKeysOptions,
    rows: readonly [string, ApiKeyRow][],
  ): Promise<EncryptionKeys> {
    const sealedKeys = sealedKeysIn(rows);
    const encryptionKeys = new EncryptionKeys(await loadEncryptionKey(options, sealedKeys.length), options);
    const strange = sealedKeys.filter(
      ([, { sealed }]) => !encryptionKeys.#all.some((key) => isSealedWith(sealed, key)),
    );
    if (strange.length === 0) return encryptionKeys;
    const place = options.encryptionKey ? 'ENCRYPTION_KEY' : encryptionKeyFile(options.dataDir);
    throw new EncryptionKeyError(
      `${strange.length} of ${sealedKeys.length} stored API keys were encrypted with another key than the one in ${place}. Nothing was changed. ${OTHER_KEY_ADVICE}`,
    );
  }

  /** Names the present key without giving anything of it away. */
  get fingerprint(): string {
    return encryptionKeyFingerprint(this.#present);
  }

  seal(apiKey: string, binding: Binding): string {
    return seal(apiKey, binding, this.#present, newNonce(this.#randomBytes));
  }

  /** @throws BrokenSealError when it was damaged, and another error when none of the encryption keys sealed it. */
  open(sealed: string, binding: Binding): string {
    return unseal(sealed, binding, this.#all);
  }

  /** Whether the present encryption key sealed it. */
  isUpToDate(sealed: string): boolean {
    return isSealedWith(sealed, this.#present);
  }
}

/**
 * Whether the key is the store's own: Easel would refuse to start else, and a backup of this key would open nothing.
 * @param store the fingerprint of its key, and whether it has API keys.
 */
export const checkEncryptionKey = async (
  { encryptionKey, dataDir }: Pick<EncryptionKeysOptions, 'encryptionKey' | 'dataDir'>,
  { known, hasApiKeys }: { known: string; hasApiKeys: boolean },
): Promise<CheckResult> => {
  const check = 'encryption key';
  const place = encryptionKey ? 'ENCRYPTION_KEY' : encryptionKeyFile(dataDir);
  const key = await presentKey({ encryptionKey, dataDir });
  if (key && encryptionKeyFingerprint(key) === known) return ok(check, "The encryption key is the store's.");
  const text = key
    ? `The store has another encryption key than ${place}.`
    : `There is no encryption key in ${place}.`;
  return hasApiKeys
    ? broken(check, text, key ? OTHER_KEY_ADVICE : MISSING_KEY_ADVICE)
    : skipped(check, `${text} It has no API keys, so Easel takes the present one at its start.`);
};
