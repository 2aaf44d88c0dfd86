import { Admission } from '../services/guilds/admission.ts';
import type { Check } from '../services/guilds/check.ts';
import type { Accounts } from '../services/accounts/accounts.ts';
import type { SharedBudget } from '../services/usage/shared-budget.ts';
import type { KeyedMutex } from '../lib/keyed-mutex.ts';
import { Blocklists } from '../services/guilds/blocklist/blocklists.ts';
import { NO_STYLES } from '../services/guilds/guild-styles.ts';
import { GuildValues } from '../services/guilds/guild-values.ts';
import type { Guilds } from '../services/guilds/index.ts';
import { Limits } from '../services/guilds/limits.ts';
import type { GuildSettings } from '../services/guilds/settings.ts';
import type { StoreTime } from '../services/storage/store-time.ts';
import type { Usage } from '../services/usage/usage.ts';
import type { Clock } from '../lib/clock.ts';
import type { openStores } from './stores.ts';

type Stores = Pick<ReturnType<typeof openStores>, 'blocklists' | 'limits' | 'styles'>;

interface Needed {
  accounts: Accounts;
  budget: SharedBudget;
  locks: KeyedMutex;
  firstChecks: readonly Check[];
  settings: GuildSettings;
  usage: Usage;
  clock: Clock;
  time: StoreTime;
}

/** What servers decide, with the checks of a request in their order. */
export const wireGuilds = (
  stores: Stores,
  { firstChecks, settings, usage, accounts, budget, locks, clock, time }: Needed,
): Guilds => {
  const blocklists = new Blocklists(stores.blocklists, clock, time);
  const limits = new Limits(stores.limits, usage);
  const styles = new GuildValues(stores.styles, NO_STYLES);
  const checks = [...firstChecks, settings.check, blocklists.check];
  const admission = new Admission(checks, limits, accounts, budget, locks);
  return { admission, settings, blocklists, limits, styles };
};
