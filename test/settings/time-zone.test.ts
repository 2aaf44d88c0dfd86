import { expect, test } from 'vitest';
import { Calendar, timeZoneNamed } from '../../src/lib/calendar.ts';
import { HOUR_MS } from '../world/durations.ts';

const dayOf = (moment: number, timeZone: string) => new Calendar(timeZone).labelOf(moment);
const startOfDay = (day: string, timeZone: string) => new Calendar(timeZone).startOf(day);
const nextDay = (moment: number, timeZone: string) => new Calendar(timeZone).dayOf(moment).endsAt;
const at = (text: string): number => Date.parse(text);

test('a time zone is known by its name, in any spelling of its case', () => {
  expect(timeZoneNamed(' europe/berlin ')).toBe('Europe/Berlin');
  expect(timeZoneNamed('UTC')).toBe('UTC');
  expect(timeZoneNamed('Berlin')).toBeUndefined();
  expect(timeZoneNamed('')).toBeUndefined();
});

test('a day belongs to the zone', () => {
  expect(dayOf(at('2026-11-20T23:30:00Z'), 'UTC')).toBe('2026-11-20');
  expect(dayOf(at('2026-11-20T23:30:00Z'), 'Europe/Berlin')).toBe('2026-11-21');
  expect(dayOf(at('2026-11-20T02:00:00Z'), 'America/New_York')).toBe('2026-11-19');
});

test('a day begins at midnight of its zone, summer or winter', () => {
  expect(startOfDay('2026-11-20', 'UTC')).toBe(at('2026-11-20T00:00:00Z'));
  expect(startOfDay('2026-11-20', 'Europe/Berlin')).toBe(at('2026-11-19T23:00:00Z'));
  expect(startOfDay('2026-07-20', 'Europe/Berlin')).toBe(at('2026-07-19T22:00:00Z'));
  expect(startOfDay('2026-11-20', 'Pacific/Kiritimati')).toBe(at('2026-11-19T10:00:00Z'));
  expect(startOfDay('2026-11-20', 'Pacific/Pago_Pago')).toBe(at('2026-11-20T11:00:00Z'));
});

test('days of 23 and 25 hours are that long', () => {
  const length = (day: string) => {
    const start = startOfDay(day, 'Europe/Berlin');
    return (nextDay(start, 'Europe/Berlin') - start) / HOUR_MS;
  };
  expect(length('2026-03-29')).toBe(23);
  expect(length('2026-10-25')).toBe(25);
  expect(length('2026-12-31')).toBe(24);
});

test('where clocks skip midnight, the day begins when they have', () => {
  expect(startOfDay('2018-11-04', 'America/Sao_Paulo')).toBe(at('2018-11-04T03:00:00Z'));
  expect(dayOf(startOfDay('2018-11-04', 'America/Sao_Paulo') - 1, 'America/Sao_Paulo')).toBe('2018-11-03');
});
