import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../services/operations/log.ts';
import type { DiscordApi } from './api.ts';
import { readApplication } from './application.ts';

/** Who joins or leaves a team is known here within this time. */
const CACHE_MS = 10 * 60_000;
/** Short, since a person waits for the answer. */
const TIMEOUT_MS = 1_000;

export interface OperatorsOptions {
  api: Pick<DiscordApi, 'bot'>;
  clock: Pick<Clock, 'now'>;
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
    const { api, clock, log } = this.#options;
    try {
      if (!this.#known || this.#known.until <= clock.now()) {
        const { operatorIds } = await readApplication(api.bot, AbortSignal.timeout(TIMEOUT_MS));
        this.#known = { ids: operatorIds, until: clock.now() + CACHE_MS };
      }
      return this.#known.ids.includes(personId);
    } catch (error) {
      log.warn("couldn't read who runs the bot", { error });
      return false;
    }
  }
}
