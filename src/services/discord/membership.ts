import { DiscordAPIError } from '@discordjs/rest';
import { RESTJSONErrorCodes } from 'discord-api-types/v10';
import type { Clock } from '../../clock.ts';
import type { DiscordApi } from './api.ts';
import { backOffMs, failureKind } from './failures.ts';

const ATTEMPTS = 5;

/** What says for sure that the bot is not in a server; an outage has other codes. */
const NOT_A_MEMBER: readonly unknown[] = [
  RESTJSONErrorCodes.UnknownGuild,
  RESTJSONErrorCodes.MissingAccess,
];

export interface MembershipOptions {
  api: Pick<DiscordApi, 'ownGuildIds' | 'lookAtGuild'>;
  clock: Clock;
  /** From 0 to 1. */
  random: () => number;
}

/**
 * In which servers the bot is. Discord tells of being removed only to those who listen to everything about servers, which
 * Easel does not, so it has to ask.
 */
export class Membership {
  readonly #options: MembershipOptions;

  constructor(options: MembershipOptions) {
    this.#options = options;
  }

  /** The ids of all servers in which the bot is. */
  async list(): Promise<ReadonlySet<string>> {
    const { api } = this.#options;
    const known = new Set<string>();
    for (let after = '0'; ; ) {
      const page = await this.#insist(() => api.ownGuildIds(after));
      for (const id of page) known.add(id);
      const last = page.at(-1);
      if (last === undefined || last === after) return known;
      after = last;
    }
  }

  /** Whether the bot is no longer in a server. False when that can't be told, as during an outage. */
  async hasLeft(guildId: string): Promise<boolean> {
    try {
      await this.#insist(() => this.#options.api.lookAtGuild(guildId));
      return false;
    } catch (error) {
      return error instanceof DiscordAPIError && NOT_A_MEMBER.includes(error.code);
    }
  }

  async #insist<T>(ask: () => Promise<T>): Promise<T> {
    const { clock, random } = this.#options;
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await ask();
      } catch (error) {
        if (attempt + 1 >= ATTEMPTS || failureKind(error) !== 'again') throw error;
        await clock.sleep(backOffMs(error, attempt, random()));
      }
    }
  }
}
