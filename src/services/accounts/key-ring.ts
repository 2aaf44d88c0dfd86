import {
  EncryptionKeyError,
  encryptionKeyFile,
  loadEncryptionKey,
  type EncryptionKeyOptions,
} from './encryption-key.ts';
import type { KeyRow, SealedKey } from './key-rows.ts';
import { encryptionKeyFingerprint, isSealedWith, newNonce, seal, unseal, type Binding } from './sealing.ts';

export interface KeyRingOptions extends EncryptionKeyOptions {
  /** Still decrypts what was encrypted with it. */
  encryptionKeyPrevious?: Buffer | undefined;
}

/** The sealed keys among the rows, by key ref. */
export const sealedKeysIn = (rows: readonly [string, KeyRow][]): [keyRef: string, row: SealedKey][] =>
  rows.flatMap(([keyRef, row]) => (row.kind === 'sealed' ? [[keyRef, row] as [string, SealedKey]] : []));

/** The encryption keys at hand: the present one seals, and both open. */
export class KeyRing {
  readonly #present: Buffer;
  readonly #all: readonly Buffer[];
  readonly #randomBytes: (count: number) => Buffer;

  private constructor(present: Buffer, { encryptionKeyPrevious: previous, randomBytes }: KeyRingOptions) {
    this.#present = present;
    this.#all = previous ? [present, previous] : [present];
    this.#randomBytes = randomBytes;
  }

  /**
   * Loads the encryption keys, and checks them against the stored API keys.
   *
   * @throws EncryptionKeyError when one is missing or wrong.
   */
  static async load(options: KeyRingOptions, rows: readonly [string, KeyRow][]): Promise<KeyRing> {
    const sealedKeys = sealedKeysIn(rows);
    const ring = new KeyRing(await loadEncryptionKey(options, sealedKeys.length), options);
    const strange = sealedKeys.filter(
      ([, { sealed }]) => !ring.#all.some((key) => isSealedWith(sealed, key)),
    );
    if (strange.length === 0) return ring;
    const place = options.encryptionKey ? 'ENCRYPTION_KEY' : encryptionKeyFile(options.dataDir);
    throw new EncryptionKeyError(
      `${strange.length} of ${sealedKeys.length} stored API keys were encrypted with another key than the one in ${place}. Bring back the right one, or finish the change of keys: npm run keys -- rotate. Nothing was changed.`,
    );
  }

  /** The fingerprints of the present key, and of the one before if there is one. */
  get fingerprints(): [present: string, previous?: string] {
    const [, previous] = this.#all;
    const present = encryptionKeyFingerprint(this.#present);
    return previous ? [present, encryptionKeyFingerprint(previous)] : [present];
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
