import type { Dispatcher } from 'undici';
import type { CancelSignal } from '../../lib/abort.ts';
import { ByteCollector } from './byte-collector.ts';
import { Exchange, type AnswerHeaders, type ExchangeListener } from './exchange.ts';

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
  signal?: CancelSignal | undefined;
  /**
   * Called before more memory is used; undefined where that may be used at once. Its time doesn't count against the host. Must
   * settle soon once the signal aborts.
   *
   * @throws the error that ends the download.
   */
  reserve?: ((bytes: number) => Promise<void> | undefined) | undefined;
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

/** The file is at another address. */
export class RedirectedError extends DownloadError {
  override name = 'RedirectedError';
  /** As the host named it: it may be relative to the address that was asked for. */
  readonly location: string;

  constructor(status: number, location: string) {
    super('not-found', `HTTP status ${status}`);
    this.location = location;
  }
}

const HTTP_OK = 200;
/** https://www.rfc-editor.org/rfc/rfc9110#section-15.4 */
const REDIRECTIONS: ReadonlySet<number> = new Set([300, 301, 302, 303, 307, 308]);
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

/** As UTF-8, which is what hosts send that don't escape it. */
const locationIn = (headers: AnswerHeaders): string | undefined => {
  const location = headers.get('location');
  return location === undefined ? undefined : Buffer.from(location, 'latin1').toString();
};

/** @throws RedirectedError, or DownloadError unless that is the status of a file. */
const checkAnswer = (status: number, headers: AnswerHeaders): void => {
  if (status === HTTP_OK) return;
  const location = REDIRECTIONS.has(status) ? locationIn(headers) : undefined;
  if (location !== undefined) throw new RedirectedError(status, location);
  const reason = MOMENTARY_STATUSES.has(status) ? 'unavailable' : 'not-found';
  throw new DownloadError(reason, `HTTP status ${status}`);
};

/** The time used by a host, counted only while waiting for it. */
class HostClock {
  readonly #timeouts: Timeouts;
  readonly #onTooSlow: (error: DownloadError) => void;
  #usedMs = 0;
  #since = 0;
  #isWaiting = false;
  #timer: NodeJS.Timeout | undefined;
  #timerMs = 0;

  constructor(timeouts: Timeouts, onTooSlow: (error: DownloadError) => void) {
    this.#timeouts = timeouts;
    this.#onTooSlow = onTooSlow;
  }

  /** From now on the host is waited for. */
  wait(): void {
    const { silenceMs, totalMs } = this.#timeouts;
    const leftMs = Math.min(silenceMs, totalMs - this.#usedMs);
    this.#isWaiting = true;
    this.#since = performance.now();
    if (this.#timer && leftMs === this.#timerMs) {
      this.#timer.refresh();
      return;
    }
    clearTimeout(this.#timer);
    this.#timerMs = leftMs;
    this.#timer = setTimeout(() => {
      if (this.#isWaiting) this.#onTooSlow(this.#tooSlow());
    }, leftMs);
  }

  /**
   * The host has sent something. It is waited for on.
   *
   * @throws DownloadError too-slow: a host that sends bytes continuously never lets the timer fire.
   */
  heard(): void {
    this.#usedMs += performance.now() - this.#since;
    if (this.#usedMs > this.#timeouts.totalMs) throw this.#tooSlow();
    this.wait();
  }

  /** The host isn't waited for until {@link wait}, which takes the timer up again: making one takes longer. */
  pause(): void {
    this.#isWaiting = false;
  }

  /** The host isn't waited for any more. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  #tooSlow(): DownloadError {
    const { silenceMs, totalMs } = this.#timeouts;
    return new DownloadError('too-slow', `Nothing for ${silenceMs} ms, or not all within ${totalMs} ms`);
  }
}

/** Asks a host for a file, and waits until it is read. */
const get = async (
  dispatcher: Dispatcher,
  address: string,
  { timeouts, signal }: Pick<DownloadOptions, 'timeouts' | 'signal'>,
  listenerOf: (clock: HostClock) => ExchangeListener,
): Promise<void> => {
  signal?.throwIfAborted();
  const { origin, pathname, search } = new URL(address);
  const clock = new HostClock(timeouts, (error) => {
    exchange.giveUp(error);
  });
  const path = pathname + search;
  const exchange = new Exchange(dispatcher, { origin, path, method: 'GET' }, listenerOf(clock));
  const follow = () => {
    exchange.giveUp(signal?.reason as Error);
  };
  signal?.addEventListener('abort', follow);
  clock.wait();
  try {
    await exchange.ended;
  } finally {
    clock.stop();
    signal?.removeEventListener('abort', follow);
  }
};

/**
 * Downloads a file, with limits on its size, on silence, and on the total time.
 *
 * @throws RedirectedError, DownloadError, errors of the connection, and the signal's reason once it aborts.
 */
export const download = async (
  dispatcher: Dispatcher,
  address: string,
  options: DownloadOptions,
): Promise<Buffer> => {
  const { maxBytes, signal, reserve } = options;
  const checked = (bytes: number) => {
    if (bytes > maxBytes) throw new DownloadError('too-large', `More than ${maxBytes} bytes`);
    return bytes;
  };
  let collector = new ByteCollector();
  await get(dispatcher, address, options, (clock) => ({
    onAnswer: (status, headers) => {
      clock.heard();
      checkAnswer(status, headers);
      collector = new ByteCollector(checked(Number(headers.get('content-length') ?? 0)));
    },
    onPiece: (piece) => {
      clock.heard();
      checked(collector.length + piece.length);
      const cost = collector.costOf(piece);
      const reserving = cost > 0 ? reserve?.(cost) : undefined;
      if (reserving) clock.pause();
      else collector.add(piece);
      return reserving?.then(() => {
        signal?.throwIfAborted();
        collector.add(piece);
        clock.wait();
      });
    },
  }));
  return collector.toBuffer();
};

const FOUND = new Error('The file is there');

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
  const timeouts = { silenceMs: withinMs, totalMs: withinMs };
  const onAnswer: ExchangeListener['onAnswer'] = (status, headers) => {
    checkAnswer(status, headers);
    // Closes the connection, on which the file would come.
    throw FOUND;
  };
  try {
    await get(dispatcher, address, { timeouts }, () => ({ onAnswer, onPiece: () => undefined }));
    return false;
  } catch (error) {
    if (error === FOUND) return true;
    if (error instanceof DownloadError && error.reason === 'not-found') return false;
    throw error;
  }
};
