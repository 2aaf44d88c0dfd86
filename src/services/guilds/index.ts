import type { Accounts } from '../accounts/accounts.ts';
import type { KeyVerdict } from '../accounts/key-check.ts';
import type { ApiKeys } from '../accounts/api-keys.ts';
import type { Usage } from '../usage/usage.ts';
import type { AdminLog } from './admin-log.ts';
import type { Admission } from './admission.ts';
import type { Blocklists } from './blocklist/blocklists.ts';
import type { GuildStyles } from './guild-styles.ts';
import type { GuildValues } from './guild-values.ts';
import type { GuildSettings } from './settings.ts';
import type { Limits } from './limits.ts';

/** Server settings, admission, and the choice of the key. */
export interface Guilds {
  admission: Admission;
  settings: GuildSettings;
  blocklists: Blocklists;
  limits: Limits;
  styles: GuildValues<GuildStyles>;
  usage: Usage;
  accounts: Accounts;
  apiKeys: ApiKeys;
  /** Asks the service about a key; this is free. */
  checkKey: (apiKey: string) => Promise<KeyVerdict>;
  /** Publishes admins' changes, for example to the log channel. */
  adminLog: AdminLog;
}
