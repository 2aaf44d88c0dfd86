import { describe, expect, test } from 'vitest';
import { Calendar, dayOfMonth, dayOfWeek, daysUpTo, shiftDay } from '../../src/lib/calendar.ts';
import { HOUR_MS } from '../world/durations.ts';

const at = (time: string) => Date.parse(time);

describe('a day', () => {
  test('of UTC begins and ends at midnight', () => {
    expect(new Calendar('UTC').periodOf('day', at('2026-11-20T23:59:59.999Z'))).toEqual({
      label: '2026-11-20',
      startsAt: at('2026-11-20T00:00:00Z'),
      endsAt: at('2026-11-21T00:00:00Z'),
    });
  });

  test('of a zone with half hours begins at its own midnight', () => {
    expect(new Calendar('Asia/Kolkata').periodOf('day', at('2026-11-20T18:30:00Z'))).toEqual({
      label: '2026-11-21',
      startsAt: at('2026-11-20T18:30:00Z'),
      endsAt: at('2026-11-21T18:30:00Z'),
    });
  });

  test.each([
    ['2026-03-29T12:00:00Z', 23],
    ['2026-10-25T12:00:00Z', 25],
  ])('on which clocks change is as long as it is: %s', (time, hours) => {
    const { startsAt, endsAt } = new Calendar('Europe/Berlin').periodOf('day', at(time));
    expect((endsAt - startsAt) / HOUR_MS).toBe(hours);
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
