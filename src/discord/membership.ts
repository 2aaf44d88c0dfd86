import { DiscordAPIError } from 'discord.js';
import { RESTJSONErrorCodes, Routes } from 'discord-api-types/v10';
import { z } from 'zod';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../services/operations/log.ts';
import type { DiscordApi } from './api.ts';
import { retryRequest } from './retry.ts';

const ATTEMPTS = 5;

const pageSchema = z.array(z.object({ id: z.string() }));

/** Codes that prove that the bot isn't in a server; outages have other codes. */
const NOT_A_MEMBER: readonly unknown[] = [RESTJSONErrorCodes.UnknownGuild, RESTJSONErrorCodes.MissingAccess];

export interface MembershipOptions {
  api: Pick<DiscordApi, 'bot'>;
  clock: Clock;
  /** From 0 to 1. */
  random: () => number;
  log: Log;
  /** What did not work is not tried again once it aborts. */
  signal: AbortSignal;
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
    const known = new Set<string>();
    for (let after = '0'; ;) {
      const page = await this.#page(after);
      for (const { id } of page) known.add(id);
      const last = page.at(-1)?.id;
      if (last === undefined || last === after) return known;
      after = last;
    }
  }

  /** Whether the bot has left a server. False when that's unknown, for example during an outage. */
  async hasLeft(guildId: string): Promise<boolean> {
    try {
      await this.#retry('read a server', () => this.#options.api.bot.get(Routes.guild(guildId)));
      return false;
    } catch (error) {
      return error instanceof DiscordAPIError && NOT_A_MEMBER.includes(error.code);
    }
  }

  /** The servers that come after an id: https://docs.discord.com/developers/resources/user#get-current-user-guilds */
  async #page(after: string): Promise<z.infer<typeof pageSchema>> {
    const query = new URLSearchParams({ after });
    const ask = () => this.#options.api.bot.get(Routes.userGuilds(), { query });
    return pageSchema.parse(await this.#retry('list servers', ask));
  }

  #retry<T>(what: string, request: () => Promise<T>): Promise<T> {
    return retryRequest(what, request, { ...this.#options, attempts: ATTEMPTS });
  }
}
