import { isStoreAway } from '../services/storage/errors.ts';
import { newReference, type Runtime } from '../services/operations/runtime.ts';
import { RESTJSONErrorCodes } from 'discord-api-types/v10';
import type { Clock } from '../lib/clock.ts';
import { doubling, retry } from '../lib/retry.ts';
import { UserError } from '../lib/user-error.ts';
import type { Words } from '../messages/words/words.ts';
import { errorMessage } from '../messages/error-message.ts';
import type { Log, LogFields } from '../services/operations/log.ts';
import { errorCodeOf, isErrorAnswer, isRateLimit } from './errors.ts';

/**
 * The kind of a failed request.
 *
 * - `token-dead`: the interaction's token no longer works, or never did, as when it was not answered in time.
 * - `gone`: the message or its channel no longer exists.
 * - `no-access`: the bot can't see the place, or the place is closed.
 * - `no-permission`: the bot lacks a permission there.
 * - `closed`: the person takes no direct messages from the bot.
 * - `picture-refused`: Discord doesn't accept one of the pictures.
 * - `answered`: the interaction has an answer already.
 * - `too-large`: the files are more than Discord takes here.
 * - `refused`: Discord does not accept the request as it is.
 * - `retryable`: it may work later.
 */
export type DiscordFailureKind =
  | 'token-dead'
  | 'gone'
  | 'no-access'
  | 'no-permission'
  | 'closed'
  | 'answered'
  | 'too-large'
  | 'picture-refused'
  | 'refused'
  | 'retryable';

const CODES: Partial<Record<number, DiscordFailureKind>> = {
  [RESTJSONErrorCodes.InvalidWebhookToken]: 'token-dead',
  [RESTJSONErrorCodes.UnknownWebhook]: 'token-dead',
  [RESTJSONErrorCodes.UnknownMessage]: 'gone',
  [RESTJSONErrorCodes.UnknownChannel]: 'gone',
  [RESTJSONErrorCodes.UnknownMember]: 'gone',
  [RESTJSONErrorCodes.UnknownGuild]: 'gone',
  [RESTJSONErrorCodes.UnknownUser]: 'closed',
  [RESTJSONErrorCodes.CannotSendMessagesToThisUser]: 'closed',
  [RESTJSONErrorCodes.CannotSendMessagesToThisUserDueToHavingNoMutualGuilds]: 'closed',
  [RESTJSONErrorCodes.ExplicitContentCannotBeSentToTheDesiredRecipient]: 'picture-refused',
  [RESTJSONErrorCodes.MissingAccess]: 'no-access',
  [RESTJSONErrorCodes.MissingPermissions]: 'no-permission',
  [RESTJSONErrorCodes.InvalidActionOnArchivedThread]: 'no-access',
  [RESTJSONErrorCodes.ThreadLocked]: 'no-access',
  [RESTJSONErrorCodes.OpeningDirectMessagesTooFast]: 'retryable',
  [RESTJSONErrorCodes.UnknownInteraction]: 'token-dead',
  [RESTJSONErrorCodes.InteractionHasAlreadyBeenAcknowledged]: 'answered',
  [RESTJSONErrorCodes.RequestEntityTooLarge]: 'too-large',
};

const FORBIDDEN = 403;
const REQUEST_TIMEOUT = 408;
const TOO_MANY_REQUESTS = 429;
const PAYLOAD_TOO_LARGE = 413;

/** Sorts an error of Discord's REST API by its consequence. */
export const failureKind = (error: unknown): DiscordFailureKind => {
  if (!isErrorAnswer(error)) return 'retryable';
  const byCode = CODES[errorCodeOf(error) ?? 0];
  if (byCode) return byCode;
  const { status } = error;
  if (status === PAYLOAD_TOO_LARGE) return 'too-large';
  // A 401 without a code is about the bot's token, which the gateway checks.
  const undecided = status >= 500 || [401, REQUEST_TIMEOUT, TOO_MANY_REQUESTS].includes(status);
  return undecided ? 'retryable' : 'refused';
};

/** Whether something before Discord refuses, which blocks a machine for a while: its answer has no code of Discord's. */
export const isBlock = (error: unknown): boolean =>
  isErrorAnswer(error) && error.status === FORBIDDEN && !Number.isFinite(errorCodeOf(error));

/** Whether a failure is an everyday state of a place or person, which is no error of anybody's. */
export const isEveryday = (error: unknown): boolean =>
  ['gone', 'no-access', 'no-permission', 'closed'].includes(failureKind(error));

/** Logs a failed request; while Discord is away once a minute, since each request would say the same. */
export const logFailure = (log: Log, message: string, error: unknown, fields: LogFields = {}): void => {
  const kind = failureKind(error);
  if (kind === 'retryable') log.repeated('warn', message, { ...fields, kind, error });
  else log.warn(message, { ...fields, kind, error });
};

/** What an admin of the server can change. */
const SHUT_OUT: Partial<Record<number, 'bot-cannot-see' | 'bot-not-allowed'>> = {
  [RESTJSONErrorCodes.MissingAccess]: 'bot-cannot-see',
  [RESTJSONErrorCodes.MissingPermissions]: 'bot-not-allowed',
};

/**
 * An error for a person. A fault of ours is logged with the reference that the text names.
 */
export const explained = (
  thrown: unknown,
  words: Words,
  runtime: Pick<Runtime, 'randomBytes' | 'log'>,
): { error: unknown; text: string } => {
  const code = isStoreAway(thrown) ? 'store-away' : SHUT_OUT[errorCodeOf(thrown) ?? 0];
  const error = code === undefined ? thrown : new UserError(code, undefined, { cause: thrown });
  const report = (): string => {
    const reference = newReference(runtime);
    runtime.log.error('a command failed', { reference, error });
    return reference;
  };
  return { error, text: errorMessage(error, words, report) };
};

/** Whether a request that failed may have been carried out all the same. */
export const mayHaveArrived = (error: unknown): boolean => {
  if (isRateLimit(error) || failureKind(error) !== 'retryable') return false;
  const status = isErrorAnswer(error) ? error.status : undefined;
  return status === undefined || status >= 500 || status === REQUEST_TIMEOUT;
};

const fullWaitMs = doubling(500, 30_000);

/** How long to wait before the next attempt, in milliseconds: as long as Discord says, and at least a time that grows. */
export const backOffMs = (error: unknown, attempt: number, random: number): number => {
  const full = fullWaitMs(attempt);
  const ownMs = full / 2 + (full / 2) * random;
  return isRateLimit(error) ? Math.max(error.retryAfter, error.timeToReset, ownMs) : ownMs;
};

/** With growing gaps, some minute in all. */
const ATTEMPTS = 8;

/** The parts that retry a request. */
export interface Retrying {
  clock: Clock;
  /** From 0 to 1. */
  random: () => number;
  log: Log;
  /** Aborts when Easel stops: the attempt that follows is the last. */
  signal?: AbortSignal | undefined;
}

/**
 * Retries a request to Discord until it succeeds or can't succeed.
 *
 * @param what names the request in the log.
 * @throws the first permanent error, or that of the last attempt.
 */
export const retryRequest = <T>(
  what: string,
  request: () => Promise<T>,
  { clock, random, log, signal }: Retrying,
  attempts = ATTEMPTS,
): Promise<T> =>
  retry(request, {
    delayMs: (error, attempt) =>
      failureKind(error) === 'retryable' && attempt + 1 < attempts
        ? backOffMs(error, attempt, random())
        : undefined,
    onFailure: (error, { attempt }) => {
      logFailure(log, 'a request to Discord failed', error, { what, attempt });
    },
    clock,
    signal,
  });
