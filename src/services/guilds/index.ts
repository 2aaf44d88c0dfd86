import type { Admission } from './admission.ts';
import type { Blocklists } from './blocklist/blocklists.ts';
import type { GuildStyles } from './guild-styles.ts';
import type { GuildValues } from './guild-values.ts';
import type { GuildSettings } from './settings.ts';
import type { Limits } from './limits.ts';

/** What servers decide, and by that which requests are admitted. */
export interface Guilds {
  admission: Admission;
  settings: GuildSettings;
  blocklists: Blocklists;
  limits: Limits;
  styles: GuildValues<GuildStyles>;
}
