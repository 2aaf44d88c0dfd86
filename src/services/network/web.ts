import { Agent, interceptors, type Dispatcher } from 'undici';
import { AddressGuard, type AddressGuardOptions } from './address-guard.ts';
import type { CancelSignal } from '../../lib/abort.ts';
import { systemClock, type Clock } from '../../lib/clock.ts';
import { retry } from '../../lib/retry.ts';
import {
  download,
  isMomentary,
  isThere,
  RedirectedError,
  type DownloadOptions,
  type Timeouts,
} from './download.ts';

/** Fetches files from addresses that others named. */
export interface Web {
  /**
   * Fetches a file.
   *
   * @throws DownloadError, what the connection broke with, and the signal's reason once it aborts.
   */
  download(address: string, options: Omit<DownloadOptions, 'timeouts'>): Promise<Buffer>;
  /**
   * Whether a file exists. Doesn't read it.
   *
   * @throws the errors of a download; then it's unknown.
   */
  isThere(address: string): Promise<boolean>;
  /** Whether an address leads to this machine or into a private network, as far as can be known here. */
  leadsToPrivate(address: string): Promise<boolean>;
}

const MAX_REDIRECTS = 3;
const TIMEOUTS: Timeouts = { silenceMs: 10_000, totalMs: 30_000 };
const LOOKUP_TIMEOUT_MS = 5_000;
/** Together as long as a person waits for an answer. */
const WAITS_MS = [500, 1_500, 3_000];
/** No attempt begins later than this. */
const BEGINS_WITHIN_MS = 12_000;

export interface WebOptions extends AddressGuardOptions {
  /** How long a host may take for a file. */
  timeouts?: Timeouts;
  /** The delays before retries, in milliseconds. */
  waitsMs?: readonly number[];
  clock?: Clock | undefined;
}

/** Opens the way to the web, past a guard. */
export const openWeb = ({
  timeouts = TIMEOUTS,
  waitsMs = WAITS_MS,
  clock = systemClock,
  ...options
}: WebOptions): Web => {
  const guard = new AddressGuard(options);
  const agent = new Agent({ connect: guard.connector, headersTimeout: 0, bodyTimeout: 0 });
  const following = (redirects: number): Dispatcher =>
    agent.compose(interceptors.redirect({ maxRedirections: redirects }));
  const [lookingUp, redirected] = [following(MAX_REDIRECTS), following(MAX_REDIRECTS - 1)];
  return {
    download: (address, options) => {
      let hasBegun = false;
      const { reserve } = options;
      const noted =
        reserve &&
        ((bytes: number) => {
          hasBegun = true;
          return reserve(bytes);
        });
      const noting = { ...options, reserve: noted, timeouts };
      // Few pictures are elsewhere, and what follows redirections works for each request.
      const fetch = () => {
        const startedAt = performance.now();
        return download(agent, address, noting).catch((error: unknown) => {
          if (!(error instanceof RedirectedError) || !URL.canParse(error.location, address)) throw error;
          const totalMs = timeouts.totalMs - (performance.now() - startedAt);
          const rest = { ...noting, timeouts: { ...timeouts, totalMs } };
          return download(redirected, new URL(error.location, address).href, rest);
        });
      };
      // A retry would reserve memory for the same part twice.
      return retryMomentary(fetch, { waitsMs, clock, signal: options.signal, mayRetry: () => !hasBegun });
    },
    isThere: (address) =>
      retryMomentary(() => isThere(lookingUp, address, Math.min(LOOKUP_TIMEOUT_MS, timeouts.silenceMs)), {
        ...{ waitsMs, clock },
      }),
    leadsToPrivate: (address) => guard.leadsToPrivate(address),
  };
};

interface MomentaryRetry {
  waitsMs: readonly number[];
  clock: Clock;
  signal?: CancelSignal | undefined;
  mayRetry?: () => boolean;
}

const retryMomentary = <T>(
  act: () => Promise<T>,
  { waitsMs, clock, signal, mayRetry = () => true }: MomentaryRetry,
): Promise<T> => {
  const startedAt = performance.now();
  return retry(act, {
    delayMs: (error, attempt) => {
      const waitMs = waitsMs[attempt];
      const isLate = performance.now() - startedAt + (waitMs ?? 0) > BEGINS_WITHIN_MS;
      return isMomentary(error) && !isLate && mayRetry() ? waitMs : undefined;
    },
    clock,
    signal,
  });
};
