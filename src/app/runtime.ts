import type { Clock } from '../lib/clock.ts';
import type { WebOptions } from '../services/network/web.ts';
import type { Log } from '../services/operations/log.ts';

/** External dependencies that aren't set by the environment. */
export interface Runtime {
  clock: Clock;
  /** From 0 to 1. */
  random: () => number;
  randomBytes: (count: number) => Buffer;
  log: Log;
  /** How files are fetched from addresses that others named; by default as the operating system and the DNS do. */
  web?: Pick<WebOptions, 'timeouts' | 'waitsMs' | 'resolveHost' | 'lookup'>;
  /** How long pictures may take while others wait. */
  patience?: {
    /** One host, while pictures of another one wait. */
    turnMs?: number;
    /** A result, until it is linked for the time being. */
    linkAfterMs?: number;
  };
}
