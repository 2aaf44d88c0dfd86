import { expect, test } from 'vitest';
import {
  admissionOf,
  claim,
  exhausted,
  parseQuotaState,
  canSubmit,
  released,
  reopened,
  taken,
} from '../../src/services/accounts/quota-state.ts';
import { HOUR_MS, MINUTE_MS } from '../world/durations.ts';

test('an account without trouble lets everything go', () => {
  expect(admissionOf(undefined, 0)).toEqual({ admitted: true });
  expect(canSubmit(undefined, 'a')).toBe(true);
  expect(claim(undefined, 'a', 0)).toBeUndefined();
  expect(reopened(undefined, 0)).toBeUndefined();
});

test('after an exhausted quota nothing goes for a minute, and then a single job', () => {
  const closed = exhausted(undefined, 'a', 0);
  expect(admissionOf(closed, MINUTE_MS - 1)).toEqual({ admitted: false, reopensAt: MINUTE_MS });
  expect(claim(closed, 'b', MINUTE_MS - 1)).toBe(closed);
  expect(admissionOf(closed, MINUTE_MS).admitted).toBe(true);
  const trial = claim(closed, 'b', MINUTE_MS);
  expect(canSubmit(trial, 'b')).toBe(true);
  expect(canSubmit(trial, 'c')).toBe(false);
  expect(claim(trial, 'c', HOUR_MS)).toBe(trial);
  expect(admissionOf(trial, 9 * HOUR_MS)).toEqual({ admitted: false });
});

test('a trial that is taken opens the account; one that finds no quota closes it for longer, up to an hour', () => {
  expect(taken(claim(exhausted(undefined, 'a', 0), 'b', HOUR_MS), 'b')).toBeUndefined();
  let state = exhausted(undefined, 'a', 0);
  const rests = Array.from({ length: 8 }, () => {
    const at = admissionOf(state, 0).reopensAt ?? 0;
    state = exhausted(claim(state, 'b', at), 'b', at);
    return ((admissionOf(state, 0).reopensAt ?? 0) - at) / MINUTE_MS;
  });
  expect(rests).toEqual([2, 4, 8, 16, 32, 60, 60, 60]);
});

test('what an older version stored goes on, and an hour that it began is not made longer', () => {
  const old = parseQuotaState({ kind: 'closed', reopensAt: HOUR_MS });
  expect(admissionOf(old, 0)).toEqual({ admitted: false, reopensAt: HOUR_MS });
  const trial = claim(old, 'b', HOUR_MS);
  expect(trial).toEqual({ kind: 'trial', jobId: 'b' });
  expect(admissionOf(exhausted(trial, 'b', HOUR_MS), 0).reopensAt).toBe(HOUR_MS + MINUTE_MS);
});

test('a trial that ends without an answer about the quota leaves its place to the next', () => {
  const trial = claim(exhausted(undefined, 'a', 0), 'b', HOUR_MS);
  const free = released(trial, 'b', HOUR_MS + 5);
  expect(canSubmit(free, 'b')).toBe(false);
  expect(claim(free, 'c', HOUR_MS + 5)).toEqual({ kind: 'trial', jobId: 'c', restMs: MINUTE_MS });
});

test('what left before the account was closed changes nothing', () => {
  const closed = exhausted(undefined, 'a', 0);
  expect(exhausted(closed, 'late', 5)).toBe(closed);
  expect(taken(closed, 'late')).toBe(closed);
  const trial = claim(closed, 'b', HOUR_MS);
  expect(exhausted(trial, 'late', HOUR_MS)).toBe(trial);
  expect(taken(trial, 'late')).toBe(trial);
  expect(released(trial, 'late', HOUR_MS)).toBe(trial);
});

test('an admin ends the rest, but starts no second trial', () => {
  const closed = exhausted(undefined, 'a', 0);
  expect(admissionOf(reopened(closed, 5), 5).admitted).toBe(true);
  const trial = claim(closed, 'b', HOUR_MS);
  expect(reopened(trial, HOUR_MS)).toBe(trial);
  expect(exhausted(claim(reopened(closed, 5), 'b', 5), 'b', 5)).toMatchObject({ restMs: MINUTE_MS });
});
