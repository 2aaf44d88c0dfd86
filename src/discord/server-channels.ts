import { latest } from '../lib/latest.ts';
import type { DiscordApi } from './api.ts';
import { failureKind } from './failures.ts';

/** Of two a server. */
const MAX_CHANNELS = 10_000;

/** Knows of which server a channel is. A channel never changes its server, so it is asked for once. */
export class ServerChannels {
  readonly #api: Pick<DiscordApi, 'guildOf'>;
  readonly #guilds = latest<string>(MAX_CHANNELS);

  constructor(api: Pick<DiscordApi, 'guildOf'>) {
    this.#api = api;
  }

  /** Whether a channel is one of a server's, and the bot sees it. @throws what may work later. */
  async isOf(guildId: string, channelId: string): Promise<boolean> {
    const found = this.#guilds.get(channelId) ?? (await this.#look(channelId));
    if (found !== undefined) this.#guilds.set(channelId, found);
    return found === guildId;
  }

  async #look(channelId: string): Promise<string | undefined> {
    try {
      return await this.#api.guildOf(channelId);
    } catch (error) {
      if (failureKind(error) === 'retryable') throw error;
      return undefined;
    }
  }
}
