import { vi } from 'vitest';
import { HANGS_AFTER_MS } from '../../sandbox/wait.ts';
import { LOOK_EVERY_MS } from './limits.ts';

/** Calls `act` until it throws no more, as `expect.poll` does for one value, and returns what it returned. */
export const eventually = <T>(act: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(act, { timeout: HANGS_AFTER_MS, interval: LOOK_EVERY_MS });
