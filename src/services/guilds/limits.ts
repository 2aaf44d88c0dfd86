import type { Clock } from '../../lib/clock.ts';
import type { Store } from '../storage/store.ts';
import type { Check } from './admission.ts';
import { GuildValues } from './guild-values.ts';
import { ownerOf, type Usage } from '../usage/usage.ts';
import { NO_LIMITS, reachedLimit, type LimitRules, type ReachedLimit } from './limit-rules.ts';

/** A server's limit stands in the way. */
export class LimitReachedError extends Error {
  override name = 'LimitReachedError';
  readonly reached: ReachedLimit;

  constructor(reached: ReachedLimit) {
    super(`The limit ${reached.kind} of ${reached.limit} is reached`);
    this.reached = reached;
  }
}

export interface LimitsOptions {
  store: Store<LimitRules>;
  usage: Pick<Usage, 'use'>;
  clock: Pick<Clock, 'now'>;
}

/** What servers allow their people, and whether it is used up. */
export class Limits extends GuildValues<LimitRules> {
  readonly #options: LimitsOptions;

  constructor(options: LimitsOptions) {
    super({ store: options.store, whenNone: NO_LIMITS });
    this.#options = options;
  }

  /** @throws LimitReachedError when a limit of the server stands in a request's way. */
  readonly check: Check = async ({ guildId, personId, roleIds }) => {
    if (guildId === undefined) return;
    const rules = await this.of(guildId);
    if (rules === NO_LIMITS) return;
    const use = await this.#options.usage.use(ownerOf({ guildId, personId }), personId);
    const reached = reachedLimit(rules, roleIds, use, this.#options.clock.now());
    if (reached) throw new LimitReachedError(reached);
  };
}
