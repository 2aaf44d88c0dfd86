import { Agent, interceptors, type Dispatcher } from 'undici';
import { AddressGuard, type AddressGuardOptions, CONNECT_WITHIN_MS } from './address-guard.ts';
import { createAgent, passingOverContinue } from './agent.ts';
import { systemClock, type Clock } from '../../lib/clock.ts';
import { proxiesIn } from '../../lib/proxies.ts';
import { retry } from '../../lib/retry.ts';
import {
  download,
  DownloadError,
  isIncomplete,
  isMissing,
  isMomentary,
  isThere,
  type DownloadOptions,
} from './download.ts';

/** Fetches files from addresses that others named. */
export interface Web {
  /**
   * Fetches a file.
   *
   * @param options `mayLagUntil`: the file is new, and its host may not have it until then, in milliseconds since the epoch. Until
   *   then one that is missing or not whole is asked for again.
   *
   * @throws DownloadError, what the connection broke with, and the signal's reason once it aborts.
   */
  download(
    address: string,
    options: Omit<DownloadOptions, 'totalMs'> & { mayLagUntil?: number | undefined },
  ): Promise<Buffer>;
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
/** How long a host may take. */
interface Timeouts {
  /** For the answer's headers, and for each next piece. */
  silenceMs: number;
  /** For everything together. */
  totalMs: number;
}

const TIMEOUTS: Timeouts = { silenceMs: 10_000, totalMs: 30_000 };
const LOOKUP_TIMEOUT_MS = 5_000;
/** Together about as long as a person waits for an answer. */
const WAITS_MS = [500, 1_500, 4_000];
/** No attempt begins later than this. */
const BEGINS_WITHIN_MS = 12_000;

export interface WebOptions extends AddressGuardOptions {
  /** How long a host may take for a file. */
  timeouts?: Timeouts;
  /** The delays before retries, in milliseconds. */
  waitsMs?: readonly number[];
  clock?: Clock | undefined;
}

/** Connects past a guard, also to where a file was redirected. */
const connectionsPast = (
  guard: AddressGuard,
  silenceMs: number,
  allowPrivateAddresses: boolean,
): Dispatcher => {
  const common = { headersTimeout: silenceMs, bodyTimeout: silenceMs };
  const proxies = allowPrivateAddresses ? proxiesIn(process.env) : undefined;
  // A proxy resolves names itself, so no guard could keep it out of private networks.
  return proxies
    ? createAgent({ ...common, connect: { timeout: CONNECT_WITHIN_MS }, proxies })
    : new Agent({ ...common, connect: passingOverContinue(guard.connector) });
};

/** Opens the way to the web, past a guard. */
export const createWeb = ({
  timeouts = TIMEOUTS,
  waitsMs = WAITS_MS,
  clock = systemClock,
  ...options
}: WebOptions): Web => {
  const guard = new AddressGuard(options);
  const { silenceMs, totalMs } = timeouts;
  const dispatcher = connectionsPast(guard, silenceMs, options.allowPrivateAddresses);
  const agent = dispatcher.compose(interceptors.redirect({ maxRedirections: MAX_REDIRECTS }));
  const retryMomentary = <T>(
    act: () => Promise<T>,
    { signal, mayLagUntil = -Infinity }: Pick<Parameters<Web['download']>[1], 'signal' | 'mayLagUntil'> = {},
  ): Promise<T> => {
    const startedAt = performance.now();
    return retry(act, {
      delayMs: (error, attempt) => {
        const ownMs = waitsMs[attempt];
        if (ownMs === undefined) return undefined;
        const askedMs = error instanceof DownloadError ? (error.retryAfterMs ?? 0) : 0;
        const waitMs = Math.max(ownMs, askedMs);
        const isLate = performance.now() - startedAt + waitMs > BEGINS_WITHIN_MS;
        const mayLag = (isMissing(error) || isIncomplete(error)) && clock.now() < mayLagUntil;
        return (isMomentary(error) || mayLag) && !isLate ? waitMs : undefined;
      },
      clock,
      signal,
    });
  };
  return {
    download: (address, { mayLagUntil, ...options }) =>
      retryMomentary(() => download(agent, address, { ...options, totalMs }), {
        signal: options.signal,
        mayLagUntil,
      }),
    isThere: (address) =>
      retryMomentary(() => isThere(agent, address, Math.min(LOOKUP_TIMEOUT_MS, silenceMs))),
    leadsToPrivate: (address) => guard.leadsToPrivate(address),
  };
};
