import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  BrokenSealError,
  isSealedWith,
  newNonce,
  seal,
  unseal,
} from '../../src/services/accounts/sealing.ts';

const KEY = randomBytes(32);
const OTHER_KEY = randomBytes(32);
const BINDING = { owner: 'server:1', keyRef: 'a1' };
const API_KEY = 'an-api-key-0123456789';

const sealed = (apiKey = API_KEY, binding = BINDING, key = KEY) =>
  seal(apiKey, binding, key, newNonce(randomBytes));

test('what was sealed opens again, whatever it is', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), (apiKey, owner, keyRef) => {
      const binding = { owner, keyRef };
      expect(unseal(sealed(apiKey, binding), binding, [OTHER_KEY, KEY])).toBe(apiKey);
    }),
  );
});

test('the same key never looks the same twice, and never like itself', () => {
  const seals = Array.from({ length: 50 }, () => sealed());
  expect(new Set(seals).size).toBe(50);
  for (const one of seals) expect(Buffer.from(one, 'base64').includes(API_KEY)).toBe(false);
});

test('its first byte is the version of the format', () => {
  expect(Buffer.from(sealed(), 'base64')[0]).toBe(1);
});

test.each([
  ['another owner', { ...BINDING, owner: 'server:2' }],
  ['another key ref', { ...BINDING, keyRef: 'a2' }],
  ['an owner and key ref that read the same in a row', { owner: 'server:1a', keyRef: '1' }],
])('a sealed key does not open for %s', (_what, binding) => {
  expect(() => unseal(sealed(), binding, [KEY])).toThrow(BrokenSealError);
});

test('another encryption key is told apart from damage', () => {
  expect(() => unseal(sealed(), BINDING, [OTHER_KEY])).toThrow('sealed with another encryption key');
  expect(isSealedWith(sealed(), KEY)).toBe(true);
  expect(isSealedWith(sealed(), OTHER_KEY)).toBe(false);
});

test('no byte of it can be changed, and none left out', () => {
  const bytes = Buffer.from(sealed(), 'base64');
  for (let index = 0; index < bytes.length; index += 1) {
    const changed = Buffer.from(bytes);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(() => unseal(changed.toString('base64'), BINDING, [KEY])).toThrow();
    expect(() => unseal(bytes.subarray(0, index).toString('base64'), BINDING, [KEY])).toThrow();
  }
});

test('an error about a sealed key does not hold it', () => {
  let error: unknown;
  try {
    unseal(sealed(), { ...BINDING, owner: 'server:2' }, [KEY]);
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(BrokenSealError);
  expect(JSON.stringify(error) + String(error)).not.toContain(API_KEY);
});
