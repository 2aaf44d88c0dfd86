import { DefaultRestOptions, type RESTOptions } from 'discord.js';
import type { Metrics } from '../services/operations/metrics.ts';

/** Where requests are counted. */
export type RequestMetrics = Pick<Metrics, 'countDiscordRequest'>;

/** The route of an address: without ids and without tokens, which must not become labels. */
const routeOf = (address: string): string =>
  new URL(address).pathname
    .replace(/^.*?\/v\d+(?=\/)/, '')
    .replace(/\/\d+(?=\/|$)/g, '/{id}')
    .replace(/^\/(webhooks|interactions)\/\{id\}\/[^/]+/, '/$1/{id}/{token}')
    .replace(/\/reactions\/.*$/, '/reactions');

/** Makes requests as the library does, and counts them. */
export const observedRequests =
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
