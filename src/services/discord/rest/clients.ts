import type { InternalRequest, RESTOptions, ResponseLike } from '@discordjs/rest';
// Values not from @discordjs/rest, which would be loaded twice then: as an ES module, and as CommonJS by discord.js.
import { DiscordAPIError, REST } from 'discord.js';
import { Routes } from 'discord-api-types/v10';
import { OperatorError } from '../../../lib/operator-error.ts';
import { observedRequests, type RequestMetrics } from './observed-requests.ts';

/** Uploads of several megabytes take longer than the library's 15 s. */
const REQUEST_MS = 60_000;
/** The library keeps a handler for each interaction token until it sweeps. */
const SWEEP_MS = 60_000;
/** Interaction-token requests do not count into the bot's limit, so the library must not hold them back. */
const TOKEN_REQUESTS_PER_SECOND = 10_000;
const UNAUTHORIZED = 401;

/** Discord does not accept the bot's token. */
export class BadTokenError extends OperatorError {
  override name = 'BadTokenError';
  constructor() {
    super('Discord declined the bot token. Copy it again from the Developer Portal into DISCORD_TOKEN.');
  }
}

/** Whether Discord answered that it does not know the token. */
export const isUnauthorized = (error: unknown): boolean =>
  error instanceof DiscordAPIError && error.status === UNAUTHORIZED;

/**
 * The library listens to the signal of a request for as long as the signal lives, so that one which lives as long as the process
 * would hold everything that was ever sent under it: such a request gets a signal of its own.
 */
class Client extends REST {
  override async queueRequest(options: InternalRequest): Promise<ResponseLike> {
    const { signal } = options;
    signal?.throwIfAborted();
    if (!signal) return super.queueRequest(options);
    const own = new AbortController();
    const follow = () => {
      own.abort(signal.reason);
    };
    signal.addEventListener('abort', follow);
    try {
      return await super.queueRequest({ ...options, signal: own.signal });
    } finally {
      signal.removeEventListener('abort', follow);
    }
  }
}

/** As requests need it, however it was typed. */
const baseOf = (apiUrl: string): string => new URL(apiUrl).href.replace(/\/+$/, '');

/** Retries and waits are Easel's own: the library would retry at once, and queue behind a limit for any length of time. */
export const restOptions = (apiUrl: string, metrics: RequestMetrics) =>
  ({
    api: baseOf(apiUrl),
    makeRequest: observedRequests(metrics),
    retries: 0,
    timeout: REQUEST_MS,
    rejectOnRateLimit: () => true,
    handlerSweepInterval: SWEEP_MS,
  }) satisfies Partial<RESTOptions>;

/** A client for the requests by interaction token. */
export const createTokenRest = (apiUrl: string, metrics: RequestMetrics): REST =>
  new Client({ ...restOptions(apiUrl, metrics), globalRequestsPerSecond: TOKEN_REQUESTS_PER_SECOND });

/**
 * A client for the requests as the bot.
 *
 * @param options `requestsPerSecond`: how many it may make, which changes with the number of processes that share the
 * bot's limit.
 */
export const createBotRest = (
  apiUrl: string,
  botToken: string,
  { requestsPerSecond, metrics }: { requestsPerSecond: () => number; metrics: RequestMetrics },
): REST => {
  const rest = new Client(restOptions(apiUrl, metrics)).setToken(botToken);
  // The library looks at it every second.
  Object.defineProperty(rest.options, 'globalRequestsPerSecond', { get: requestsPerSecond });
  return rest;
};

/**
 * Asks Discord whether it knows the bot's token, since a process that stands by may not connect for days.
 *
 * @throws BadTokenError when it does not; any other failure says nothing about the token.
 */
export const checkToken = async (bot: REST): Promise<void> => {
  try {
    await bot.get(Routes.gatewayBot());
  } catch (error) {
    if (isUnauthorized(error)) throw new BadTokenError();
  }
};
