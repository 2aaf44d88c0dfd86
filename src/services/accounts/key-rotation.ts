import type { Store } from '../storage/store.ts';
import { EncryptionKeys, presentKey, type EncryptionKeysOptions } from './encryption-keys.ts';
import { sealedKeysIn, type ApiKeyRow } from './api-key-rows.ts';
import { BrokenSealError, isSealedWith, type Binding } from './sealing.ts';

/** The result of a rotation. */
export interface Rotation {
  /** Sealed again just now. */
  resealed: number;
  /** Sealed with the present encryption key already, as after a rotation that was interrupted. */
  untouched: number;
  /** Whose sealed keys don't open: they were removed, and have to be set again. */
  damaged: string[];
  /** Of the present encryption key. */
  fingerprint: string;
}

const openOrNot = (encryptionKeys: EncryptionKeys, sealed: string, binding: Binding): string | undefined => {
  try {
    return encryptionKeys.open(sealed, binding);
  } catch (error) {
    if (error instanceof BrokenSealError) return undefined;
    throw error;
  }
};

/**
 * Seals every stored API key again with the present encryption key. Each is replaced in one step, so that an interruption
 * leaves nothing half done and it can be run again.
 *
 * @throws EncryptionKeyError when some of them were sealed with neither encryption key; nothing is changed then.
 */
export const sealAgain = async (
  store: Store<ApiKeyRow>,
  options: EncryptionKeysOptions,
): Promise<Rotation> => {
  const rows = await store.entries();
  const encryptionKeys = await EncryptionKeys.load(options, rows);
  const sealedKeys = sealedKeysIn(rows);
  const outdated = sealedKeys.filter(([, { sealed }]) => !encryptionKeys.isUpToDate(sealed));
  const damaged: string[] = [];
  for (const [keyRef, { owner, sealed }] of outdated) {
    const binding = { owner, keyRef };
    const apiKey = openOrNot(encryptionKeys, sealed, binding);
    if (apiKey === undefined) {
      damaged.push(owner);
      await store.delete(keyRef);
    } else await store.set(keyRef, { kind: 'sealed', owner, sealed: encryptionKeys.seal(apiKey, binding) });
  }
  const resealed = outdated.length - damaged.length;
  const untouched = sealedKeys.length - outdated.length;
  return { resealed, untouched, damaged, fingerprint: encryptionKeys.fingerprint };
};

/**
 * Removes the API keys that the present encryption key doesn't open, or all of them: their owners have to set them again.
 * @returns whose they were.
 * @throws EncryptionKeyError when not all are meant, and there is no encryption key: it may be one that this process doesn't see.
 */
export const forgetSealed = async (
  store: Store<ApiKeyRow>,
  options: Pick<EncryptionKeysOptions, 'encryptionKey' | 'dataDir'>,
  isAll: boolean,
): Promise<string[]> => {
  const rows = await store.entries();
  const sealedKeys = sealedKeysIn(rows);
  const present = isAll ? undefined : await presentKey(options, sealedKeys.length);
  const lost = sealedKeys.filter(([, { sealed }]) => !present || !isSealedWith(sealed, present));
  const lostRefs = new Set(lost.map(([keyRef]) => keyRef));
  for (const [owner, row] of rows)
    if (row.kind === 'current' && lostRefs.has(row.keyRef)) await store.delete(owner);
  for (const keyRef of lostRefs) await store.delete(keyRef);
  return [...new Set(lost.map(([, { owner }]) => owner))];
};
