import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { inject } from 'vitest';
import { HANGS_AFTER_MS } from '../../sandbox/wait.ts';
import type { Discord } from '../../sandbox/discord/index.ts';

export const READY = 'Easel is ready';

declare module 'vitest' {
  interface ProvidedContext {
    /** The built Easel's file. */
    program: string;
  }
}

/** The file of the Easel that was built for this run. */
export const program = (): string => inject('program');

/** A request that breaks off because its sender was killed is no mistake. */
export const forgetBrokenUploads = ({ failures }: Discord): void => {
  const others = failures.filter(({ what }) => !what.startsWith('broken: Error: aborted'));
  failures.splice(0, failures.length, ...others);
};

/** How a process ended. */
export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
  afterMs: number;
}

/** Easel as a process of its own. */
export interface EaselProcess {
  pid: number;
  /** Everything that it wrote so far. */
  output: () => string;
  errors: () => string;
  /** Resolves once it says that it is ready; rejects when it ends before, or takes too long. */
  ready: Promise<void>;
  exit: Promise<Exit>;
  /** Sends a signal, and resolves with the end; `afterMs` counts from the signal. */
  end: (signal: NodeJS.Signals) => Promise<Exit>;
}

/** Starts a built program with these variables and no others. */
export const startProgram = (
  env: Record<string, string>,
  folder: string,
  file: string = program(),
): EaselProcess => {
  const child = spawn(process.execPath, [file], {
    cwd: folder,
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  let from = Date.now();
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const exit = once(child, 'close').then((): Exit => ({
    code: child.exitCode,
    signal: child.signalCode,
    afterMs: Date.now() - from,
  }));
  const ready = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error(`not ready in time\n${output}${errors}`));
    }, HANGS_AFTER_MS);
    let isReady = false;
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (isReady || !output.includes(READY)) return;
      isReady = true;
      resolve();
    });
    void exit.then(() => {
      clearTimeout(timer);
      reject(new Error(`ended before it was ready\n${output}${errors}`));
    });
    void once(child.stdout, 'close').then(() => {
      clearTimeout(timer);
    });
  });
  // A test that doesn't wait for it doesn't want to hear of it.
  ready.catch(() => undefined);
  return {
    pid: child.pid ?? 0,
    output: () => output,
    errors: () => errors,
    ready,
    exit,
    end: (signal) => {
      from = Date.now();
      child.kill(signal);
      return exit;
    },
  };
};
