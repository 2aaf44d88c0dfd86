import { expect, test } from 'vitest';
import { timeZoneNamed } from '../../src/lib/calendar.ts';

test('a time zone is known by its name, in any spelling of its case', () => {
  expect(timeZoneNamed(' europe/berlin ')).toBe('Europe/Berlin');
  expect(timeZoneNamed('UTC')).toBe('UTC');
  expect(timeZoneNamed('Berlin')).toBe('Europe/Berlin');
  expect(timeZoneNamed(' new york')).toBe('America/New_York');
  expect(timeZoneNamed('York')).toBeUndefined();
  expect(timeZoneNamed('')).toBeUndefined();
});
