import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { ATTEMPT_MS } from './agent.ts';
import { askDns, lookUpForeign, lookUpOwn } from './lookup.ts';
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
export const CONNECT_WITHIN_MS = 10_000;
/** Leaves time to connect. */
const LOOK_UP_WITHIN_MS = 5_000;

/** Looks a name up that a person waits for. */
export const resolveByDns = async (hostname: string, servers?: readonly string[]): Promise<string[]> =>
  (await askDns(hostname, { withinMs: RESOLVE_WITHIN_MS, servers })).addresses;

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
    this.#lookup = options.lookup ?? lookUpForeign({ withinMs: LOOK_UP_WITHIN_MS });
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
    const common = { timeout: CONNECT_WITHIN_MS, autoSelectFamilyAttemptTimeout: ATTEMPT_MS };
    const anywhere = buildConnector({ ...common, lookup: lookUpOwn });
    if (this.#allowPrivate) return buildConnector({ ...common, lookup: this.#lookup });
    const outward = buildConnector({ ...common, lookup: this.#lookUpPublic });
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
