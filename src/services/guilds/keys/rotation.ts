import type { Store } from '../../storage/store.ts';
import { KeyRing, sealedKeysIn } from './key-ring.ts';
import type { KeyRingOptions } from './key-ring.ts';
import type { KeyRow } from './key-rows.ts';

/** What a rotation came to. */
export interface Rotation {
  /** Sealed anew just now. */
  resealed: number;
  /** Sealed with the present encryption key already, as after a rotation that was interrupted. */
  untouched: number;
}

/**
 * Seals every stored API key anew with the present encryption key. Each is replaced in one step, so that an interruption
 * leaves nothing half done and it can be run again.
 *
 * @throws EncryptionKeyError when some of them were sealed with neither encryption key; nothing is changed then.
 * @throws BrokenSealError when one of them was damaged; it can be run again once that one is removed.
 */
export const rotate = async (store: Store<KeyRow>, options: KeyRingOptions): Promise<Rotation> => {
  const rows = await store.entries();
  const ring = await KeyRing.load(options, rows);
  const sealedKeys = sealedKeysIn(rows);
  const outdated = sealedKeys.filter(([, { sealed }]) => !ring.isUpToDate(sealed));
  for (const [keyRef, { owner, sealed }] of outdated) {
    const binding = { owner, keyRef };
    await store.set(keyRef, { kind: 'sealed', owner, sealed: ring.seal(ring.open(sealed, binding), binding) });
  }
  return { resealed: outdated.length, untouched: sealedKeys.length - outdated.length };
};
