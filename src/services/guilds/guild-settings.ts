import type { Store } from '../storage/store.ts';
import { GuildValues } from './guild-values.ts';
import { DEFAULT_SETTINGS, type Settings } from './settings.ts';

/** The settings of all servers. */
export class GuildSettings extends GuildValues<Settings> {
  constructor({ store }: { store: Store<Settings> }) {
    super({ store, whenNone: DEFAULT_SETTINGS });
  }

  /** What a server decided; the defaults in direct messages, where there is no server. */
  override async of(guildId: string | undefined): Promise<Settings> {
    return guildId === undefined ? DEFAULT_SETTINGS : super.of(guildId);
  }
}
