import { createHash } from 'node:crypto';

const HEX_DIGITS = 12;

/** What stands for an API key in code, logs and stores: the first 12 hex digits of its SHA-256. */
export function fingerprint(apiKey: string): string {
  return createHash('sha256').update(apiKey).digest('hex').slice(0, HEX_DIGITS);
}
