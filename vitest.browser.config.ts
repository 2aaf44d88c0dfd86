import { defineConfig } from 'vitest/config';
import { LIMITS } from './test/world/limits.ts';

/** Tests of the sandbox page in a real browser. They share the machine's cores with Chromium, so one file at a time. */
export default defineConfig({
  test: {
    include: ['test/browser/**/*.test.ts'],
    ...LIMITS,
    pool: 'forks',
    fileParallelism: false,
    // The stand-ins are loaded once for all files.
    isolate: false,
  },
});
