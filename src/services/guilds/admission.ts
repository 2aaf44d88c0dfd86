import type { KeyedMutex } from '../../lib/keyed-mutex.ts';
import { UserError } from '../../lib/user-error.ts';
import type { Account } from '../accounts/account.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { SharedBudget } from '../usage/shared-budget.ts';
import type { Check, RequestFacts } from './check.ts';
import { allowance, type Allowance, type Allowed, type LimitRules } from './limit-rules.ts';
import type { Limits } from './limits.ts';

/** A request that may become a job: with the account that pays, and what its person has left before it. */
export interface Admitted extends Allowed {
  account: Account;
}

/** Decides whether a request may become a job, and which account pays for it. */
export class Admission {
  constructor(
    /** Asked at once; the first of them that declines says why. */
    private readonly checks: readonly Check[],
    private readonly limits: Pick<Limits, 'holding' | 'allowed' | 'check'>,
    private readonly accounts: Pick<Accounts, 'of' | 'limitsShared' | 'sharedAllowance'>,
    private readonly budget: Pick<SharedBudget, 'within'>,
    /** By owner id. Everything that must not run between a check and the acceptance takes the same lock. */
    private readonly locks: KeyedMutex,
  ) {}

  /**
   * Admits a request. Where something is counted, counting and acceptance run under one lock, so that two concurrent requests of
   * one owner can't both take the last free place.
   *
   * @param accept makes the request count before it resolves.
   * @throws what a check throws, UserError no-key, shared-key-limit, and what `accept` throws.
   */
  async admit<T>(request: RequestFacts, accept: (admitted: Admitted) => T | Promise<T>): Promise<T> {
    const { guildId, personId } = request;
    const owner = guildId ?? personId;
    await this.#check(request);
    return this.locks.share([owner], async () => {
      const payer = this.accounts.of({ personId, guildId });
      // The errors of the limits come first, so this one is thrown later.
      payer.catch(() => undefined);
      const rules = await this.limits.holding(request);
      const decide = async () => {
        const admitted = await this.#choose(request, rules, payer);
        return this.budget.within(admitted.account, request, () => accept(admitted));
      };
      return rules || this.accounts.limitsShared ? this.locks.run([`counting ${owner}`], decide) : decide();
    });
  }

  /** What a person has left of each limit; of the operator's key only if its account pays. */
  async allowances(
    person: Pick<RequestFacts, 'guildId' | 'personId' | 'roleIds'>,
    account: Account | undefined,
  ): Promise<Allowance[]> {
    const { allowances } = await this.limits.allowed(person, await this.limits.holding(person));
    return [...allowances, ...(await this.#sharedAllowance(person, account))];
  }

  async #sharedAllowance(
    { guildId, personId }: Pick<RequestFacts, 'guildId' | 'personId'>,
    account: Account | undefined,
  ): Promise<Allowance[]> {
    const shared = account && (await this.accounts.sharedAllowance({ personId, guildId }, account));
    return shared ? [allowance({ of: 'shared-key', period: 'day' }, shared.limit, shared)] : [];
  }

  async #check(request: RequestFacts): Promise<void> {
    const verdicts = this.checks.map((check) => check(request));
    // The first that declines is said at once, and the others are not waited for.
    for (const verdict of verdicts) verdict.catch(() => undefined);
    for (const verdict of verdicts) await verdict;
  }

  async #choose(
    request: RequestFacts,
    rules: LimitRules | undefined,
    payer: Promise<Account>,
  ): Promise<Admitted> {
    const { allowances, ...allowed } = await this.limits.check(request, rules);
    const account = await payer;
    const shared = await this.#sharedAllowance(request, account);
    for (const one of shared)
      if (one.left < request.requests.length)
        throw new UserError('shared-key-limit', { ...one, inServer: request.guildId !== undefined });
    return { ...allowed, allowances: [...allowances, ...shared], account };
  }
}
