import type { Clock } from '../../lib/clock.ts';
import type { KeyedMutex } from '../../lib/keyed-mutex.ts';
import type { ImageApi } from '../image-api/client.ts';
import type { Log } from '../operations/log.ts';
import type { Storage } from '../storage/store.ts';
import { Accounts, type AccountsOptions } from './accounts.ts';
import type { JobFacts } from './job-facts.ts';
import { checkKey, type KeyVerdict } from './key-check.ts';
import { parseKeyRow } from './key-rows.ts';
import { Keys } from './keys.ts';
import type { GuildObserver } from './observer.ts';
import { Quotas } from './quotas.ts';
import { parseQuotaState } from './quota-state.ts';

export interface BillingOptions {
  storage: Pick<Storage, 'open'>;
  imageApi: Pick<ImageApi, 'jobStatus'>;
  /** The operator's key. */
  imageApiKey?: string;
  sharedKeyDailyLimit: number;
  sharedUse: AccountsOptions['sharedUse'];
  dataDir: string;
  encryptionKey?: Buffer;
  encryptionKeyPrevious?: Buffer;
  randomBytes: (count: number) => Buffer;
  turns: KeyedMutex;
  isOurs: (guildId: string | undefined) => boolean;
  /** Whether an open job was accepted on that key. */
  isKeyInUse: (keyRef: string) => boolean;
  /** Told once when an account's quota has run out. */
  onExhausted: (job: JobFacts) => void;
  clock: Clock;
  log: Log;
}

/** Everything about the keys with which pictures are paid. */
export interface Billing {
  accounts: Accounts;
  keys: Keys;
  quotas: Quotas;
  /** Asks the service what it makes of a key; costs nothing. */
  checkKey: (apiKey: string) => Promise<KeyVerdict>;
  billingObserver: Partial<GuildObserver>;
}

const observerOf = (quotas: Quotas, keys: Keys): Partial<GuildObserver> => ({
  accepted: (job) => {
    quotas.accepted(job);
  },
  withdrawn: (job) => {
    quotas.ended(job);
  },
  taken: (job) => {
    quotas.taken(job);
  },
  ended: (job) => {
    quotas.ended(job);
  },
  closed: ({ account }) => {
    keys.released(account.keyRef);
  },
  takenUp: (jobs) => {
    quotas.takenUp(jobs);
  },
});

/** Builds the services around keys. */
export const createBilling = (options: BillingOptions): Billing => {
  const { storage, imageApi, isKeyInUse: isInUse } = options;
  const keys = new Keys({ ...options, store: storage.open('keys', parseKeyRow), isInUse });
  const quotas = new Quotas({ ...options, store: storage.open('quota', parseQuotaState) });
  return {
    accounts: new Accounts({ ...options, keys, quotas }),
    keys,
    quotas,
    checkKey: (apiKey) => checkKey(imageApi, apiKey),
    billingObserver: observerOf(quotas, keys),
  };
};
