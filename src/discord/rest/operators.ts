import { Routes } from 'discord-api-types/v10';
import { z } from 'zod';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../services/operations/log.ts';
import type { DiscordApi } from './api.ts';

/** Who joins or leaves a team is known here within this time. */
const CACHE_MS = 10 * 60_000;
/** Short, since a person waits for the answer. */
const TIMEOUT_MS = 1_000;
const ACCEPTED = 2;

/** https://docs.discord.com/developers/topics/teams#data-models-team-member-object */
const memberSchema = z.object({
  membership_state: z.number(),
  role: z.string().optional(),
  user: z.object({ id: z.string() }),
});
/** An application of a team names the team's own account as its owner. */
const applicationSchema = z.object({
  owner: z.object({ id: z.string() }).nullish(),
  team: z.object({ members: z.array(memberSchema) }).nullish(),
});

export interface OperatorsOptions {
  api: Pick<DiscordApi, 'bot'>;
  clock: Pick<Clock, 'now'>;
  log: Pick<Log, 'warn'>;
}

/** Who runs the bot: the owner of its application, or the team's members who may do more than look at it. */
export class Operators {
  readonly #options: OperatorsOptions;
  #known: { ids: ReadonlySet<string>; until: number } | undefined;

  constructor(options: OperatorsOptions) {
    this.#options = options;
  }

  /** Whether a person runs the bot. False when that can't be told. */
  async isOperator(personId: string): Promise<boolean> {
    const { clock, log } = this.#options;
    try {
      if (!this.#known || this.#known.until <= clock.now())
        this.#known = { ids: await this.#read(), until: clock.now() + CACHE_MS };
      return this.#known.ids.has(personId);
    } catch (error) {
      log.warn("couldn't read who runs the bot", { error });
      return false;
    }
  }

  async #read(): Promise<Set<string>> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await this.#options.api.bot.get(Routes.currentApplication(), { signal });
    const { owner, team } = applicationSchema.parse(answer);
    if (!team) return new Set(owner ? [owner.id] : []);
    const members = team.members.filter(
      (one) => one.membership_state === ACCEPTED && one.role !== 'read_only',
    );
    return new Set(members.map(({ user }) => user.id));
  }
}
