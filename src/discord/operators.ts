import {
  Team,
  TeamMemberMembershipState,
  TeamMemberRole,
  type Client,
  type ClientApplication,
} from 'discord.js';
import { within, type Clock } from '../lib/clock.ts';
import type { Log } from '../services/operations/log.ts';

/** Who joins or leaves a team is known here within this time. */
const CACHE_MS = 10 * 60_000;
/** Short, since a person waits for the answer. */
const TIMEOUT_MS = 1_000;

/** Its owner, or the team's members who may do more than look at it. */
const operatorsOf = ({ owner }: ClientApplication): string[] => {
  if (!(owner instanceof Team)) return owner ? [owner.id] : [];
  return owner.members
    .filter((one) => one.membershipState === TeamMemberMembershipState.Accepted)
    .filter((one) => one.role !== TeamMemberRole.ReadOnly)
    .map(({ id }) => id);
};

export interface OperatorsOptions {
  client: () => Client<true>;
  clock: Clock;
  log: Pick<Log, 'warn'>;
}

/** Who runs the bot. */
export class Operators {
  readonly #options: OperatorsOptions;
  #known: { ids: readonly string[]; until: number } | undefined;

  constructor(options: OperatorsOptions) {
    this.#options = options;
  }

  /** Whether a person runs the bot. False when that can't be told. */
  async isOperator(personId: string): Promise<boolean> {
    const { client, clock, log } = this.#options;
    try {
      if (!this.#known || this.#known.until <= clock.now()) {
        const application = await within(TIMEOUT_MS, client().application.fetch(), clock);
        if (!application) throw new Error('Discord did not answer in time');
        this.#known = { ids: operatorsOf(application), until: clock.now() + CACHE_MS };
      }
      return this.#known.ids.includes(personId);
    } catch (error) {
      log.warn("couldn't read who runs the bot", { error });
      return false;
    }
  }
}
