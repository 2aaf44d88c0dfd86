import type { Config } from '../../config.ts';
import { KeyedMutex } from '../../lib/keyed-mutex.ts';
import { Accounts } from '../../services/accounts/accounts.ts';
import { ApiKeys } from '../../services/accounts/api-keys.ts';
import { Admission } from '../../services/guilds/admission.ts';
import { Blocklists } from '../../services/guilds/blocklist/blocklists.ts';
import { NO_STYLES } from '../../services/guilds/guild-styles.ts';
import { GuildValues } from '../../services/guilds/guild-values.ts';
import type { Guilds } from '../../services/guilds/index.ts';
import { Limits } from '../../services/guilds/limits.ts';
import { OperatorRules } from '../../services/guilds/operator-rules.ts';
import { Drafts } from '../../services/people/drafts.ts';
import { Profiles } from '../../services/people/profiles.ts';
import type { Running } from '../runtime.ts';
import type { OpenedJobs } from './jobs.ts';
import type { Network } from './network.ts';
import type { OpenStore } from './store.ts';

/** Who pays, and what servers, people and the person who runs the bot decide. */
export const openGuilds = (
  config: Config,
  running: Running,
  { imageApi, metrics }: Network,
  { storage, stores, lease }: OpenStore,
  { openJobs, settings, usage, budget }: OpenedJobs,
) => {
  const { dataDir, encryptionKey } = config;
  const { clock, randomBytes, log } = running;
  /** Locks by owner, so that no other change comes between a check and the acceptance. */
  const owners = new KeyedMutex();
  const apiKeys = new ApiKeys({
    store: stores.apiKeys,
    dataDir,
    encryptionKey,
    locks: owners,
    lease,
    openJobs,
    randomBytes,
    clock,
    log,
  });
  const accounts = new Accounts(running, apiKeys, usage, imageApi, config);
  const operatorRules = new OperatorRules(running, stores.operator, metrics);
  const blocklists = new Blocklists(stores.blocklists, clock, storage.time);
  const limits = new Limits(stores.limits, usage);
  const checks = [storage.writeCheck(clock), operatorRules.check, settings.check, blocklists.check];
  const guilds: Guilds = {
    admission: new Admission(checks, limits, accounts, budget, owners),
    settings,
    blocklists,
    limits,
    styles: new GuildValues(stores.styles, NO_STYLES),
  };
  return {
    apiKeys,
    accounts,
    operatorRules,
    guilds,
    profiles: new Profiles(stores.profiles),
    drafts: new Drafts(running, stores.drafts),
  };
};

export type OpenedGuilds = ReturnType<typeof openGuilds>;
