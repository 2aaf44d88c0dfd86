import type { Period } from '../../lib/calendar.ts';
import { UserError } from '../../lib/user-error.ts';
import { ownerOf } from '../usage/owners.ts';
import type { RequestCount, Usage } from '../usage/usage.ts';
import type { RequestFacts } from './check.ts';
import type { Store } from '../storage/store.ts';
import { GuildValues } from './guild-values.ts';
import { allowedBy, NO_LIMITS, periodsOf, type Allowed, type LimitRules } from './limit-rules.ts';

/** The limits of all servers. */
export class Limits extends GuildValues<LimitRules> {
  readonly #usage: Usage;

  constructor(store: Store<LimitRules>, usage: Usage) {
    super(store, NO_LIMITS);
    this.#usage = usage;
  }

  /** The limits that hold for a request; undefined where there are none, so that nothing is counted. */
  async holding({ guildId }: Pick<RequestFacts, 'guildId'>): Promise<LimitRules | undefined> {
    const rules = guildId === undefined ? NO_LIMITS : await this.of(guildId);
    return rules === NO_LIMITS ? undefined : rules;
  }

  /** What a person may still request. */
  async allowed(
    { guildId, personId, roleIds }: Pick<RequestFacts, 'guildId' | 'personId' | 'roleIds'>,
    rules: LimitRules | undefined,
  ): Promise<Allowed> {
    if (!rules) return { allowances: [] };
    const owner = ownerOf({ guildId, personId });
    const counts: Partial<Record<Period, RequestCount>> = {};
    for (const period of periodsOf(rules))
      counts[period] = await this.#usage.countIn(period, owner, personId);
    return allowedBy(rules, roleIds, counts);
  }

  /** The same, for one more request. @throws UserError when it would exceed a limit. */
  async check(request: RequestFacts, rules: LimitRules | undefined): Promise<Allowed> {
    const allowed = await this.allowed(request, rules);
    const { person, server } = allowed.atOnce ?? {};
    const reached = allowed.allowances.find(({ left }) => left === 0);
    if (reached?.limit === 0 || person === 0 || server === 0) throw new UserError('no-pictures-allowed');
    if (reached) throw new UserError(`${reached.of}-limit`, reached);
    return allowed;
  }
}
