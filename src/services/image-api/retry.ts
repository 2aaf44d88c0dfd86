import { ImageApiError, RateLimitedError, UnavailableError } from './errors.ts';

/** Upper limit for a server's delay: a mistyped header must not stop an account for a day. */
const MAX_RETRY_AFTER_MS = 15 * 60_000;
/** The first wait; each further failure doubles it. */
const BASE_DELAY_MS = 1_000;
const MAX_DELAY_MS = 30_000;

// The three forms of an HTTP date that a recipient has to accept: https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const RFC_850_DATE = /^[A-Z][a-z]+, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/;
const ASCTIME_DATE = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/;

const parseHttpDate = (text: string): number | undefined => {
  // An asctime date names no zone and means GMT; Date.parse would take it for local time.
  const withZone = ASCTIME_DATE.test(text) ? `${text} GMT` : text;
  const readable = withZone !== text || HTTP_DATE.test(text) || RFC_850_DATE.test(text);
  const time = readable ? Date.parse(withZone) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
};

/**
 * Reads a `Retry-After` header: seconds, or an HTTP date.
 * @param now milliseconds since the epoch, against which a date is measured
 * @returns milliseconds from now, 0 for a moment that has passed, at most 15 minutes; `undefined` when
 * there is no header or it can't be read
 */
export const parseRetryAfter = (header: string | undefined, now: number): number | undefined => {
  const text = header?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) {
    return Math.min(Math.ceil(Number(text) * 1_000), MAX_RETRY_AFTER_MS);
  }
  const time = parseHttpDate(text);
  if (time === undefined) return undefined;
  return Math.min(Math.max(0, time - now), MAX_RETRY_AFTER_MS);
};

/**
 * Whether the service certainly did not accept a failed submission, so that it may be sent again. False for
 * errors of a poll.
 */
export const isCertainlyNotTaken = (error: unknown): boolean =>
  error instanceof ImageApiError &&
  error.operation === 'submit' &&
  (error instanceof RateLimitedError || error instanceof UnavailableError);

/** The facts for the next delay. */
export interface RetryAttempt {
  error: unknown;
  /** How many times this was tried before, the failed attempt not counted: 0 after the first failure. */
  attempt: number;
  /** A number from 0 up to, but not including, 1. */
  random: () => number;
}

/**
 * How long to wait before the same call is made again, in milliseconds; `undefined` when it must not be
 * repeated. Polls may always be repeated; a submission only when it was certainly not taken. Timing from
 * the service is kept to the millisecond, without jitter; a `Retry-After: 0` names no time and counts as none.
 */
export const retryDelayMs = ({ error, attempt, random }: RetryAttempt): number | undefined => {
  if (!(error instanceof ImageApiError)) return undefined;
  if (error.operation === 'submit' && !isCertainlyNotTaken(error)) return undefined;
  const { retryAfterMs: serverDelayMs } = error;
  if (serverDelayMs !== undefined && serverDelayMs > 0) return serverDelayMs;
  const full = Math.min(BASE_DELAY_MS * 2 ** Math.max(0, attempt), MAX_DELAY_MS);
  // Between half and all of it, so that clients that failed together don't retry together.
  return Math.round(full / 2 + (full / 2) * random());
};
