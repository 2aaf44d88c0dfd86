import { defineConfig } from 'vitest/config';
import { LIMITS } from './test/world/limits.ts';

/**
 * Tests of Easel and its operators' commands as programs: how they start, stop, are killed at every step, and run on
 * one Postgres. A program needs a part of the machine to do its work in time: no more than two files at once.
 */
export default defineConfig({
  test: {
    include: ['test/processes/**/*.test.ts'],
    globalSetup: ['test/build-program.ts'],
    ...LIMITS,
    pool: 'forks',
    isolate: false,
    maxWorkers: 2,
  },
});
