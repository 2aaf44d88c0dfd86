import { readFileSync, statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import { MAX_TIMER_MS } from '../lib/clock.ts';
import { OperatorError } from '../lib/operator-error.ts';

/** A signal ends the process within 10 s, even if something hangs; the next start recovers. */
const STOP_MS = 9_500;
/** How long to wait for an opening in progress, such as a database that doesn't answer. */
const OPENING_MS = 2_000;

/** The program that runs in the process. */
export interface Program {
  start: () => Promise<void>;
  stop: () => Promise<void>;
}

/** The process, as the program sees it. */
export interface Lifetime {
  /** Aborts when the process is to end. */
  signal: AbortSignal;
  /** Ends the process with a runtime error. */
  fail: (error: Error) => void;
}

/** The message for an operator about an error that ends the program. */
export const describe = (error: unknown): string => {
  if (error instanceof OperatorError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
};

/** There is a `.env`, which can't be read. */
class EnvFileError extends OperatorError {
  override name = 'EnvFileError';
}

/** The byte order mark, which editors on Windows put at the start of a file. https://encoding.spec.whatwg.org/#bom-sniff */
const decode = (bytes: Buffer): string => {
  const mark = bytes.readUIntBE(0, Math.min(2, bytes.length));
  const encodings: Partial<Record<number, string>> = { 0xfffe: 'utf-16le', 0xfeff: 'utf-16be' };
  return new TextDecoder(encodings[mark] ?? 'utf-8').decode(bytes);
};

/**
 * Reads the `.env` file of the working directory, if there is one. What is set already stays.
 *
 * @returns the names that stand in it
 * @throws EnvFileError when it can't be read; Node's own `loadEnvFile` takes it for missing then
 */
export const loadEnvFile = (): string[] => {
  let bytes: Buffer;
  try {
    bytes = readFileSync('.env');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw new EnvFileError(
      "The file .env is there, but can't be read. It has to be a file that the user who runs Easel can read.",
      { cause: error },
    );
  }
  const variables = Object.entries(parseEnv(decode(bytes)));
  for (const [name, value] of variables) process.env[name] ??= value;
  return variables.map(([name]) => name);
};

const READABLE_BY_OTHERS = 0o044;

/** Whether other users of the machine can read a file with secrets; on Windows, its mode doesn't say. */
export const isReadableByOthers = (file: string): boolean => {
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
  return process.platform !== 'win32' && (mode & READABLE_BY_OTHERS) !== 0;
};

/** Stops a program that is open or opening. */
const stopOpened = async (opening: Promise<Program>): Promise<void> => {
  const givenUp = delay(OPENING_MS, undefined);
  // An opening that failed has nothing to stop.
  const program = await Promise.race([opening.catch(() => undefined), givenUp]);
  await program?.stop();
};

/**
 * Runs a program until a signal or an error ends it: exit code 0 after a signal, 1 after an error with one message. Keeps the
 * process alive until then, even while the program only waits.
 */
export const runProcess = async (open: (lifetime: Lifetime) => Promise<Program>): Promise<void> => {
  setInterval(() => undefined, MAX_TIMER_MS);
  const ending = new AbortController();
  const end = (exitCode: number) => {
    if (ending.signal.aborted) return;
    ending.abort();
    setTimeout(() => process.exit(exitCode), STOP_MS);
    stopOpened(opening).then(
      () => process.exit(exitCode),
      (error: unknown) => {
        process.stderr.write(`${describe(error)}\n`);
        process.exit(1);
      },
    );
  };
  const fail = (error: unknown) => {
    if (!ending.signal.aborted) process.stderr.write(`${describe(error)}\n`);
    end(1);
  };
  // Also handles further signals, which would otherwise kill the process while it stops.
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      end(0);
    });
  // Shown in process lists, once signals are handled.
  process.title = 'easel';
  const opening = open({ signal: ending.signal, fail });
  try {
    const program = await opening;
    ending.signal.throwIfAborted();
    await program.start();
  } catch (error) {
    fail(error);
  }
};
