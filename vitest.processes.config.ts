import { defineConfig } from 'vitest/config';

/**
 * Tests of several Easels on one Redis or Postgres, each a process of its own. They mostly wait for leases to end, and every
 * program of theirs needs a part of the machine to do so in time: no more than two files at once.
 */
export default defineConfig({
  test: {
    include: ['test/processes/**/*.test.ts'],
    globalSetup: ['test/build-program.ts'],
    testTimeout: 20_000,
    hookTimeout: 20_000,
    pool: 'forks',
    isolate: false,
    maxWorkers: 2,
  },
});
