import { DefaultRestOptions, REST, type RESTOptions } from '@discordjs/rest';
import { Routes, type RESTGetAPIGatewayBotResult } from 'discord-api-types/v10';
import { z } from 'zod';
import { systemClock } from '../lib/clock.ts';
import { OperatorError } from '../lib/operator-error.ts';
import { proxiesIn } from '../lib/proxies.ts';
import { USER_AGENT } from '../lib/version.ts';
import { createAgent } from '../services/network/agent.ts';
import type { Metrics } from '../services/operations/metrics.ts';
import { Brake } from './brake.ts';
import { isErrorAnswer } from './errors.ts';

/** Uploads of several megabytes take longer than the library's 15 s. */
const REQUEST_MS = 60_000;
/** Through a proxy. */
const CONNECT_MS = 10_000;
/** The library keeps a handler for each interaction token until it sweeps. */
const SWEEP_MS = 60_000;
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
  isErrorAnswer(error) && error.status === UNAUTHORIZED;

/** Where requests are counted. */
export type RequestMetrics = Pick<Metrics, 'countDiscordRequest'>;

/** The route of an address: without ids and without tokens, which must not become labels. */
const routeOf = (address: string): string =>
  decodeURIComponent(new URL(address).pathname)
    .replace(/^.*?\/v\d+(?=\/)/, '')
    .replace(/\/\d+(?=\/|$)/g, '/{id}')
    .replace(/^\/(webhooks|interactions)\/\{id\}\/[^/]+/, '/$1/{id}/{token}')
    .replace(/\/reactions\/.*$/, '/reactions');

/** Makes requests as the library does, and counts them. */
const observedRequests =
  (metrics: RequestMetrics): RESTOptions['makeRequest'] =>
  async (address, init) => {
    const count = (status: string) => {
      metrics.countDiscordRequest({ method: init.method ?? 'GET', route: routeOf(address), status });
    };
    try {
      const answer = await DefaultRestOptions.makeRequest(address, init);
      count(String(answer.status));
      return answer;
    } catch (error) {
      count('none');
      throw error;
    }
  };

/** Retries and waits are Easel's own: the library would retry at once, and queue behind a limit for any length of time. */
export const restOptions = (
  apiUrl: string,
  metrics: RequestMetrics,
  brake: Brake,
  proxies = proxiesIn(process.env),
) =>
  ({
    api: apiUrl.replace(/\/+$/, ''),
    makeRequest: brake.over(observedRequests(metrics)),
    userAgentAppendix: USER_AGENT,
    // Not Node's own: Node 26's fails on a form that is refused before all of it was sent.
    agent: createAgent({ connect: { timeout: CONNECT_MS }, proxies }),
    retries: 0,
    timeout: REQUEST_MS,
    rejectOnRateLimit: () => true,
    handlerSweepInterval: SWEEP_MS,
  }) satisfies Partial<RESTOptions>;

/** Asks Discord something as the bot, outside of an Easel that runs. */
export const askAsBot = async <T>(
  { discordApiUrl, discordToken }: { discordApiUrl: string; discordToken: string },
  ask: (bot: REST) => Promise<T>,
): Promise<T> => {
  const uncounted = { countDiscordRequest: () => undefined };
  const bot = new REST(restOptions(discordApiUrl, uncounted, new Brake(systemClock))).setToken(discordToken);
  try {
    return await ask(bot);
  } finally {
    bot.clearHashSweeper();
    bot.clearHandlerSweeper();
  }
};

const applicationSchema = z.object({ id: z.string() });

/** The ID of the application whose token the client has. */
export const ownApplicationId = async (bot: Pick<REST, 'get'>): Promise<string> =>
  applicationSchema.parse(await bot.get(Routes.currentApplication())).id;

/** How many shards Discord recommends, and how often the bot may log in. */
export const gatewayOf = async (bot: Pick<REST, 'get'>): Promise<RESTGetAPIGatewayBotResult> =>
  (await bot.get(Routes.gatewayBot())) as RESTGetAPIGatewayBotResult;

/** How many shards Discord recommends. */
export const recommendedShards = async (bot: Pick<REST, 'get'>): Promise<number> =>
  (await gatewayOf(bot)).shards;

/**
 * Asks Discord whether it knows the bot's token, since a process that stands by may not connect for days.
 *
 * @throws BadTokenError when it does not; any other failure says nothing about the token.
 */
export const confirmToken = async (bot: Pick<REST, 'get'>): Promise<void> => {
  try {
    await recommendedShards(bot);
  } catch (error) {
    if (isUnauthorized(error)) throw new BadTokenError();
  }
};
