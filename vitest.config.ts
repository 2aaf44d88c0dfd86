import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/build-program.ts'],
    // They need a browser: npm run test:browser.
    exclude: ['test/browser/**'],
    // `npm run test:coverage`; a program that a test runs as a process of its own is not counted.
    coverage: { include: ['src/**'], reporter: ['text-summary', 'html'] },
    testTimeout: 20_000,
    hookTimeout: 20_000,
    pool: 'forks',
    // A busy CI machine can miss one of Discord's three-second windows once; a fault of ours shows twice.
    retry: process.env['CI'] === undefined ? 0 : 1,
    // Most of a test's time is waiting for something to happen over a socket.
    maxWorkers: 2,
  },
});
