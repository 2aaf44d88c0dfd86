import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { LIMITS } from './test/world/limits.ts';

/** Files that take longest, mostly waiting: started last, they would leave the cores idle. */
const SLOW_FILES = [
  'spine/gateway-troubles',
  'storage/lease',
  'spine/picture-hosts',
  'spine/slow-store',
  'spine/final-edits',
  'spine/unwritable-store',
  'spine/poll-troubles',
  'spine/late-edits',
  'spine/bad-hours',
];

const isSlow = ({ moduleId }: TestSpecification): boolean =>
  SLOW_FILES.some((name) => moduleId.endsWith(`/${name}.test.ts`));

class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // What needs a browser, or Easel as a program of its own, has a command of its own: npm run test:browser, npm run test:processes.
    exclude: ['test/browser/**', 'test/processes/**'],
    ...LIMITS,
    pool: 'forks',
    // A test collects garbage on purpose.
    execArgv: ['--expose-gc'],
    // Each worker loads Easel and discord.js once for all its files. What a file changes of the process it has to restore.
    isolate: false,
    // Most of a test's time is waiting for something to happen over a socket: more workers than cores keep both busy.
    maxWorkers: 5,
    sequence: { sequencer: SlowFilesFirst },
  },
});
