import { expect, test } from 'vitest';
import { fingerprint } from '../../src/services/accounts/api-key.ts';

test('a fingerprint is the first 12 hex digits of the SHA-256', () => {
  // The digest of "abc" in FIPS 180-4's examples begins with ba7816bf 8f01cfea.
  expect(fingerprint('abc')).toBe('ba7816bf8f01');
});

test('different keys have different fingerprints', () => {
  expect(fingerprint('key-1')).not.toBe(fingerprint('key-2'));
});
