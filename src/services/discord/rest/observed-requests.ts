import { DefaultRestOptions, type RESTOptions } from 'discord.js';
import type { Metrics } from '../../operations/metrics.ts';

/** Where requests are counted. */
export type RequestMetrics = Pick<Metrics, 'observeDiscordRequest'>;

/**
 * All kinds of requests that Easel makes, without ids and tokens in the path. Others are `other`, so a raw path never becomes a
 * label.
 */
const ROUTES: readonly (readonly [pattern: RegExp, route: string])[] = [
  [/^\/interactions\/\d+\/[^/]+\/callback$/, '/interactions/{id}/{token}/callback'],
  [/^\/webhooks\/\d+\/[^/]+\/messages\/[^/]+$/, '/webhooks/{id}/{token}/messages/{id}'],
  [/^\/webhooks\/\d+\/[^/]+$/, '/webhooks/{id}/{token}'],
  [/^\/channels\/\d+\/messages\/\d+\/reactions\/.+$/, '/channels/{id}/messages/{id}/reactions'],
  [/^\/channels\/\d+\/messages\/\d+$/, '/channels/{id}/messages/{id}'],
  [/^\/channels\/\d+\/messages$/, '/channels/{id}/messages'],
  [/^\/channels\/\d+$/, '/channels/{id}'],
  [/^\/guilds\/\d+\/members\/[^/]+$/, '/guilds/{id}/members/{id}'],
  [/^\/guilds\/\d+$/, '/guilds/{id}'],
  [/^\/users\/@me\/channels$/, '/users/@me/channels'],
  [/^\/users\/@me\/guilds$/, '/users/@me/guilds'],
  [/^\/users\/@me$/, '/users/@me'],
  [/^\/applications\/\d+\/commands$/, '/applications/{id}/commands'],
  [
    /^\/applications\/\d+\/guilds\/\d+\/commands\/permissions$/,
    '/applications/{id}/guilds/{id}/commands/permissions',
  ],
  [/^\/applications\/@me$/, '/applications/@me'],
  [/^\/attachments\/refresh-urls$/, '/attachments/refresh-urls'],
  [/^\/gateway\/bot$/, '/gateway/bot'],
];

/** The route of a path, which may stand behind the base of a proxy. */
const routeOf = (url: string): string => {
  const path = new URL(url).pathname.replace(/^.*?\/v\d+(?=\/)/, '');
  return ROUTES.find(([pattern]) => pattern.test(path))?.[1] ?? 'other';
};

/** Makes requests as the library does, and counts them. */
export const observedRequests =
  (metrics: RequestMetrics): RESTOptions['makeRequest'] =>
  async (url, init) => {
    const since = performance.now();
    const observe = (status: string) => {
      const { method = 'GET' } = init;
      const request = { method: method.toUpperCase(), route: routeOf(url), status };
      metrics.observeDiscordRequest(request, performance.now() - since);
    };
    try {
      const answer = await DefaultRestOptions.makeRequest(url, init);
      observe(String(answer.status));
      return answer;
    } catch (error) {
      observe('none');
      throw error;
    }
  };
