import { homedir, tmpdir } from 'node:os';
import { constants, PerformanceObserver } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runProcess } from './app/run-process.ts';

// Containers are often run as a user whom the system does not know. A package that looks for fonts at home fails then.
try {
  homedir();
} catch {
  process.env['HOME'] = tmpdir();
}

/**
 * Loading fills V8's space for new objects so fast that V8 enlarges it to its limit of 32 MiB, in Node 24 of 64, and an idle
 * process keeps that for ever: it grows only once everything is loaded.
 */
const growNewSpaceBy = (factor: number): void => {
  setFlagsFromString(`--semi-space-growth-factor=${factor}`);
};

/** With a hundred servers and ten requests a second, half of it is in use. */
const SMALL_HEAP_BYTES = 48 * 1024 * 1024;

/**
 * V8 lets garbage grow to as much as three times what is in use before it collects any: after a start with very many open jobs,
 * hundreds of megabytes that the process would keep. To collect it earlier takes more processor time, which pays only then.
 */
const letGarbageGrow = (usedBytes: number): void => {
  setFlagsFromString(`--heap-growing-percent=${usedBytes < SMALL_HEAP_BYTES ? 200 : 50}`);
};

/** What is in use shows just after a collection. V8 applies this at the next one. */
const watchCollections = (): void => {
  const look = (): void => {
    letGarbageGrow(getHeapStatistics().used_heap_size);
  };
  look();
  const isFull = (entry: object): boolean =>
    'detail' in entry &&
    typeof entry.detail === 'object' &&
    entry.detail !== null &&
    'kind' in entry.detail &&
    entry.detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR;
  new PerformanceObserver((list) => {
    if (list.getEntries().some(isFull)) look();
  }).observe({ entryTypes: ['gc'] });
};

/**
 * The parser for HTTP is WebAssembly. Optimising it takes 9 MiB, which a process with nothing to do needs for nothing: this is
 * ten times what V8 12.4 and later wait for, which the requests of a start alone can use up.
 */
setFlagsFromString('--wasm-tiering-budget=130000000');
// What is compiled stays so: V8 otherwise forgets what a few collections in a row have not seen run, and compiles it again.
setFlagsFromString('--no-flush-bytecode');
growNewSpaceBy(1);
letGarbageGrow(Infinity);
// Everything else is loaded once signals are heard: loading alone may take a second.
await runProcess(async (lifetime) => {
  const { openProgram } = await import('./app/program.ts');
  const program = await openProgram(lifetime);
  return {
    start: async () => {
      growNewSpaceBy(2);
      await program.start();
      watchCollections();
    },
    stop: () => program.stop(),
  };
});
