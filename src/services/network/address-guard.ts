import { Resolver } from 'node:dns/promises';
import { lookup as lookUp } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { isLocalName, isPublicAddress } from './public-addresses.ts';

/** The addresses of a name; none when it can't be resolved in time. */
export type ResolveHost = (hostname: string) => Promise<readonly string[]>;

export interface AddressGuardOptions {
  /** Addresses whose host and port may be anywhere. */
  trustedUrls: readonly string[];
  /** Lets everything pass. */
  allowPrivateAddresses: boolean;
  /** Looks a name up that was typed. */
  resolveHost?: ResolveHost;
  /** Looks a name up in order to connect. */
  lookup?: LookupFunction;
}

const notPublic = (hostname: string): Error => new Error(`${hostname} is not on the public internet`);

/** Short, since a person waits. A slower name counts as unknown. */
const RESOLVE_WITHIN_MS = 800;
const CONNECT_WITHIN_MS = 10_000;

// Not the operating system's lookup: it holds one of the few threads that the store needs, for as long as the
// name's own server likes. https://nodejs.org/api/dns.html#implementation-considerations
export const resolveByDns = async (hostname: string, servers?: readonly string[]): Promise<string[]> => {
  const resolver = new Resolver({ timeout: RESOLVE_WITHIN_MS, tries: 1 });
  if (servers) resolver.setServers(servers);
  // Uses the answers so far: a server may answer for one address family and never for the other.
  const timer = setTimeout(() => {
    resolver.cancel();
  }, RESOLVE_WITHIN_MS);
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  clearTimeout(timer);
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
};

/** Keeps Easel, and the service that acts for it, from being sent into private networks. */
export class AddressGuard {
  readonly #trusted: ReadonlySet<string>;
  readonly #allowPrivate: boolean;
  readonly #resolveHost: ResolveHost;
  readonly #lookup: LookupFunction;

  constructor(options: AddressGuardOptions) {
    this.#trusted = new Set(options.trustedUrls.map(hostAndPort));
    this.#allowPrivate = options.allowPrivateAddresses;
    this.#resolveHost = options.resolveHost ?? ((hostname) => resolveByDns(hostname));
    this.#lookup = options.lookup ?? lookUp;
  }

  /**
   * Whether an address leads to this machine or into a private network. False for a name that can't be resolved here in time; it
   * is left to the service that fetches it.
   *
   * @param address an http(s) address
   */
  async leadsToPrivate(address: string): Promise<boolean> {
    if (this.#allowPrivate || this.#trusted.has(hostAndPort(address))) return false;
    // The URL parser has made dotted quads of decimal, octal and hexadecimal numbers.
    const hostname = new URL(address).hostname.replace(/^\[|\]$/g, '');
    if (isIP(hostname) !== 0) return !isPublicAddress(hostname);
    if (isLocalName(hostname)) return true;
    const addresses = await this.#resolveHost(hostname);
    return addresses.some((candidate) => !isPublicAddress(candidate));
  }

  /**
   * Makes connections, to none but trusted hosts and public addresses: to the very address that was checked, so a name
   * that resolves to something else a moment later changes nothing. Redirects come by here like everything else.
   */
  get connector(): buildConnector.connector {
    const anywhere = buildConnector({ timeout: CONNECT_WITHIN_MS });
    if (this.#allowPrivate) return anywhere;
    const outward = buildConnector({ timeout: CONNECT_WITHIN_MS, lookup: this.#lookUpPublic });
    return (target, callback) => {
      const { protocol, hostname, port } = target;
      const isTrusted = this.#trusted.has(hostAndPort(`${protocol}//${bracketed(hostname)}:${port}`));
      if (isTrusted) anywhere(target, callback);
      // An address needs no lookup, so it would never be checked there.
      else if (isIP(hostname) !== 0 && !isPublicAddress(hostname)) callback(notPublic(hostname), null);
      else outward(target, callback);
    };
  }

  readonly #lookUpPublic: LookupFunction = (hostname, options, callback) => {
    this.#lookup(hostname, options, (error, address, family) => {
      if (error) {
        callback(error, address, family);
        return;
      }
      const found = typeof address === 'string' ? [address] : address.map((entry) => entry.address);
      callback(found.every(isPublicAddress) ? null : notPublic(hostname), address, family);
    });
  };
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

const hostAndPort = (address: string): string => {
  const { protocol, hostname, port } = new URL(address);
  return `${hostname.replace(/\.+$/, '')}:${port === '' ? DEFAULT_PORTS[protocol] : port}`;
};

const bracketed = (hostname: string): string => (hostname.includes(':') ? `[${hostname}]` : hostname);
