import type { Dispatcher } from 'undici';
import { endWaits } from '../../lib/abort.ts';
import { ByteCollector } from './byte-collector.ts';

/** How long a host may take. */
export interface Timeouts {
  /** For the answer's headers, and for each next chunk. */
  silenceMs: number;
  /** For everything together. */
  totalMs: number;
}

export interface DownloadOptions {
  /** Larger files are not downloaded. */
  maxBytes: number;
  timeouts: Timeouts;
  signal?: AbortSignal | undefined;
  /**
   * Called before more memory is used. Its time doesn't count against the host.
   *
   * @throws the error that ends the download.
   */
  reserve?: ((bytes: number, signal: AbortSignal) => Promise<void>) | undefined;
}

/** A file can't be downloaded, or not completely. */
export class DownloadError extends Error {
  override name = 'DownloadError';
  readonly reason: 'not-found' | 'too-large' | 'too-slow' | 'unavailable';

  constructor(reason: DownloadError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

const HTTP_OK = 200;
/** Statuses of temporary failures: https://www.rfc-editor.org/rfc/rfc9110#section-15 */
const MOMENTARY_STATUSES: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);
/** How a connection fails that may come about a moment later. */
const MOMENTARY_CODES: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'UND_ERR_SOCKET',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Whether a failure is temporary, so that it's unknown whether the file exists. */
export const isMomentary = (error: unknown): boolean => {
  if (error instanceof DownloadError) return error.reason === 'unavailable' || error.reason === 'too-slow';
  return error instanceof Error && 'code' in error && MOMENTARY_CODES.has(error.code);
};

/** @throws DownloadError unless that is the status of a file. */
const checkStatus = (status: number): void => {
  if (status === HTTP_OK) return;
  const reason = MOMENTARY_STATUSES.has(status) ? 'unavailable' : 'not-found';
  throw new DownloadError(reason, `HTTP status ${status}`);
};

/** The time used by a host, counted only while waiting for it. */
class HostClock {
  readonly #timeouts: Timeouts;
  readonly #abort: AbortController;
  #usedMs = 0;

  constructor(timeouts: Timeouts, abort: AbortController) {
    this.#timeouts = timeouts;
    this.#abort = abort;
  }

  async waitFor<T>(step: Promise<T>): Promise<T> {
    const { silenceMs, totalMs } = this.#timeouts;
    const startedAt = performance.now();
    // Not AbortSignal.timeout under AbortSignal.any: nothing holds that signal, so it can be collected before it fires.
    // https://github.com/nodejs/node/issues/57736
    const timer = setTimeout(
      () => {
        this.#abort.abort(this.#tooSlow());
      },
      Math.min(silenceMs, totalMs - this.#usedMs),
    );
    try {
      return await step;
    } finally {
      clearTimeout(timer);
      this.#usedMs += performance.now() - startedAt;
      // A host that sends bytes continuously never lets the timer fire.
      if (this.#usedMs > totalMs) this.#abort.abort(this.#tooSlow());
    }
  }

  #tooSlow(): DownloadError {
    const { silenceMs, totalMs } = this.#timeouts;
    return new DownloadError('too-slow', `Nothing for ${silenceMs} ms, or not all within ${totalMs} ms`);
  }
}

/**
 * Downloads a file, with limits on its size, on silence, and on the total time.
 *
 * @throws DownloadError, errors of the connection, and the signal's reason once it aborts.
 */
export const download = async (
  dispatcher: Dispatcher,
  address: string,
  { maxBytes, timeouts, signal, reserve }: DownloadOptions,
): Promise<Buffer> => {
  const abort = new AbortController();
  const follow = () => {
    abort.abort(signal?.reason);
  };
  if (signal?.aborted === true) follow();
  signal?.addEventListener('abort', follow, { once: true });
  const clock = new HostClock(timeouts, abort);
  try {
    const { statusCode, headers, body } = await clock.waitFor(get(dispatcher, address, abort.signal));
    const check = (bytes: number) => {
      if (bytes > maxBytes) throw new DownloadError('too-large', `More than ${maxBytes} bytes`);
    };
    checkStatus(statusCode);
    check(Number(headers['content-length'] ?? 0));
    const collector = new ByteCollector();
    const pieces = (body as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
    for (;;) {
      const next = await clock.waitFor(pieces.next());
      if (next.done === true) return collector.toBuffer();
      const piece = next.value;
      check(collector.length + piece.length);
      await reserve?.(collector.costOf(piece), abort.signal);
      abort.signal.throwIfAborted();
      collector.add(piece);
    }
  } catch (error) {
    throw abort.signal.aborted ? abort.signal.reason : error;
  } finally {
    signal?.removeEventListener('abort', follow);
    // Closes the connection if the body wasn't read completely.
    endWaits(abort);
  }
};

/**
 * Whether a file exists. Doesn't read it.
 *
 * @throws DownloadError unavailable, too-slow, and errors of the connection; then it's unknown.
 */
export const isThere = async (
  dispatcher: Dispatcher,
  address: string,
  withinMs: number,
): Promise<boolean> => {
  const abort = new AbortController();
  const clock = new HostClock({ silenceMs: withinMs, totalMs: withinMs }, abort);
  try {
    const { statusCode } = await clock.waitFor(get(dispatcher, address, abort.signal));
    checkStatus(statusCode);
    return true;
  } catch (error) {
    if (error instanceof DownloadError && error.reason === 'not-found') return false;
    throw error;
  } finally {
    endWaits(abort);
  }
};

const get = async (
  dispatcher: Dispatcher,
  address: string,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> => {
  const { origin, pathname, search } = new URL(address);
  const answer = dispatcher.request({ origin, path: pathname + search, method: 'GET', signal });
  // Closing a body early emits an error event.
  answer.then(({ body }) => body.on('error', () => undefined)).catch(() => undefined);
  // A request that waits for a connection only sees an abort once it has one, hence the race.
  return Promise.race([answer, rejectionOf(signal)]);
};

const rejectionOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    const giveUp = () => {
      reject(signal.reason as Error);
    };
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp, { once: true });
  });
