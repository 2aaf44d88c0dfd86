import { UserError } from '../../lib/user-error.ts';
import type { Check, RequestFacts } from './admission.ts';
import { GuildValues, type GuildValuesOptions } from './guild-values.ts';
import type { AtOnce } from '../jobs/job.ts';
import { ownerOf } from '../usage/owners.ts';
import type { Usage } from '../usage/usage.ts';
import {
  allowancesIn,
  atOnceFor,
  NO_LIMITS,
  reachedLimit,
  type Allowance,
  type LimitRules,
  type UseForLimits,
} from './limit-rules.ts';

export interface LimitsOptions extends Pick<GuildValuesOptions<LimitRules>, 'store'> {
  usage: Pick<Usage, 'use' | 'monthUse'>;
}

/** Checks the limits of servers. */
export class Limits extends GuildValues<LimitRules> {
  readonly #options: LimitsOptions;

  constructor(options: LimitsOptions) {
    super({ store: options.store, whenNone: NO_LIMITS });
    this.#options = options;
  }

  /** @throws UserError when a request would exceed a limit of the server. */
  readonly check: Check = async ({ guildId, personId, roleIds }) => {
    if (guildId === undefined) return;
    const rules = await this.of(guildId);
    if (rules === NO_LIMITS) return;
    const use = await this.#useOf(rules, { guildId, personId });
    const reached = reachedLimit(rules, roleIds, use);
    const { person, server } = atOnceFor(rules, roleIds) ?? {};
    if (reached?.limit === 0 || person === 0 || server === 0) throw new UserError('no-pictures-allowed');
    if (reached) throw new UserError(`${reached.kind}-limit`, reached);
  };

  async #useOf(
    { personMonthly, serverMonthly }: LimitRules,
    { guildId, personId }: { guildId: string; personId: string },
  ): Promise<UseForLimits> {
    const { usage } = this.#options;
    const owner = ownerOf({ guildId, personId });
    const use = await usage.use(owner, personId);
    if (personMonthly === undefined && serverMonthly === undefined) return use;
    return { ...use, month: await usage.monthUse(owner, personId) };
  }

  /** How many requests of such a person may be under way at the same time; undefined: any number. */
  async atOnce({ guildId, roleIds }: Pick<RequestFacts, 'guildId' | 'roleIds'>): Promise<AtOnce | undefined> {
    return guildId === undefined ? undefined : atOnceFor(await this.of(guildId), roleIds);
  }

  /** What a person has left today and this month; empty when there is no limit. */
  async allowances({
    guildId,
    personId,
    roleIds,
  }: Pick<RequestFacts, 'guildId' | 'personId' | 'roleIds'>): Promise<Allowance[]> {
    if (guildId === undefined) return [];
    const rules = await this.of(guildId);
    if (rules === NO_LIMITS) return [];
    const use = await this.#useOf(rules, { guildId, personId });
    return allowancesIn(rules, roleIds, use);
  }
}
