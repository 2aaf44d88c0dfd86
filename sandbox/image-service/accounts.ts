import { createHash } from 'node:crypto';
import type { Account, NewAccount } from './types.ts';

/** The interface names it as the trial quota of new accounts. */
const TRIAL_QUOTA = 10;

/** Who may call, and how often still. */
export class Accounts {
  readonly #byName = new Map<string, Account>();

  constructor(accounts: readonly NewAccount[]) {
    for (const account of accounts) this.open(account);
  }

  open(account: NewAccount): void {
    this.#byName.set(account.name, { quota: TRIAL_QUOTA, ...account });
  }

  close(name: string): void {
    this.#byName.delete(name);
  }

  all(): Account[] {
    return [...this.#byName.values()];
  }

  ofKey(key: string | undefined): Account | undefined {
    return this.all().find((account) => account.key === key);
  }

  setQuota(name: string, quota: number): void {
    const account = this.#byName.get(name);
    if (account === undefined) throw new RangeError(`no account is named ${name}`);
    this.#byName.set(name, { ...account, quota });
  }
}

/** How records call the sender of a key, without the key. */
export const nameOfSender = (key: string | undefined, account: Account | undefined): string => {
  if (account !== undefined) return account.name;
  if (key === undefined) return 'no key';
  return `key ${createHash('sha256').update(key).digest('hex').slice(0, 12)}`;
};
