import { expect, test } from 'vitest';
import { parseRetryAfter } from '../../src/services/image-api/parse-response.ts';

const NOW = Date.UTC(1994, 10, 6, 8, 49, 0);
const HOUR_MS = 3_600_000;

test.each([
  ['120', 120_000],
  [' 5 ', 5_000],
  ['1.5', 1_500],
  ['Sun, 06 Nov 1994 08:49:37 GMT', 37_000],
  ['Sun, 06 Nov 1994 08:00:00 GMT', 0],
  ['3601', HOUR_MS],
  ['9'.repeat(400), HOUR_MS],
  ['Fri, 31 Dec 9999 23:59:59 GMT', HOUR_MS],
])('a Retry-After header of %j says to wait %d ms', (header, milliseconds) => {
  expect(parseRetryAfter(header, NOW)).toBe(milliseconds);
});

test.each([undefined, '', 'soon', '-5', '1e3', '2026-01-01', 'Sun, 99 Foo 1994 08:49:37 GMT'])(
  'a Retry-After header of %j says nothing',
  (header) => {
    expect(parseRetryAfter(header, NOW)).toBeUndefined();
  },
);
