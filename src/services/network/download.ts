import { request, type Dispatcher } from 'undici';
import { orAborted, withTimeLimit } from '../../lib/abort.ts';
import { isPassing, isUnclear } from '../../lib/http-status.ts';
import { retryAfterMsIn } from '../../lib/retry-after.ts';
import { USER_AGENT } from '../../lib/version.ts';
import { BodyTooLargeError, NOT_COMPRESSED, readBody } from './read-body.ts';

export interface DownloadOptions {
  /** Larger files are not downloaded. */
  maxBytes: number;
  /** For everything together. */
  totalMs: number;
  /** Whether that is the file, and all of it. */
  isWhole?: ((data: Buffer) => boolean) | undefined;
  signal?: AbortSignal | undefined;
}

/** A file can't be downloaded, or not completely. */
export class DownloadError extends Error {
  override name = 'DownloadError';
  readonly reason: 'not-found' | 'incomplete' | 'too-large' | 'too-slow' | 'unavailable';
  /** How long its host asks to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(
    reason: DownloadError['reason'],
    message: string,
    { retryAfterMs, ...options }: ErrorOptions & { retryAfterMs?: number | undefined } = {},
  ) {
    super(message, options);
    this.reason = reason;
    this.retryAfterMs = retryAfterMs;
  }
}

const PARTIAL_CONTENT = 206;
const HEADERS = { 'user-agent': USER_AGENT, ...NOT_COMPRESSED };
/** Errors of connections that may succeed a moment later. */
const MOMENTARY_CODES: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'UND_ERR_SOCKET',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const SILENCE_CODES: ReadonlySet<unknown> = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

const codeOf = (error: Error): unknown => ('code' in error ? error.code : undefined);

/** Whether a failure is temporary, so that it's unknown whether the file exists. */
export const isMomentary = (error: unknown): boolean => {
  if (error instanceof DownloadError) return error.reason === 'unavailable' || error.reason === 'too-slow';
  return error instanceof Error && MOMENTARY_CODES.has(codeOf(error));
};

/** Whether a host says that it has no such file. */
export const isMissing = (error: unknown): boolean =>
  error instanceof DownloadError && error.reason === 'not-found';

/** Whether a host has something else than the file, such as a piece of it. */
export const isIncomplete = (error: unknown): boolean =>
  error instanceof DownloadError && error.reason === 'incomplete';

/** Whether an answer brings a file. No piece was asked for: a 206 may bring all of it. */
const isFile = ({ statusCode, headers }: Dispatcher.ResponseData): boolean => {
  if (statusCode !== PARTIAL_CONTENT) return statusCode === 200 || statusCode === 203;
  const [, last, size] = /^bytes 0-(\d+)\/(\d+)$/.exec(String(headers['content-range'])) ?? [];
  return last !== undefined && Number(last) + 1 === Number(size);
};

/** The error of a file, for the error of a request. */
const asDownloadError = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error;
  if (error.name === 'TimeoutError' || SILENCE_CODES.has(codeOf(error)))
    return new DownloadError('too-slow', 'The host took too long', { cause: error });
  if (error instanceof BodyTooLargeError) return new DownloadError('too-large', error.message);
  if (codeOf(error) === 'ERR_INVALID_URL')
    return new DownloadError('not-found', 'The file was redirected to no address', { cause: error });
  return error;
};

/** Asks a host for a file. What isn't read of it when `read` is done closes the connection. */
const get = async <T>(
  dispatcher: Dispatcher,
  address: string,
  { totalMs, signal }: Pick<DownloadOptions, 'totalMs' | 'signal'>,
  read: (answer: Dispatcher.ResponseData) => T | Promise<T>,
): Promise<T> => {
  const fetch = async (limit: AbortSignal): Promise<T> => {
    // By itself the library looks at the signal only once there is a connection.
    const asked = request(address, { dispatcher, headers: HEADERS, signal: limit });
    const answer = await orAborted(asked, limit);
    try {
      const { statusCode } = answer;
      if (!isFile(answer))
        throw new DownloadError(
          isPassing(statusCode) || isUnclear(statusCode) ? 'unavailable' : 'not-found',
          `HTTP status ${statusCode}`,
          { retryAfterMs: retryAfterMsIn(answer.headers, Date.now()) },
        );
      return await read(answer);
    } finally {
      // The library reports an unread end as an error.
      answer.body.on('error', () => undefined).destroy();
    }
  };
  try {
    return await withTimeLimit(totalMs, fetch, signal);
  } catch (error) {
    throw signal?.aborted === true ? error : asDownloadError(error);
  }
};

/**
 * Downloads a file, with limits on its size and the total time.
 *
 * @throws DownloadError, errors of the connection, and the signal's reason once it aborts.
 */
export const download = (
  dispatcher: Dispatcher,
  address: string,
  { maxBytes, isWhole, ...options }: DownloadOptions,
): Promise<Buffer> =>
  get(dispatcher, address, options, async ({ headers, body }) => {
    const data = await readBody(body, headers, maxBytes);
    if (isWhole?.(data) === false)
      throw new DownloadError('incomplete', `Not the whole file: ${data.length} bytes`);
    return data;
  });

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
  try {
    return await get(dispatcher, address, { totalMs: withinMs }, () => true);
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
};
