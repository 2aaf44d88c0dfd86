import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Calendar, dayOfMonth, dayOfWeek, daysUpTo, shiftDay } from '../../src/lib/calendar.ts';
import { HOUR_MS } from '../world/durations.ts';

const at = (time: string) => Date.parse(time);

describe('a day', () => {
  test('of UTC begins and ends at midnight', () => {
    expect(new Calendar('UTC').dayOf(at('2026-11-20T23:59:59.999Z'))).toEqual({
      label: '2026-11-20',
      startsAt: at('2026-11-20T00:00:00Z'),
      endsAt: at('2026-11-21T00:00:00Z'),
    });
  });

  test('of a zone with half hours begins at its own midnight', () => {
    expect(new Calendar('Asia/Kolkata').dayOf(at('2026-11-20T18:30:00Z'))).toEqual({
      label: '2026-11-21',
      startsAt: at('2026-11-20T18:30:00Z'),
      endsAt: at('2026-11-21T18:30:00Z'),
    });
  });

  test.each([
    ['2026-03-29T12:00:00Z', 23],
    ['2026-10-25T12:00:00Z', 25],
  ])('on which clocks change is as long as it is: %s', (time, hours) => {
    const { startsAt, endsAt } = new Calendar('Europe/Berlin').dayOf(at(time));
    expect((endsAt - startsAt) / HOUR_MS).toBe(hours);
  });

  test('that a country left out has no moments', () => {
    // Samoa changed sides of the date line: there was no 30 December 2011.
    const apia = new Calendar('Pacific/Apia');
    const before = apia.dayOf(at('2011-12-30T09:59:00Z'));
    expect(before.label).toBe('2011-12-29');
    expect(apia.dayOf(before.endsAt).label).toBe('2011-12-31');
  });

  test('holds exactly the moments that carry its label', () => {
    const zones = ['UTC', 'America/New_York', 'Pacific/Kiritimati', 'Asia/Kathmandu', 'Pacific/Marquesas'];
    const moments = fc.integer({ min: at('2020-01-01T00:00:00Z'), max: at('2030-01-01T00:00:00Z') });
    fc.assert(
      fc.property(fc.constantFrom(...zones), moments, (zone, moment) => {
        const { label, startsAt, endsAt } = new Calendar(zone).dayOf(moment);
        const other = new Calendar(zone);
        expect(startsAt <= moment && moment < endsAt).toBe(true);
        expect([startsAt, endsAt - 1].map((edge) => other.labelOf(edge))).toEqual([label, label]);
        expect([startsAt - 1, endsAt].map((edge) => other.labelOf(edge))).not.toContain(label);
      }),
      { numRuns: 100 },
    );
  });

  test('are those of UTC in a zone that this Node does not know', () => {
    const moment = Date.parse('2026-11-20T23:30:00Z');
    expect(new Calendar('Mars/Olympus').dayOf(moment)).toEqual(new Calendar('UTC').dayOf(moment));
  });
});

test('days are counted over the ends of months and years', () => {
  expect(daysUpTo('2027-01-02', 4)).toEqual(['2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02']);
  expect(shiftDay('2028-02-28', 1)).toBe('2028-02-29');
});

test('weeks begin on Monday, and months with their first', () => {
  expect(['2026-11-16', '2026-11-20', '2026-11-22'].map(dayOfWeek)).toEqual([1, 5, 7]);
  expect(['2026-11-01', '2026-11-30'].map(dayOfMonth)).toEqual([1, 30]);
});
