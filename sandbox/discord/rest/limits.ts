import { createHash } from 'node:crypto';
import type { RateLimitOptions } from '../options.ts';
import type { Route } from './route.ts';

interface Window {
  remaining: number;
  resetsAtMs: number;
}

/** A request that came too often. */
export interface Exceeded {
  scope: 'user' | 'global' | 'shared';
  retryAfterS: number;
}

export interface LimitDecision {
  headers: Record<string, string>;
  exceeded?: Exceeded;
}

/** Parameters that split a route's bucket: docs.discord.com/developers/topics/rate-limits */
const MAJOR_PARAMETERS = ['channel', 'guild', 'application', 'interaction', 'token'];
const SWEEP_AT = 10_000;

/** Counts requests in windows of real time, one for each bucket. */
export class RateLimiter {
  readonly #options: RateLimitOptions | 'off';
  readonly #windows = new Map<string, Window>();

  constructor(options: RateLimitOptions | 'off') {
    this.#options = options;
  }

  #take(key: string, allowance: RateLimitOptions['other'], nowMs: number): Window & { allowed: boolean } {
    if (this.#windows.size > SWEEP_AT) this.#sweep(nowMs);
    let window = this.#windows.get(key);
    if (!window || window.resetsAtMs <= nowMs) {
      window = { remaining: allowance.requests, resetsAtMs: nowMs + allowance.perMs };
      this.#windows.set(key, window);
    }
    const allowed = window.remaining > 0;
    if (allowed) window.remaining -= 1;
    return { ...window, allowed };
  }

  #sweep(nowMs: number): void {
    for (const [key, { resetsAtMs }] of this.#windows) if (resetsAtMs <= nowMs) this.#windows.delete(key);
  }

  /** Counts a request. Interaction and webhook-token routes do not count for the global limit. */
  decide(route: Route, parameters: Readonly<Record<string, string>>, nowMs: number): LimitDecision {
    if (this.#options === 'off') return { headers: {} };
    if (route.access === 'bot') {
      const total = this.#take('global', this.#options.global, nowMs);
      if (!total.allowed) return exceeded('global', total.resetsAtMs - nowMs, {});
    }
    const allowance = this.#options[route.bucket];
    const hash = createHash('sha256').update(`${route.method} ${route.path}`).digest('hex').slice(0, 32);
    const major = MAJOR_PARAMETERS.map((name) => parameters[name] ?? '').join(':');
    const window = this.#take(`${hash}:${major}`, allowance, nowMs);
    const resetAfterS = (window.resetsAtMs - nowMs) / 1000;
    const headers = {
      'x-ratelimit-limit': String(allowance.requests),
      'x-ratelimit-remaining': String(window.remaining),
      'x-ratelimit-reset': (window.resetsAtMs / 1000).toFixed(3),
      'x-ratelimit-reset-after': resetAfterS.toFixed(3),
      'x-ratelimit-bucket': hash,
    };
    return window.allowed ? { headers } : exceeded('user', window.resetsAtMs - nowMs, headers);
  }
}

const exceeded = (scope: Exceeded['scope'], waitMs: number, headers: Record<string, string>) => ({
  headers,
  exceeded: { scope, retryAfterS: Math.ceil(waitMs) / 1000 },
});

/** The 429 answer: docs.discord.com/developers/topics/rate-limits#exceeding-a-rate-limit */
export const tooManyRequests = ({ scope, retryAfterS }: Exceeded) => ({
  status: 429,
  headers: {
    'retry-after': String(Math.ceil(retryAfterS)),
    'x-ratelimit-scope': scope,
    'x-ratelimit-reset-after': String(retryAfterS),
    ...(scope === 'global' && { 'x-ratelimit-global': 'true' }),
  },
  body: { message: 'You are being rate limited.', retry_after: retryAfterS, global: scope === 'global' },
});
