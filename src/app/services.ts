import { monotonicFactory } from 'ulid';
import { DAY_MS } from '../lib/clock.ts';
import { KeyedMutex } from '../lib/keyed-mutex.ts';
import type { Config } from '../config.ts';
import { Accounts, type AccountsOptions } from '../services/accounts/accounts.ts';
import { checkKey } from '../services/accounts/key-check.ts';
import { Keys } from '../services/accounts/keys.ts';
import { Breakers } from '../services/jobs/breakers.ts';
import { AdminLog } from '../services/guilds/admin-log.ts';
import { Admission } from '../services/guilds/admission.ts';
import { Blocklists } from '../services/guilds/blocklist/blocklists.ts';
import { GuildSettings } from '../services/guilds/settings.ts';
import type { Guilds } from '../services/guilds/index.ts';
import { Limits } from '../services/guilds/limits.ts';
import { ImageApiClient } from '../services/image-api/client.ts';
import { Drafts } from '../services/jobs/drafts.ts';
import { Estimates } from '../services/jobs/estimates.ts';
import { FAMILIES } from '../services/image-api/wire.ts';
import { JobEvents, type JobObserver } from '../services/jobs/events.ts';
import { OpenJobs } from '../services/jobs/open-jobs.ts';
import { VERSION } from '../lib/version.ts';
import { createMetrics, type Metrics } from '../services/operations/metrics.ts';
import { History } from '../services/people/history.ts';
import { People } from '../services/people/people.ts';
import { Profiles } from '../services/people/profiles.ts';
import { countingShared, sharedOwnerOf } from '../services/usage/owners.ts';
import { Usage } from '../services/usage/usage.ts';
import type { Runtime } from './runtime.ts';
import type { Stores } from './stores.ts';
import type { Account } from '../services/accounts/account.ts';
import { Finisher, type Deliver } from '../services/jobs/finisher.ts';
import type { Job } from '../services/jobs/job.ts';
import { AccountLimiter } from '../services/jobs/limiter.ts';
import { Jobs } from '../services/jobs/jobs.ts';
import { PersonalJobs } from '../services/jobs/personal-jobs.ts';
import { Poller } from '../services/jobs/poller.ts';
import { Submitter } from '../services/jobs/submitter.ts';

const PERSONAL_ID_BYTES = 12;

/** How long a closed job is kept, in milliseconds. */
export const retentionMsOf = ({ jobRetentionDays }: Config): number => jobRetentionDays * DAY_MS;

interface AccountNeeds {
  isOurs: (guildId: string | undefined) => boolean;
  openJobs: OpenJobs;
  /** Those under which jobs are closed. */
  closing: KeyedMutex;
  settings: GuildSettings;
  imageApi: ImageApiClient;
  breakers: Breakers;
  /** By owner: what must not come between a check and the acceptance. */
  locks: KeyedMutex;
}

/** API keys, quota and usage. */
const createAccounts = (
  config: Config,
  { clock, log, randomBytes }: Runtime,
  stores: Stores,
  { openJobs, closing, settings, imageApi, breakers, locks, isOurs }: AccountNeeds,
) => {
  const { sharedKeyDailyLimit, imageApiKey } = config;
  const usage = new Usage({
    store: stores.usage,
    openJobs: () => openJobs.all(),
    locks: closing,
    write: (change) => stores.commit([change]),
    timeZoneOf: async (guildId) => (await settings.of(guildId)).timeZone,
    ownersOf: sharedKeyDailyLimit > 0 ? countingShared : undefined,
    clock,
    log,
  });
  const keys = new Keys({
    store: stores.keys,
    dataDir: config.dataDir,
    encryptionKey: config.encryptionKey,
    locks,
    isOurs,
    isInUse: (keyRef) => openJobs.needsKey(keyRef),
    randomBytes,
    clock,
    log,
  });
  const sharedUse: AccountsOptions['sharedUse'] = (owner) => usage.use(sharedOwnerOf(owner), owner.personId);
  const accounts = new Accounts({ imageApiKey, sharedKeyDailyLimit, sharedUse, keys, breakers, log });
  return { usage, keys, breakers, accounts, checkKey: (apiKey: string) => checkKey(imageApi, apiKey) };
};

/** Server settings and admission. */
const createGuilds = (
  config: Config,
  runtime: Runtime,
  stores: Stores,
  {
    openJobs,
    closing,
    imageApi,
    breakers,
    isOurs,
  }: Pick<AccountNeeds, 'openJobs' | 'closing' | 'imageApi' | 'breakers' | 'isOurs'>,
): Guilds => {
  const { clock, log } = runtime;
  const adminLog = new AdminLog(log);
  const settings = new GuildSettings({ store: stores.guilds });
  const blocklists = new Blocklists({ store: stores.blocklists, clock });
  const locks = new KeyedMutex();
  const shared = { openJobs, closing, settings, imageApi, breakers, locks, isOurs };
  const accountServices = createAccounts(config, runtime, stores, shared);
  const { accounts, usage } = accountServices;
  const limits = new Limits({ store: stores.limits, usage });
  const checks = [settings.check, blocklists.check, limits.check];
  const admission = new Admission({ checks, accounts, usage, locks });
  return { ...accountServices, admission, settings, blocklists, limits, adminLog };
};

/** What people decide and keep. */
const createPeople = (
  config: Config,
  { randomBytes }: Runtime,
  stores: Stores,
  { openJobs, closing: locks }: Pick<AccountNeeds, 'openJobs' | 'closing'>,
) => {
  const retentionMs = retentionMsOf(config);
  const newId = () => randomBytes(PERSONAL_ID_BYTES).toString('hex');
  return {
    people: new People({
      profiles: new Profiles({ store: stores.people, newPresetId: newId }),
      history: new History({ store: stores.history, openJobs: () => openJobs.all(), locks, retentionMs }),
    }),
    drafts: new Drafts(stores.drafts, newId),
  };
};

/** Counts and times what happens to jobs. */
const jobMetrics = (metrics: Metrics, { clock }: Runtime): JobObserver => {
  // An alert watches the increase of these, and a crash's are counted before anybody can ask for the metrics.
  for (const family of FAMILIES) metrics.countJob({ family, outcome: 'unknown' }, 0);
  return {
    taken: ({ submission: { family }, acceptedAt }) => {
      metrics.observeJobStep('submit', family, clock.now() - acceptedAt);
    },
    ended: (job) => {
      const { family } = job.submission;
      metrics.countJob({ family, outcome: job.state });
      if (job.state === 'succeeded' && job.isTimed === true && job.submittedAt !== undefined)
        metrics.observeJobStep('finish', family, job.endedAt - job.submittedAt);
    },
    closed: ({ submission: { family }, endedAt }) => {
      metrics.observeJobStep('deliver', family, clock.now() - endedAt);
    },
  };
};

/**
 * Everything that jobs depend on or report to. None of it depends on Discord.
 *
 * @param isOurs whether this process owns a server, or direct messages (undefined).
 */
export const createServices = (
  config: Config,
  runtime: Runtime,
  stores: Stores,
  isOurs: (guildId: string | undefined) => boolean = () => true,
) => {
  const events = new JobEvents();
  const metrics = createMetrics({ openJobs: () => openJobs.all(), version: VERSION });
  const imageApi = new ImageApiClient({ baseUrl: config.imageApiUrl, now: () => runtime.clock.now() });
  const { clock, random, log } = runtime;
  const ulid = monotonicFactory(random);
  const closing = new KeyedMutex();
  const openJobs = new OpenJobs({
    ...{ stores, retentionMs: retentionMsOf(config), locks: closing, events, clock, log },
    isOurs: ({ guildId }) => isOurs(guildId),
    isAlone: config.parts === 1,
    newJobId: () => ulid(clock.now()),
  });
  const breakers = new Breakers({ events, clock, random, log });
  const guilds = createGuilds(config, runtime, stores, { openJobs, closing, imageApi, breakers, isOurs });
  const { people, drafts } = createPeople(config, runtime, stores, { openJobs, closing });
  const { usage, keys } = guilds;
  for (const ledger of [usage, people.history]) openJobs.keep(ledger);
  events.subscribe(keys.observer);
  events.subscribe(jobMetrics(metrics, runtime));
  const estimates = new Estimates(stores.estimates);
  return { stores, events, openJobs, isOurs, estimates, imageApi, guilds, people, drafts, metrics };
};
export type Services = ReturnType<typeof createServices>;

/** What jobs need of Discord and of the process. */
interface JobSurroundings {
  deliver: Deliver;
  /** Whether the jobs are this process's own. */
  isOwner: () => boolean;
  /** The submitter broke off. */
  onBroken: (error: unknown) => void;
}

/** The parts that move a job from acceptance to delivery. */
export const createJobs = (
  config: Config,
  runtime: Runtime,
  services: Services,
  { deliver, isOwner, onBroken }: JobSurroundings,
) => {
  const { clock, random, log } = runtime;
  const { stores, events, openJobs, isOurs, estimates, imageApi, guilds, metrics } = services;
  const retentionMs = retentionMsOf(config);
  const { accountRequestsPerSecond: requestsPerSecond, accountConcurrency: concurrency } = config;
  const limiter = new AccountLimiter({ requestsPerSecond, concurrency });
  const { accounts, breakers, checkKey } = guilds;
  const finisher = new Finisher({ jobs: openJobs, accounts, deliver, events, estimates, clock, log });
  const common = { imageApi, limiter, jobs: openJobs, isOwner, finisher, metrics, clock, log };
  const { pollIntervalMs: intervalMs } = config;
  const poller = new Poller({ ...common, accounts, estimates, intervalMs, random });
  const ping = async (account: Account) => {
    const apiKey = await accounts.keyToSubmit(account);
    return apiKey === undefined || (await checkKey(apiKey)) !== 'not-asked';
  };
  const submission = { accounts, breakers, ping, poller, events, onBroken };
  const submitter = new Submitter({ ...common, ...submission });
  const isHere = ({ guildId }: Pick<Job, 'guildId'>) => isOurs(guildId);
  const work = { submitter, poller, finisher, isHere };
  const jobs = new Jobs({ ...work, open: openJobs, estimates, clock, log });
  const personalJobs = new PersonalJobs({ open: openJobs, stores, retentionMs, clock });
  return { jobs, poller, submitter, personalJobs };
};
export type JobServices = ReturnType<typeof createJobs>;
