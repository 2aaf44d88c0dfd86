import { expect, test } from 'vitest';
import {
  admissionOf,
  canSubmit,
  claim,
  exhausted,
  released,
  reopened,
  taken,
} from '../../src/services/accounts/quota-state.ts';
import { HOUR_MS } from '../world/durations.ts';

test('an account without trouble lets everything go', () => {
  expect(admissionOf(undefined, 0)).toEqual({ admitted: true });
  expect(canSubmit(undefined, 'a')).toBe(true);
  expect(claim(undefined, 'a', 0)).toBeUndefined();
  expect(reopened(undefined, 0)).toBeUndefined();
});

test('after an exhausted quota nothing goes for an hour, and then a single job', () => {
  const closed = exhausted(undefined, 'a', 0);
  expect(admissionOf(closed, HOUR_MS - 1)).toEqual({ admitted: false, reopensAt: HOUR_MS });
  expect(claim(closed, 'b', HOUR_MS - 1)).toBe(closed);
  expect(admissionOf(closed, HOUR_MS).admitted).toBe(true);
  const trial = claim(closed, 'b', HOUR_MS);
  expect(canSubmit(trial, 'b')).toBe(true);
  expect(canSubmit(trial, 'c')).toBe(false);
  expect(claim(trial, 'c', HOUR_MS)).toBe(trial);
  expect(admissionOf(trial, 9 * HOUR_MS)).toEqual({ admitted: false });
});

test('a trial that is taken opens the account; one that finds no quota closes it for another hour', () => {
  const trial = claim(exhausted(undefined, 'a', 0), 'b', HOUR_MS);
  expect(taken(trial, 'b')).toBeUndefined();
  expect(exhausted(trial, 'b', 2 * HOUR_MS)).toEqual({ kind: 'closed', reopensAt: 3 * HOUR_MS });
});

test('a trial that ends without an answer about the quota leaves its place to the next', () => {
  const trial = claim(exhausted(undefined, 'a', 0), 'b', HOUR_MS);
  const free = released(trial, 'b', HOUR_MS + 5);
  expect(canSubmit(free, 'b')).toBe(false);
  expect(claim(free, 'c', HOUR_MS + 5)).toEqual({ kind: 'trial', jobId: 'c' });
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
});
