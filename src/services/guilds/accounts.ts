import type { Clock } from '../../clock.ts';
import { fingerprint } from '../image-api/fingerprint.ts';
import type { Store } from '../storage/store.ts';
import type { Keys } from './keys/index.ts';
import type { Owner } from './keys/key-rows.ts';
import type { Quotas } from './quota/index.ts';

export type { Owner } from './keys/key-rows.ts';

/** The key ref of the operator's own key. */
const SHARED_KEY_REF = 'shared';
const DAY_MS = 86_400_000;
/** DESIGN: counters are kept for 400 days. */
const USAGE_KEPT_MS = 400 * DAY_MS;

/** One API key and all that belongs to it, known by a fingerprint and never by the key. */
export interface Account {
  id: string;
  /** Which of the owner's keys it is: a task can be asked for only with the key that submitted it. */
  keyRef: string;
}

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
  /** When the count starts anew, milliseconds since the epoch. */
  readonly resetsAt: number;
  constructor(limit: number, resetsAt: number) {
    super(`The shared key's daily limit of ${limit} is reached`);
    this.limit = limit;
    this.resetsAt = resetsAt;
  }
}

export interface AccountsOptions {
  /** The operator's key. */
  imageApiKey?: string;
  /** How many pictures a day the operator's key gives each owner; 0 for any number. */
  sharedKeyDailyLimit: number;
  usage: Store<number>;
  clock: Pick<Clock, 'now'>;
}

/** Decides which key a job uses, and opens it. */
export class Accounts {
  readonly #options: AccountsOptions;

  constructor(options: AccountsOptions) {
    this.#options = options;
  }

  /**
   * The account for one more job of that owner, which is counted.
   *
   * @throws NoKeyError, SharedKeyLimitError
   */
  async choose({ guildId, personId }: Owner): Promise<Account> {
    const { imageApiKey: apiKey, sharedKeyDailyLimit: limit } = this.#options;
    if (apiKey === undefined) throw new NoKeyError();
    if (limit > 0) await this.#count(guildId ?? personId, limit);
    return { id: fingerprint(apiKey), keyRef: SHARED_KEY_REF };
  }

  /** @throws UnknownKeyRefError when the key is no longer there. */
  apiKeyOf({ id, keyRef }: Account): Promise<string> {
    const { imageApiKey: apiKey } = this.#options;
    if (apiKey === undefined || keyRef !== SHARED_KEY_REF || fingerprint(apiKey) !== id)
      return Promise.reject(new UnknownKeyRefError(keyRef));
    return Promise.resolve(apiKey);
  }

  async #count(owner: string, limit: number): Promise<void> {
    const { usage, clock } = this.#options;
    const now = clock.now();
    const day = new Date(now).toISOString().slice(0, 10);
    const counted = await usage.update(
      `${owner} ${day}`,
      (count = 0) => Math.min(count + 1, limit + 1),
      USAGE_KEPT_MS,
    );
    if (counted !== undefined && counted > limit)
      throw new SharedKeyLimitError(limit, (Math.floor(now / DAY_MS) + 1) * DAY_MS);
  }
}
