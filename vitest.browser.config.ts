import { defineConfig } from 'vitest/config';

/** Tests of the sandbox page in a real browser. They share the machine's cores with Chromium, so one file at a time. */
export default defineConfig({
  test: {
    include: ['test/browser/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // A busy CI machine can miss one of Discord's three-second windows once; a fault of ours shows twice.
    retry: process.env['CI'] === undefined ? 0 : 1,
    fileParallelism: false,
  },
});
