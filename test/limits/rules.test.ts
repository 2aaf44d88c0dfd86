import { describe, expect, test } from 'vitest';
import { dailyFor, NO_LIMITS, reachedLimit, type LimitRules } from '../../src/services/guilds/limit-rules.ts';
import type { Use } from '../../src/services/usage/use.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const RESET = Date.parse('2026-11-21T00:00:00Z');
const use = (given: Partial<Use> = {}): Use => ({
  byPerson: 0,
  byOwner: 0,
  byAccount: () => 0,
  openOfPerson: 0,
  openOfOwner: 0,
  resetsAt: RESET,
  ...given,
});
const rules = (given: Partial<LimitRules>): LimitRules => ({ ...NO_LIMITS, ...given });

describe('the number of pictures a day', () => {
  const limited = rules({ personDaily: 3, roleDaily: { bronze: 5, gold: 20, muted: 1 } });

  test('is that of everybody for people without a role of their own', () => {
    expect(dailyFor(limited, ['other'])).toBe(3);
  });

  test('is that of the best of a person’s roles', () => {
    expect(dailyFor(limited, ['bronze', 'gold', 'other'])).toBe(20);
  });

  test('can be less for a role than for everybody', () => {
    expect(dailyFor(limited, ['muted'])).toBe(1);
  });

  test('is reached when as many are used, and says when the count starts again', () => {
    expect(reachedLimit(limited, [], use({ byPerson: 2 }), NOW)).toBeUndefined();
    expect(reachedLimit(limited, [], use({ byPerson: 3 }), NOW)).toEqual({
      kind: 'person-daily',
      limit: 3,
      used: 3,
      resetsAt: RESET,
    });
  });

  test('of nought lets nobody through', () => {
    expect(reachedLimit(rules({ personDaily: 0 }), [], use(), NOW)).toMatchObject({
      kind: 'person-daily',
      limit: 0,
    });
  });
});

test.each([
  ['server-daily', rules({ serverDaily: 5 }), use({ byOwner: 5 })],
  ['person-at-once', rules({ personAtOnce: 2 }), use({ openOfPerson: 2 })],
  ['server-at-once', rules({ serverAtOnce: 4 }), use({ openOfOwner: 6 })],
] as const)('%s stands in the way when it is used up', (kind, limited, used) => {
  expect(reachedLimit(limited, [], used, NOW)?.kind).toBe(kind);
});

test('a pause lasts its seconds from the newest picture on', () => {
  const paused = rules({ pauseS: 30 });
  expect(reachedLimit(paused, [], use({ lastAt: NOW - 29_999 }), NOW)).toEqual({
    kind: 'pause',
    limit: 30,
    used: 1,
    resetsAt: NOW + 1,
  });
  expect(reachedLimit(paused, [], use({ lastAt: NOW - 30_000 }), NOW)).toBeUndefined();
  expect(reachedLimit(paused, [], use(), NOW)).toBeUndefined();
});

test('an exempt role takes every limit away', () => {
  const strict = rules({
    personDaily: 0,
    serverDaily: 0,
    personAtOnce: 0,
    serverAtOnce: 0,
    pauseS: 60,
    exemptRoleIds: ['staff'],
  });
  expect(reachedLimit(strict, ['other'], use({ lastAt: NOW }), NOW)).toBeDefined();
  expect(reachedLimit(strict, ['other', 'staff'], use({ lastAt: NOW }), NOW)).toBeUndefined();
});

test('what lasts longest is told first', () => {
  const strict = rules({ personDaily: 1, personAtOnce: 1, pauseS: 60 });
  const used = use({ byPerson: 1, openOfPerson: 1, lastAt: NOW });
  expect(reachedLimit(strict, [], used, NOW)?.kind).toBe('person-daily');
});
