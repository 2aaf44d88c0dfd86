import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';

/** How long an encryption key is, in bytes: AES-256. */
export const ENCRYPTION_KEY_BYTES = 32;

const ALGORITHM = 'aes-256-gcm';
const VERSION = 1;
/** GCM's own length: https://doi.org/10.6028/NIST.SP.800-38D, section 5.2.1.1 */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID_BYTES = 4;
const HEADER_BYTES = 1 + KEY_ID_BYTES;

/** Whose key it is, and which of theirs. A sealed key opens for no other owner. */
export interface Binding {
  owner: string;
  keyRef: string;
}

/** A sealed key was damaged, or stands where another one stood. */
export class BrokenSealError extends Error {
  override name = 'BrokenSealError';
  readonly owner: string;
  readonly keyRef: string;
  constructor({ owner, keyRef }: Binding, options?: ErrorOptions) {
    super(`The sealed API key ${keyRef} of ${owner} does not open`, options);
    this.owner = owner;
    this.keyRef = keyRef;
  }
}

/** Tells encryption keys apart without giving anything of them away. */
const keyIdOf = (encryptionKey: Buffer): Buffer =>
  createHmac('sha256', encryptionKey).update('encryption key id').digest().subarray(0, KEY_ID_BYTES);

/** Names an encryption key to processes that must all have the same, without giving anything of it away. */
export const encryptionKeyFingerprint = (encryptionKey: Buffer): string =>
  createHmac('sha256', encryptionKey).update('fingerprint for other processes').digest('hex');

/** By encryption key: thousands of stored keys are looked at, one after another. */
const headers = new WeakMap<Buffer, Buffer>();

const headerOf = (encryptionKey: Buffer): Buffer => {
  const known = headers.get(encryptionKey);
  if (known) return known;
  const header = Buffer.concat([Buffer.from([VERSION]), keyIdOf(encryptionKey)]);
  headers.set(encryptionKey, header);
  return header;
};

const associatedData = (header: Buffer, { owner, keyRef }: Binding): Buffer =>
  Buffer.concat([header, Buffer.from(JSON.stringify([owner, keyRef]))]);

/**
 * Seals an API key: version, id of the encryption key, nonce, tag and ciphertext, in base64.
 *
 * @param nonce of 12 bytes, never used before with this encryption key.
 */
export const seal = (apiKey: string, binding: Binding, encryptionKey: Buffer, nonce: Buffer): string => {
  const header = headerOf(encryptionKey);
  const cipher = createCipheriv(ALGORITHM, encryptionKey, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(associatedData(header, binding));
  const ciphertext = Buffer.concat([cipher.update(apiKey, 'utf8'), cipher.final()]);
  return Buffer.concat([header, nonce, cipher.getAuthTag(), ciphertext]).toString('base64');
};

/** A nonce for {@link seal}. */
export const newNonce = (randomBytes: (count: number) => Buffer): Buffer => randomBytes(NONCE_BYTES);

/** Whether this encryption key sealed it, as far as its header tells. */
export const isSealedWith = (sealed: string, encryptionKey: Buffer): boolean =>
  Buffer.from(sealed, 'base64').subarray(0, HEADER_BYTES).equals(headerOf(encryptionKey));

/**
 * Opens a sealed API key.
 *
 * @param encryptionKeys those that may have sealed it.
 * @throws when none of them did.
 * @throws BrokenSealError when it was damaged, or belongs to another owner or key ref.
 */
export const unseal = (sealed: string, binding: Binding, encryptionKeys: readonly Buffer[]): string => {
  const encryptionKey = encryptionKeys.find((candidate) => isSealedWith(sealed, candidate));
  if (!encryptionKey) throw new Error('A sealed API key was sealed with another encryption key');
  const bytes = Buffer.from(sealed, 'base64');
  const nonceEnd = HEADER_BYTES + NONCE_BYTES;
  const tagEnd = nonceEnd + TAG_BYTES;
  try {
    const nonce = bytes.subarray(HEADER_BYTES, nonceEnd);
    const decipher = createDecipheriv(ALGORITHM, encryptionKey, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(associatedData(bytes.subarray(0, HEADER_BYTES), binding));
    decipher.setAuthTag(bytes.subarray(nonceEnd, tagEnd));
    return Buffer.concat([decipher.update(bytes.subarray(tagEnd)), decipher.final()]).toString('utf8');
  } catch (cause) {
    throw new BrokenSealError(binding, { cause });
  }
};
