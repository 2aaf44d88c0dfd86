import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // They need a browser: npm run test:browser.
    exclude: ['test/browser/**'],
    testTimeout: 20_000,
    hookTimeout: 20_000,
    pool: 'forks',
    // Most of a test's time is waiting for something to happen over a socket.
    maxWorkers: 2,
  },
});
