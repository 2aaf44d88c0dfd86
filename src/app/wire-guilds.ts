import { Admission, type AdmissionOptions } from '../services/guilds/admission.ts';
import type { Check } from '../services/guilds/check.ts';
import { Blocklists } from '../services/guilds/blocklist/blocklists.ts';
import { NO_STYLES } from '../services/guilds/guild-styles.ts';
import { GuildValues } from '../services/guilds/guild-values.ts';
import type { Guilds } from '../services/guilds/index.ts';
import { Limits } from '../services/guilds/limits.ts';
import type { StoreTime } from '../services/storage/store-time.ts';
import type { Clock } from '../lib/clock.ts';
import type { openStores } from './stores.ts';

type Stores = Pick<ReturnType<typeof openStores>, 'blocklists' | 'limits' | 'styles'>;

type Needed = Pick<Guilds, 'settings' | 'usage' | 'accounts' | 'apiKeys' | 'adminLog' | 'checkKey'> &
  Pick<AdmissionOptions, 'budget' | 'locks'> & {
    firstChecks: readonly Check[];
    clock: Clock;
    time: StoreTime;
  };

/** What servers decide, and by that which requests are admitted. */
export const wireGuilds = (
  stores: Stores,
  { firstChecks, budget, locks, clock, time, ...known }: Needed,
): Guilds => {
  const { settings, usage, accounts } = known;
  const blocklists = new Blocklists(stores.blocklists, clock, time);
  const limits = new Limits(stores.limits, usage);
  const styles = new GuildValues(stores.styles, NO_STYLES);
  const checks = [...firstChecks, settings.check, blocklists.check];
  const admission = new Admission({ checks, limits, accounts, budget, locks });
  return { ...known, admission, blocklists, limits, styles };
};
