import type { Store } from '../../storage/store.ts';
import { DEFAULT_SETTINGS } from './settings.ts';
import type { Settings } from './settings.ts';

/** Servers whose settings are kept in memory; each takes less than a kilobyte. */
const CACHED_SERVERS = 5_000;

export interface GuildSettingsOptions {
  store: Store<Settings>;
  cachedServers?: number;
}

/** The settings of all servers: in memory where they were asked for, and in the store before anybody hears of a change. */
export class GuildSettings {
  readonly #options: GuildSettingsOptions;
  readonly #known = new Map<string, Settings>();

  constructor(options: GuildSettingsOptions) {
    this.#options = options;
  }

  /** What a server decided; the defaults in direct messages, where there is no server. */
  async of(guildId: string | undefined): Promise<Settings> {
    if (guildId === undefined) return DEFAULT_SETTINGS;
    const known = this.#known.get(guildId);
    if (known) return known;
    const settings = (await this.#options.store.get(guildId)) ?? DEFAULT_SETTINGS;
    // A change that was stored meanwhile is newer than what was read.
    return this.#known.get(guildId) ?? this.#remember(guildId, settings);
  }

  /** Changes a server's settings; they are stored when this resolves. Returns them before and after. */
  async change(
    guildId: string,
    change: (settings: Settings) => Settings,
  ): Promise<{ before: Settings; after: Settings }> {
    let before = DEFAULT_SETTINGS;
    let after = DEFAULT_SETTINGS;
    await this.#options.store.update(guildId, (present = DEFAULT_SETTINGS) => {
      before = present;
      after = change(present);
      return after;
    });
    this.#remember(guildId, after);
    return { before, after };
  }

  /** Removes everything that a server decided: the bot has left it. */
  async forget(guildId: string): Promise<void> {
    await this.#options.store.delete(guildId);
    this.#known.delete(guildId);
  }

  /** The servers that decided something. */
  async guildIds(): Promise<string[]> {
    return (await this.#options.store.entries()).map(([guildId]) => guildId);
  }

  #remember(guildId: string, settings: Settings): Settings {
    const { cachedServers = CACHED_SERVERS } = this.#options;
    this.#known.delete(guildId);
    this.#known.set(guildId, settings);
    const [oldest] = this.#known.keys();
    if (this.#known.size > cachedServers && oldest !== undefined) this.#known.delete(oldest);
    return settings;
  }
}
