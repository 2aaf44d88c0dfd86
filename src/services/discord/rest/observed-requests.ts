import { STATUS_CODES } from 'node:http';
import type { RESTOptions } from '@discordjs/rest';
import { Agent, Headers } from 'undici';
import type { Metrics } from '../../operations/metrics.ts';
import { Exchange } from '../../network/exchange.ts';

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
const routeOf = (pathname: string): string => {
  const path = pathname.replace(/^.*?\/v\d+(?=\/)/, '');
  return ROUTES.find(([pattern]) => pattern.test(path))?.[1] ?? 'other';
};

type MakeRequest = RESTOptions['makeRequest'];
type RequestInit = Parameters<MakeRequest>[1];
type Answer = Awaited<ReturnType<MakeRequest>>;

/** The client itself limits how long a request may take. */
const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0 });

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const methodOf = ({ method }: RequestInit) => METHODS.find((known) => known === method) ?? 'GET';

/** What the client sends: JSON, a form that was encoded, or nothing. */
const bodyOf = ({ body }: RequestInit): string | Uint8Array | null => {
  if (body === undefined || body === null || typeof body === 'string') return body ?? null;
  if (body instanceof Uint8Array) return body;
  throw new TypeError('Expected an encoded body');
};

/**
 * Those that the client reads: to keep the rest takes longer than to read the answer.
 * https://docs.discord.com/developers/topics/rate-limits#header-format
 */
const READ_HEADERS = /^(?:content-type|retry-after|x-ratelimit-.+)$/i;

/** The client gives them as an object. Names and values in turn. */
const fieldsOf = ({ headers = {} }: RequestInit): string[] =>
  Object.entries(headers).flatMap(([name, value]) => [name, String(value)]);

const asAnswer = (status: number, headers: Headers, bytes: Buffer): Answer => ({
  status,
  statusText: STATUS_CODES[status] ?? '',
  ok: status >= 200 && status < 300,
  headers,
  body: null,
  bodyUsed: false,
  json: () => Promise.resolve(JSON.parse(bytes.toString())),
  text: () => Promise.resolve(bytes.toString()),
  arrayBuffer: () => Promise.resolve(new Uint8Array(bytes).buffer),
});

interface Address {
  origin: string;
  pathname: string;
  query: string;
}

/** An address that the client has put together. To parse it as anybody's takes many times as long. */
const partsOf = (address: string): Address => {
  const [, origin = '', pathname = '', query = ''] = /^([a-z]+:\/\/[^/]+)([^?]*)(.*)$/i.exec(address) ?? [];
  return { origin, pathname, query };
};

/** Makes a request, and reads its answer at once: the library's own way streams it. */
const makeRequest = async ({ origin, pathname, query }: Address, init: RequestInit): Promise<Answer> => {
  const { signal } = init;
  signal?.throwIfAborted();
  const pieces: Buffer[] = [];
  let status = 0;
  let headers: [string, string][] = [];
  const request = {
    origin,
    path: pathname + query,
    method: methodOf(init),
    headers: fieldsOf(init),
    body: bodyOf(init),
  };
  const exchange = new Exchange(agent, request, {
    onAnswer: (answered, fields) => {
      status = answered;
      headers = fields.matching(READ_HEADERS);
    },
    onPiece: (piece) => {
      pieces.push(piece);
    },
  });
  const giveUp = () => {
    exchange.giveUp(signal?.reason as Error);
  };
  signal?.addEventListener('abort', giveUp);
  try {
    await exchange.ended;
    const [first] = pieces;
    const bytes = first && pieces.length === 1 ? first : Buffer.concat(pieces);
    return asAnswer(status, new Headers(headers), bytes);
  } finally {
    signal?.removeEventListener('abort', giveUp);
  }
};

/** Makes requests, and counts them. */
export const observedRequests =
  (metrics: RequestMetrics): MakeRequest =>
  async (address, init) => {
    const parts = partsOf(address);
    const since = performance.now();
    const observe = (status: string) => {
      const request = { method: methodOf(init), route: routeOf(parts.pathname), status };
      metrics.observeDiscordRequest(request, performance.now() - since);
    };
    try {
      const answer = await makeRequest(parts, init);
      observe(String(answer.status));
      return answer;
    } catch (error) {
      observe('none');
      throw error;
    }
  };
