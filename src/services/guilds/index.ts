import type { Accounts } from '../accounts/accounts.ts';
import type { KeyVerdict } from '../accounts/key-check.ts';
import type { Keys } from '../accounts/keys.ts';
import type { Quotas } from '../accounts/quotas.ts';
import type { Usage } from '../usage/usage.ts';
import type { AdminLog } from './admin-log.ts';
import type { Admission } from './admission.ts';
import type { Blocklists } from './blocklist/blocklists.ts';
import type { GuildSettings } from './guild-settings.ts';
import type { Limits } from './limits.ts';

/** What a server decides, who may ask for what, and which key pays. */
export interface Guilds {
  admission: Admission;
  settings: GuildSettings;
  blocklists: Blocklists;
  limits: Limits;
  usage: Usage;
  accounts: Accounts;
  keys: Keys;
  quotas: Quotas;
  /** Asks the service what it makes of a key; costs nothing. */
  checkKey: (apiKey: string) => Promise<KeyVerdict>;
  /** What admins change is told here; the log channel hears it. */
  adminLog: AdminLog;
}
