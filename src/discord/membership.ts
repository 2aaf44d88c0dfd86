import { RESTJSONErrorCodes, Routes } from 'discord-api-types/v10';
import type { Client } from 'discord.js';
import { errorCodeOf } from './errors.ts';
import { retryRequest, type Retrying } from './failures.ts';

const ATTEMPTS = 5;

/** Codes that prove that the bot isn't in a server; outages have other codes. */
const NOT_A_MEMBER: readonly unknown[] = [RESTJSONErrorCodes.UnknownGuild, RESTJSONErrorCodes.MissingAccess];

/**
 * The servers in which the bot is. Discord only tells bots with the Guilds intent that they were removed, so Easel has to ask.
 */
export class Membership {
  constructor(
    private readonly runtime: Retrying,
    private readonly gateway: { client: Client<true> },
  ) {}

  /** The names of all servers in which the bot is, by ID. */
  async list(): Promise<ReadonlyMap<string, string>> {
    const known = new Map<string, string>();
    for (let after = '0'; ;) {
      const page = await this.#retry('list servers', () => this.gateway.client.guilds.fetch({ after }));
      for (const [id, { name }] of page) known.set(id, name);
      const last = page.lastKey();
      if (last === undefined || last === after) return known;
      after = last;
    }
  }

  /** Leaves a server. */
  async leave(guildId: string): Promise<void> {
    await this.#retry('leave a server', () => this.gateway.client.rest.delete(Routes.userGuild(guildId)));
  }

  /** Whether the bot has left a server. False when that's unknown, for example during an outage. */
  async hasLeft(guildId: string): Promise<boolean> {
    return (await this.presence(guildId)) === 'left';
  }

  /** Whether the bot is in a server. `unknown`: for example during an outage. */
  async presence(guildId: string): Promise<'member' | 'left' | 'unknown'> {
    try {
      await this.#retry('read a server', () =>
        this.gateway.client.guilds.fetch({ guild: guildId, cache: false, force: true }),
      );
      return 'member';
    } catch (error) {
      return NOT_A_MEMBER.includes(errorCodeOf(error) ?? 0) ? 'left' : 'unknown';
    }
  }

  #retry<T>(what: string, request: () => Promise<T>): Promise<T> {
    return retryRequest(what, request, this.runtime, ATTEMPTS);
  }
}
