import type { Runtime } from '../operations/runtime.ts';
import { isUserError, UserError } from '../../lib/user-error.ts';
import type { ImageApiClient } from '../image-api/client.ts';
import { UnreadableError } from '../storage/store.ts';
import { isShared, SHARED_KEY_REF, type Account, fingerprint, lastFourOf } from './account.ts';
import type { ApiKeys } from './api-keys.ts';
import type { Owner } from './api-key-rows.ts';
import { checkKey, type KeyVerdict } from './key-check.ts';
import { BrokenSealError } from './sealing.ts';

/** What the operator has decided about their own key. */
export interface SharedKeyConfig {
  imageApiKey?: string | undefined;
  /** The only servers for which it pays; none: it pays everywhere. */
  sharedKeyServers: readonly string[];
  /** How many requests a day it pays for each owner; 0 for any number. */
  sharedKeyDailyLimit: number;
  /** How many it pays for in all; 0 for any number. */
  sharedKeyTotals: { day: number; month: number };
}

/** What the doctor and the log say of a public bot whose operator pays for all. */
export const PAYS_WITHOUT_LIMIT =
  'Anybody can add this bot to a server, and IMAGE_API_KEY pays there without a limit.';
export const LIMIT_ADVICE =
  'Turn off Public Bot in the Developer Portal (Bot), or set SHARED_KEY_DAILY_TOTAL, or SHARED_KEY_DAILY_LIMIT for each server.';

/** Whether servers that the operator doesn't know can use any number of requests. */
export const paysWithoutLimit = ({
  imageApiKey,
  sharedKeyDailyLimit,
  sharedKeyTotals,
  sharedKeyServers,
}: SharedKeyConfig): boolean =>
  imageApiKey !== undefined &&
  sharedKeyDailyLimit === 0 &&
  sharedKeyTotals.day === 0 &&
  sharedKeyTotals.month === 0 &&
  sharedKeyServers.length === 0;

/** Decides which key a job uses, and opens it. */
export class Accounts {
  /** The account of the operator's key. */
  readonly #shared: Account | undefined;

  constructor(
    private readonly runtime: Pick<Runtime, 'log'>,
    private readonly apiKeys: Pick<ApiKeys, 'current' | 'open' | 'lastFour'>,
    /** How many requests of an owner the operator's key paid for today, or may have, and when that count resets. */
    private readonly usage: { sharedToday: (owner: Owner) => Promise<{ used: number; resetsAt: number }> },
    private readonly imageApi: Pick<ImageApiClient, 'jobStatus'>,
    private readonly config: SharedKeyConfig,
  ) {
    const { imageApiKey } = config;
    this.#shared =
      imageApiKey === undefined ? undefined : { id: fingerprint(imageApiKey), keyRef: SHARED_KEY_REF };
  }

  /** The account that pays for an owner's jobs: its own, or else the operator's. @throws UserError no-key */
  async of(owner: Owner): Promise<Account> {
    const current = await this.apiKeys.current(owner);
    if (current) return { id: current.fingerprint, keyRef: current.keyRef };
    if (!this.#shared || !this.#paysFor(owner))
      throw new UserError('no-key', { inServer: owner.guildId !== undefined });
    return this.#shared;
  }

  /**
   * The account that pays for a job that waits: its owner's present one. The operator's key never pays for a
   * job that was accepted on another key. Undefined when no key pays any more.
   */
  async ofWaiting(job: Owner & { account: Account }): Promise<Account | undefined> {
    try {
      const present = await this.of(job);
      return isShared(present) && !isShared(job.account) ? undefined : present;
    } catch (error) {
      if (isUserError(error, 'no-key') || error instanceof UnreadableError) return undefined;
      throw error;
    }
  }

  /**
   * The API key that submits and polls an account's tasks.
   *
   * @throws UserError key-gone when it no longer exists, BrokenSealError or UnreadableError when it is damaged.
   */
  async apiKeyOf({ id, keyRef }: Account): Promise<string> {
    const isOperators = isShared({ keyRef });
    const apiKey = isOperators ? this.config.imageApiKey : await this.apiKeys.open(keyRef);
    if (apiKey === undefined) throw new UserError('key-gone');
    if ((isOperators ? this.#shared?.id : fingerprint(apiKey)) !== id) throw new UserError('key-gone');
    return apiKey;
  }

  /** Whether the operator pays, or the server or person itself. */
  payerOf(account: Account): 'shared' | 'own' {
    return isShared(account) ? 'shared' : 'own';
  }

  /** The last four characters of an account's key, by which the log names it. */
  lastFour({ id }: Pick<Account, 'id'>): string | undefined {
    return this.config.imageApiKey !== undefined && id === this.#shared?.id
      ? lastFourOf(this.config.imageApiKey)
      : this.apiKeys.lastFour(id);
  }

  /** The API key for a submission; undefined when it no longer exists, is damaged, or can't be read. */
  async keyToSubmit(account: Account): Promise<string | undefined> {
    try {
      return await this.#open(account);
    } catch (error) {
      if (error instanceof UnreadableError) return undefined;
      throw error;
    }
  }

  /**
   * The API key that asks about an account's tasks, which costs nothing: the one that submitted them or, once that is gone (`isGone`)
   * or refused, its owner's present one, since it may be of the same account.
   *
   * @param isRefused whether the service refused the one that submitted them, at their deadline.
   * @throws UnreadableError when its row can't be read: what was paid for waits.
   */
  async keyToAsk(
    account: Account,
    owner: Owner,
    isRefused = false,
  ): Promise<{ apiKey: string | undefined; isGone: boolean }> {
    const own = await this.#open(account);
    const isGone = own === undefined;
    if (!isGone && !isRefused) return { apiKey: own, isGone };
    if (isShared(account)) return { apiKey: this.config.imageApiKey, isGone };
    const present = await this.apiKeys.current(owner);
    const apiKey = present && (await this.#open({ id: present.fingerprint, keyRef: present.keyRef }));
    return { apiKey: apiKey ?? own, isGone };
  }

  /** Asks the service about a key; this is free. */
  check(apiKey: string): Promise<KeyVerdict> {
    return checkKey(this.imageApi, apiKey);
  }

  /** Makes a call of an account that costs nothing. False: the service doesn't answer. */
  async ping(account: Account): Promise<boolean> {
    const apiKey = await this.keyToSubmit(account);
    return apiKey === undefined || (await this.check(apiKey)) !== 'not-asked';
  }

  /** An account's API key; undefined when it no longer exists or is damaged. @throws UnreadableError when its row can't be read */
  async #open(account: Account): Promise<string | undefined> {
    try {
      return await this.apiKeyOf(account);
    } catch (error) {
      if (!(isUserError(error, 'key-gone') || error instanceof BrokenSealError)) throw error;
      const { id: accountId, keyRef } = account;
      const facts = { accountId, keyRef, error };
      this.runtime.log.repeated('error', "an account's API key no longer exists", facts);
      return undefined;
    }
  }

  #paysFor({ guildId }: Owner): boolean {
    return (
      this.config.sharedKeyServers.length === 0 ||
      (guildId !== undefined && this.config.sharedKeyServers.includes(guildId))
    );
  }

  /** Whether the operator's key gives each owner so many requests a day. */
  get limitsShared(): boolean {
    return this.config.sharedKeyDailyLimit > 0;
  }

  /** An owner's daily limit on the operator's key, and how much of it is used; undefined when there is no limit. */
  async sharedAllowance(
    owner: Owner,
    account: Account,
  ): Promise<{ limit: number; used: number; resetsAt: number } | undefined> {
    if (this.config.sharedKeyDailyLimit === 0 || !isShared(account)) return undefined;
    return { limit: this.config.sharedKeyDailyLimit, ...(await this.usage.sharedToday(owner)) };
  }
}
