import { Agent, interceptors, type Dispatcher } from 'undici';
import { AddressGuard, type AddressGuardOptions } from './address-guard.ts';
import { download, isThere, type DownloadOptions, type Patience } from './download.ts';

/** Fetches files from addresses that others named. */
export interface Web {
  /**
   * Fetches a file.
   *
   * @throws DownloadError, PrivateAddressError, what the connection broke with, and the signal's reason once it aborts.
   */
  download(address: string, options: Omit<DownloadOptions, 'patience'>): Promise<Buffer>;
  /** Whether a file can be fetched now. It is not read. */
  isThere(address: string): Promise<boolean>;
  /** Whether an address leads to this machine or into a private network, as far as can be known here. */
  leadsToPrivate(address: string): Promise<boolean>;
}

const MAX_REDIRECTS = 3;
const PATIENCE: Patience = { silenceMs: 10_000, totalMs: 30_000 };
const LOOKUP_TIMEOUT_MS = 5_000;

export interface WebOptions extends AddressGuardOptions {
  /** How long a host may take for a file. */
  patience?: Patience;
}

/** Opens the way to the web, past a guard. */
export const openWeb = ({ patience = PATIENCE, ...options }: WebOptions): Web => {
  const guard = new AddressGuard(options);
  const agent = new Agent({ connect: guard.connector, headersTimeout: 0, bodyTimeout: 0 });
  const dispatcher: Dispatcher = agent.compose(interceptors.redirect({ maxRedirections: MAX_REDIRECTS }));
  return {
    download: (address, options) => download(dispatcher, address, { ...options, patience }),
    isThere: (address) => isThere(dispatcher, address, LOOKUP_TIMEOUT_MS),
    leadsToPrivate: (address) => guard.leadsToPrivate(address),
  };
};
