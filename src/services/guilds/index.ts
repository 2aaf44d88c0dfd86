import type { Clock } from '../../lib/clock.ts';
import { KeyedMutex } from '../../lib/keyed-mutex.ts';
import type { ImageApi } from '../image-api/client.ts';
import type { Log } from '../operations/log.ts';
import type { Storage } from '../storage/store.ts';
import { AdminLog } from './admin-log.ts';
import { Admission, type AdmissionOptions } from './admission.ts';
import { Blocklists, parseBlocklist } from './blocklist/blocklists.ts';
import { createUsage, usageObserver } from '../usage/counting.ts';
import { purgeLeftGuilds, type Membership } from './left-guilds.ts';
import { Limits } from './limits.ts';
import { parseLimits } from './limit-rules.ts';
import { notifyAll, type GuildObserver } from '../accounts/observer.ts';
import { createBilling, type Billing } from '../accounts/billing.ts';
import { QuotaClosedError } from '../accounts/quotas.ts';
import { GuildSettings } from './guild-settings.ts';
import { createRoleCheck } from './role-check.ts';
import { parseSettings } from './settings.ts';
import { sharedOwnerOf, type Usage } from '../usage/usage.ts';

export interface CreateGuildsOptions {
  storage: Pick<Storage, 'open'>;
  /** The operator's key. */
  imageApiKey?: string;
  sharedKeyDailyLimit: number;
  imageApi: Pick<ImageApi, 'jobStatus'>;
  dataDir: string;
  encryptionKey?: Buffer;
  encryptionKeyPrevious?: Buffer;
  randomBytes: (count: number) => Buffer;
  /** Several processes may share a store: whether a server's affairs, or those outside of servers, are this one's. */
  isOurs: (guildId: string | undefined) => boolean;
  /** Whether an open job was accepted on that key. */
  isKeyInUse: (keyRef: string) => boolean;
  /** Refuses what waits of an account whose quota is used up. Must neither throw nor take long. */
  refuseWaiting: (accountId: string) => void;
  clock: Clock;
  log: Log;
}

/** What a server decides: keys, limits, settings, and who may ask for what. */
export interface Guilds extends Omit<Billing, 'billingObserver'> {
  admission: Admission;
  settings: GuildSettings;
  blocklists: Blocklists;
  limits: Limits;
  usage: Usage;
  /** What admins change is told here; the log channel hears it. */
  adminLog: AdminLog;
  /** Told of what happens to jobs; see the jobs' own observers for when. */
  observer: GuildObserver;
  /** Reads what has to be known before anything else begins. @throws EncryptionKeyError */
  start: () => Promise<void>;
  /** Lets what is under way be stored. */
  stop: () => Promise<void>;
  /** Forgets everything about servers that the bot has left. Returns which. */
  purgeLeftGuilds: (membership: Membership) => Promise<string[]>;
}

/** Who is turned down for want of quota is counted, though there never is a job. */
const createAdmission = (usage: Usage, options: AdmissionOptions): Admission =>
  new Admission({
    ...options,
    onRefused: (request, error) => {
      if (error instanceof QuotaClosedError) usage.refused(request);
    },
  });

/** What servers decide, and what is counted of them. */
const createDecisions = (options: CreateGuildsOptions) => {
  const { storage } = options;
  const settings = new GuildSettings({ store: storage.open('guilds', parseSettings) });
  const blocklists = new Blocklists({ ...options, store: storage.open('blocklists', parseBlocklist) });
  const usage = createUsage({
    ...options,
    timeZoneOf: async (guildId) => (await settings.of(guildId)).timeZone,
  });
  const limits = new Limits({ ...options, store: storage.open('limits', parseLimits), usage });
  return { settings, blocklists, usage, limits };
};

/** Builds the services of servers. */
export const createGuilds = (options: CreateGuildsOptions): Guilds => {
  const decisions = createDecisions(options);
  const { settings, blocklists, usage, limits } = decisions;
  const adminLog = new AdminLog(options.log);
  const turns = new KeyedMutex();
  const { billingObserver, ...billing } = createBilling({
    ...options,
    turns,
    sharedUse: (owner) => usage.use(sharedOwnerOf(owner), owner.personId),
    onExhausted: ({ guildId, account }) => {
      // The people who run the server in which it was found out.
      if (guildId !== undefined) adminLog.record({ kind: 'quota-exhausted', guildId });
      options.refuseWaiting(account.id);
    },
  });
  const { accounts, keys, quotas } = billing;
  const checks = [createRoleCheck(settings), blocklists.check, limits.check];
  return {
    ...billing,
    ...decisions,
    adminLog,
    admission: createAdmission(usage, { checks, accounts, turns }),
    observer: notifyAll([usageObserver(usage), billingObserver]),
    start: async () => {
      await keys.start();
      await quotas.start();
    },
    stop: async () => {
      await keys.idle();
      await usage.flush();
    },
    purgeLeftGuilds: (membership) =>
      purgeLeftGuilds([keys, settings, limits, blocklists], membership, options.log),
  };
};
