import type { Log } from '../operations/log.ts';
import { fingerprint } from '../image-api/fingerprint.ts';
import { isShared, SHARED_KEY_REF, type Account } from './account.ts';
import type { Keys } from './keys.ts';
import type { Owner } from './key-rows.ts';
import type { Quotas } from './quotas.ts';
import { BrokenSealError } from './sealing.ts';

export type { Owner } from './key-rows.ts';

/** There is no key with which a picture could be asked for here. */
export class NoKeyError extends Error {
  override name = 'NoKeyError';
  /** Whether it is a server that has none, rather than a person. */
  readonly inServer: boolean;
  constructor(inServer: boolean) {
    super('Neither the owner nor the operator has an API key');
    this.inServer = inServer;
  }
}

/** The key that a job was submitted with is no longer there. */
export class UnknownKeyRefError extends Error {
  override name = 'UnknownKeyRefError';
  readonly keyRef: string;
  constructor(keyRef: string) {
    super(`No API key has the reference ${keyRef}`);
    this.keyRef = keyRef;
  }
}

/** The operator's key was used as often today as it may be for one owner. */
export class SharedKeyLimitError extends Error {
  override name = 'SharedKeyLimitError';
  readonly limit: number;
  /** When the count resets, milliseconds since the epoch. */
  readonly resetsAt: number;
  constructor(limit: number, resetsAt: number) {
    super(`The shared key's daily limit of ${limit} is reached`);
    this.limit = limit;
    this.resetsAt = resetsAt;
  }
}

export interface AccountsOptions {
  /** The operator's key. */
  imageApiKey?: string | undefined;
  /** How many pictures a day the operator's key gives each owner; 0 for any number. */
  sharedKeyDailyLimit: number;
  /** How many pictures the operator's key gave an owner today, and when that count resets. */
  sharedUse: (owner: Owner) => Promise<{ byOwner: number; resetsAt: number }>;
  keys: Pick<Keys, 'current' | 'open'>;
  quotas: Pick<Quotas, 'assertOpen'>;
  log: Pick<Log, 'error'>;
}

/** Decides which key a job uses, and opens it. */
export class Accounts {
  readonly #options: AccountsOptions;

  constructor(options: AccountsOptions) {
    this.#options = options;
  }

  /** The account that pays for an owner's jobs: its own, or else the operator's. @throws NoKeyError */
  async of(owner: Owner): Promise<Account> {
    const own = await this.#options.keys.current(owner);
    if (own) return { id: own.fingerprint, keyRef: own.keyRef };
    const { imageApiKey: apiKey } = this.#options;
    if (apiKey === undefined) throw new NoKeyError(owner.guildId !== undefined);
    return { id: fingerprint(apiKey), keyRef: SHARED_KEY_REF };
  }

  /**
   * The account for one more job of that owner, whose limit is checked if it is the operator's.
   *
   * @throws NoKeyError, QuotaClosedError, SharedKeyLimitError
   */
  async choose(owner: Owner): Promise<Account> {
    const { quotas, sharedKeyDailyLimit: limit } = this.#options;
    const account = await this.of(owner);
    quotas.assertOpen(account.id);
    if (limit > 0 && isShared(account)) await this.#checkShared(owner, limit);
    return account;
  }

  /**
   * The key with which an account's tasks are submitted and asked for.
   *
   * @throws UnknownKeyRefError when the key is no longer there, BrokenSealError when it was damaged.
   */
  async apiKeyOf({ id, keyRef }: Account): Promise<string> {
    const { imageApiKey, keys } = this.#options;
    const apiKey = isShared({ keyRef }) ? imageApiKey : await keys.open(keyRef);
    if (apiKey === undefined || fingerprint(apiKey) !== id) throw new UnknownKeyRefError(keyRef);
    return apiKey;
  }

  /** The same for jobs that go on without a person; undefined when the key is gone for good. */
  async openKey(account: Account): Promise<string | undefined> {
    try {
      return await this.apiKeyOf(account);
    } catch (error) {
      if (!(error instanceof UnknownKeyRefError || error instanceof BrokenSealError)) throw error;
      this.#options.log.error('the key of an account is gone', { accountId: account.id, error });
      return undefined;
    }
  }

  async #checkShared(owner: Owner, limit: number): Promise<void> {
    const { byOwner, resetsAt } = await this.#options.sharedUse(owner);
    if (byOwner >= limit) throw new SharedKeyLimitError(limit, resetsAt);
  }
}
