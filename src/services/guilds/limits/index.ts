import type { Clock } from '../../../clock.ts';
import type { Store } from '../../storage/store.ts';
import type { Check } from '../admission.ts';
import { ownerOf } from '../usage/index.ts';
import type { Usage } from '../usage/index.ts';
import { NO_LIMITS, reachedLimit } from './rules.ts';
import type { LimitRules, ReachedLimit } from './rules.ts';

/** Servers whose limits are kept in memory; each takes less than a kilobyte. */
const CACHED_SERVERS = 5_000;

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
export class Limits {
  readonly #options: LimitsOptions;
  readonly #known = new Map<string, LimitRules>();

  constructor(options: LimitsOptions) {
    this.#options = options;
  }

  /** What a server allows. */
  async of(guildId: string): Promise<LimitRules> {
    const known = this.#known.get(guildId);
    if (known) return known;
    const rules = (await this.#options.store.get(guildId)) ?? NO_LIMITS;
    // A change that was stored meanwhile is newer than what was read.
    return this.#known.get(guildId) ?? this.#remember(guildId, rules);
  }

  /** Changes what a server allows; it is stored, and holds, when this resolves. Returns it before and after. */
  async change(
    guildId: string,
    change: (rules: LimitRules) => LimitRules,
  ): Promise<{ before: LimitRules; after: LimitRules }> {
    let before = NO_LIMITS;
    let after = NO_LIMITS;
    await this.#options.store.update(guildId, (rules = NO_LIMITS) => {
      before = rules;
      after = change(rules);
      return after;
    });
    this.#remember(guildId, after);
    return { before, after };
  }

  /** Removes what a server decided: the bot has left it. */
  async forget(guildId: string): Promise<void> {
    await this.#options.store.delete(guildId);
    this.#known.delete(guildId);
  }

  /** The servers that decided something. */
  async guildIds(): Promise<string[]> {
    return (await this.#options.store.entries()).map(([guildId]) => guildId);
  }

  /** @throws LimitReachedError when a limit of the server stands in a wish's way. */
  readonly check: Check = async ({ guildId, personId, roleIds }) => {
    if (guildId === undefined) return;
    const rules = await this.of(guildId);
    if (rules === NO_LIMITS) return;
    const use = await this.#options.usage.use(ownerOf({ guildId, personId }), personId);
    const reached = reachedLimit(rules, roleIds, use, this.#options.clock.now());
    if (reached) throw new LimitReachedError(reached);
  };

  #remember(guildId: string, rules: LimitRules): LimitRules {
    this.#known.delete(guildId);
    this.#known.set(guildId, rules);
    const [oldest] = this.#known.keys();
    if (this.#known.size > CACHED_SERVERS && oldest !== undefined) this.#known.delete(oldest);
    return rules;
  }
}
