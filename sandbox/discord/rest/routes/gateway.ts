import type { Gateway } from '../../gateway/gateway.ts';
import { ok, type Route } from '../route.ts';

const DAY_MS = 86_400_000;

/** Where the gateway is and how often it may be entered. */
export const gatewayRoutes = (gateway: Gateway): readonly Route[] => [
  {
    method: 'GET',
    path: '/gateway',
    access: 'open',
    bucket: 'other',
    handle: () => ok({ url: gateway.url }),
  },
  {
    method: 'GET',
    path: '/gateway/bot',
    access: 'bot',
    bucket: 'other',
    handle: ({ core: { options } }) =>
      ok({
        url: gateway.url,
        shards: options.shards,
        session_start_limit: {
          total: options.sessionStartLimit,
          remaining: Math.max(0, options.sessionStartLimit - gateway.identifies),
          reset_after: DAY_MS,
          max_concurrency: options.maxConcurrency,
        },
      }),
  },
];
