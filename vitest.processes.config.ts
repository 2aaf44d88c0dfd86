import { defineConfig } from 'vitest/config';
import { LIMITS } from './test/world/limits.ts';

/**
 * Tests of Easels as processes of their own: several on one Postgres, and one that is killed at every step. Every
 * program needs a part of the machine to do its work in time: no more than two files at once.
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
