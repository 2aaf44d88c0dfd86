import { defineConfig } from 'vitest/config';

/** Tests of the sandbox page in a real browser. They share the machine's cores with Chromium, so one file at a time. */
export default defineConfig({
  test: {
    include: ['test/browser/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    fileParallelism: false,
  },
});
