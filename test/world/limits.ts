import { HANGS_AFTER_MS } from '../../sandbox/wait.ts';

/** How often a test looks for what it waits for. */
export const LOOK_EVERY_MS = 10;

/** Limits of every test, for what hangs: a machine that is ten times slower, or does much else, stays below them. */
export const LIMITS = {
  testTimeout: 5 * HANGS_AFTER_MS,
  hookTimeout: 5 * HANGS_AFTER_MS,
  expect: { poll: { timeout: HANGS_AFTER_MS, interval: LOOK_EVERY_MS } },
};
