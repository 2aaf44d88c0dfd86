import { request, type Dispatcher } from 'undici';
import { orAborted, withTimeLimit } from '../../lib/abort.ts';
import { USER_AGENT } from '../../lib/version.ts';
import { BodyTooLargeError, NOT_COMPRESSED, readBody } from './read-body.ts';

export interface DownloadOptions {
  /** Larger files are not downloaded. */
  maxBytes: number;
  /** For everything together. */
  totalMs: number;
  signal?: AbortSignal | undefined;
}

/** A file can't be downloaded, or not completely. */
export class DownloadError extends Error {
  override name = 'DownloadError';
  readonly reason: 'not-found' | 'too-large' | 'too-slow' | 'unavailable';

  constructor(reason: DownloadError['reason'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

const HTTP_OK = 200;
const HEADERS = { 'user-agent': USER_AGENT, ...NOT_COMPRESSED };
/** Statuses of temporary failures: https://www.rfc-editor.org/rfc/rfc9110#section-15 */
const MOMENTARY_STATUSES: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);
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
      if (statusCode !== HTTP_OK)
        throw new DownloadError(
          MOMENTARY_STATUSES.has(statusCode) ? 'unavailable' : 'not-found',
          `HTTP status ${statusCode}`,
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
  { maxBytes, ...options }: DownloadOptions,
): Promise<Buffer> =>
  get(dispatcher, address, options, ({ headers, body }) => readBody(body, headers, maxBytes));

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
