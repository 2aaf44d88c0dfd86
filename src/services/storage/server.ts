import type { UnreadableRowPlace } from './store.ts';

/** What the storages on a server of its own need to know beside its address. */
export interface ServerOptions {
  /** Where the database is, without credentials: for messages. */
  location: string;
  /** Told when a connection breaks on which no operation waits; what is called next tries a new one. */
  onConnectionError: (error: unknown) => void;
  /** Told once of each row that can't be read. */
  onUnreadable: (row: UnreadableRowPlace) => void;
  /** How long a caller waits for a server that is connected but stuck, in milliseconds. */
  answerTimeoutMs: number;
}

/** The server took a request and did not answer it in time: whether it was carried out is unknown. */
class ServerSilentError extends Error {
  override name = 'ServerSilentError';
  readonly timeoutMs: number;

  constructor(timeoutMs: number) {
    super(`The database server did not answer within ${timeoutMs} ms`);
    this.timeoutMs = timeoutMs;
  }
}

/**
 * The answer, if it comes in time.
 * @throws ServerSilentError when it does not.
 */
export const answerInTime = async <Answer>(answer: Promise<Answer>, timeoutMs: number): Promise<Answer> => {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new ServerSilentError(timeoutMs));
    }, timeoutMs);
  });
  try {
    return await Promise.race([answer, silence]);
  } finally {
    clearTimeout(timer);
  }
};
