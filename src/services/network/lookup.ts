import { Resolver, lookup as askSystem } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import { isIPv4, type LookupFunction } from 'node:net';
import pLimit from 'p-limit';

/** How DNS is asked. */
export interface DnsOptions {
  /** For all answers together. */
  withinMs: number;
  /** Name servers as `address:port`; by default those of the operating system. */
  servers?: readonly string[] | undefined;
}

/** A server may answer for one address family and never for the other. */
const OTHER_FAMILY_MS = 500;
const TRIES = 2;
/** What c-ares says of a name that DNS doesn't have, and of a machine without DNS: https://nodejs.org/api/dns.html#error-codes */
const UNKNOWN_CODES: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED', 'EBADNAME']);

const isUnknown = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && UNKNOWN_CODES.has(error.code);

/**
 * Asks DNS itself. The operating system's lookup would hold one of the few threads that the store needs, for as long as the name's
 * own server likes: https://nodejs.org/api/dns.html#implementation-considerations
 *
 * @returns addresses, IPv4 first; none, and whether that is certain.
 */
export const askDns = async (
  hostname: string,
  { withinMs, servers }: DnsOptions,
): Promise<{ addresses: string[]; isUnknown: boolean }> => {
  const resolver = new Resolver({ timeout: Math.ceil(withinMs / TRIES), tries: TRIES });
  if (servers) resolver.setServers(servers);
  const cancel = (): void => {
    resolver.cancel();
  };
  const timers = [setTimeout(cancel, withinMs)];
  const ask = async (family: Promise<string[]>): Promise<string[]> => {
    const addresses = await family;
    timers.push(setTimeout(cancel, OTHER_FAMILY_MS));
    return addresses;
  };
  const answers = await Promise.allSettled([
    ask(resolver.resolve4(hostname)),
    ask(resolver.resolve6(hostname)),
  ]);
  for (const timer of timers) clearTimeout(timer);
  return {
    addresses: answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : [])),
    isUnknown: answers.every((answer) => answer.status === 'rejected' && isUnknown(answer.reason)),
  };
};

/** How many of libuv's four threads wait for names at most; the store needs the others. */
const NAME_THREADS = 2;
const nameThread = pLimit(NAME_THREADS);
const underWay = new Map<string, Promise<LookupAddress[]>>();

/** Asks the operating system, which also knows its file of hosts and names nearby. Each name is asked for once at a time. */
const bySystem = (hostname: string): Promise<LookupAddress[]> => {
  const present = underWay.get(hostname);
  if (present) return present;
  const asked = nameThread(() => askSystem(hostname, { all: true })).finally(() => underWay.delete(hostname));
  underWay.set(hostname, asked);
  return asked;
};

const familyOf = (address: string): 4 | 6 => (isIPv4(address) ? 4 : 6);

/** As Node calls it. IPv4 comes first: where there is no IPv6 a slow line has all the time, and where there is no IPv4 it fails at once. */
const asLookup =
  (find: (hostname: string) => Promise<LookupAddress[]>): LookupFunction =>
  (hostname, { all, family }, callback) => {
    const wanted = family === 4 || family === 'IPv4' ? 4 : family === 6 || family === 'IPv6' ? 6 : undefined;
    find(hostname).then(
      (found) => {
        const fitting = found.filter((entry) => wanted === undefined || entry.family === wanted);
        const sorted = fitting.sort((a, b) => a.family - b.family);
        const [first] = sorted;
        if (!first)
          callback(Object.assign(new Error(`${hostname} has no address`), { code: 'ENOTFOUND' }), []);
        else if (all === true) callback(null, sorted);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => {
        callback(error instanceof Error ? error : new Error('The lookup failed', { cause: error }), []);
      },
    );
  };

/** Looks up hosts that the operator named. */
export const lookUpOwn: LookupFunction = asLookup(bySystem);

/** Looks up hosts that others named: DNS first, and the operating system for what DNS doesn't have. */
export const lookUpForeign = (options: DnsOptions): LookupFunction =>
  asLookup(async (hostname) => {
    const { addresses, isUnknown } = await askDns(hostname, options);
    if (addresses.length > 0) return addresses.map((address) => ({ address, family: familyOf(address) }));
    if (isUnknown) return bySystem(hostname);
    throw Object.assign(new Error(`DNS doesn't answer about ${hostname}`), { code: 'EAI_AGAIN' });
  });
