import { ConfigError } from './config.ts';
import { BadTokenError, GatewayClosedError } from './services/discord/gateway.ts';
import { EncryptionKeyError } from './services/guilds/keys/encryption-key.ts';
import { HttpListenError } from './services/operations/http.ts';
import { StorageError } from './services/storage/store.ts';

/** A signal ends the process within 10 s, whatever is still under way: it is taken up at the next start. */
const STOP_MS = 9_500;

/** What runs in the process. */
export interface Program {
  start: () => Promise<void>;
  stop: () => Promise<void>;
}

/** Errors that a person can mend: their message says it all. */
const FOR_PEOPLE = [
  ConfigError,
  EncryptionKeyError,
  StorageError,
  HttpListenError,
  BadTokenError,
  GatewayClosedError,
];

/** What a person reads about an error that ends the program. */
export const describe = (error: unknown): string => {
  if (FOR_PEOPLE.some((kind) => error instanceof kind) && error instanceof Error) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
};

/** Reads the `.env` file of the working directory, if there is one. */
export const loadEnvFile = (): void => {
  try {
    process.loadEnvFile();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
};

/**
 * Runs a program until a signal or an error ends it: exit code 0 after a signal, 1 after an error, of which one message
 * says what is wrong.
 *
 * @param open is handed a function to call with an error that ends the program while it runs.
 */
export const runProcess = async (open: (fail: (error: Error) => void) => Promise<Program>): Promise<void> => {
  let program: Program | undefined;
  let ending = false;
  const end = (exitCode: number) => {
    if (ending) return;
    ending = true;
    setTimeout(() => process.exit(exitCode), STOP_MS).unref();
    const stopped = program?.stop() ?? Promise.resolve();
    stopped.then(
      () => process.exit(exitCode),
      (error: unknown) => {
        process.stderr.write(`${describe(error)}\n`);
        process.exit(1);
      },
    );
  };
  const fail = (error: unknown) => {
    if (!ending) process.stderr.write(`${describe(error)}\n`);
    end(1);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => {
      end(0);
    });
  try {
    loadEnvFile();
    program = await open(fail);
    await program.start();
  } catch (error) {
    fail(error);
  }
};
