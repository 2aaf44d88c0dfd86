import type { DiscordAPIError, HTTPError, RateLimitError } from '@discordjs/rest';

// discord.js loads a copy of @discordjs/rest of its own, so errors are known by their fields and not by their classes.

/** Whether Discord, or what stands before it, answered a request with an error. */
export const isErrorAnswer = (error: unknown): error is DiscordAPIError | HTTPError =>
  error instanceof Error && 'status' in error && typeof error.status === 'number' && 'method' in error;

/** The code of an error of Discord's: https://docs.discord.com/developers/topics/opcodes-and-status-codes#json */
export const errorCodeOf = (error: unknown): number | undefined =>
  isErrorAnswer(error) && 'code' in error ? Number(error.code) : undefined;

/** Whether a request was held back by a rate limit, or refused because of one. */
export const isRateLimit = (error: unknown): error is RateLimitError =>
  error instanceof Error && 'retryAfter' in error && 'timeToReset' in error;
