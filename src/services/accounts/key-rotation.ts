import type { Store } from '../storage/store.ts';
import { KeyRing, sealedKeysIn, type KeyRingOptions } from './key-ring.ts';
import type { KeyRow } from './key-rows.ts';
import { BrokenSealError, type Binding } from './sealing.ts';

/** The result of a rotation. */
export interface Rotation {
  /** Sealed again just now. */
  resealed: number;
  /** Sealed with the present encryption key already, as after a rotation that was interrupted. */
  untouched: number;
  /** Whose sealed keys don't open: they were removed, and have to be set again. */
  damaged: string[];
}

const openOrNot = (ring: KeyRing, sealed: string, binding: Binding): string | undefined => {
  try {
    return ring.open(sealed, binding);
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
export const rotate = async (store: Store<KeyRow>, options: KeyRingOptions): Promise<Rotation> => {
  const rows = await store.entries();
  const ring = await KeyRing.load(options, rows);
  const sealedKeys = sealedKeysIn(rows);
  const outdated = sealedKeys.filter(([, { sealed }]) => !ring.isUpToDate(sealed));
  const damaged: string[] = [];
  for (const [keyRef, { owner, sealed }] of outdated) {
    const binding = { owner, keyRef };
    const apiKey = openOrNot(ring, sealed, binding);
    if (apiKey === undefined) {
      damaged.push(owner);
      await store.delete(keyRef);
    } else await store.set(keyRef, { kind: 'sealed', owner, sealed: ring.seal(apiKey, binding) });
  }
  const resealed = outdated.length - damaged.length;
  return { resealed, untouched: sealedKeys.length - outdated.length, damaged };
};
