import { reactionActions } from '../commands/card/card-actions.ts';
import { ClickGuard } from '../commands/framework/click-guard.ts';
import type { SharedContext } from '../commands/framework/command.ts';
import { actions, commands, messageCommands } from '../commands/index.ts';
import { isSourceDeleted } from '../commands/requests/references.ts';
import type { Config } from '../config.ts';
import { DiscordApi } from '../discord/api.ts';
import { Delivery } from '../discord/delivery/delivery.ts';
import { Messages } from '../discord/messages.ts';
import { Notifier } from '../discord/delivery/notifier.ts';
import { Pictures } from '../discord/delivery/pictures.ts';
import { Progress } from '../discord/delivery/progress.ts';
import { Responder } from '../bot/responder.ts';
import { Gallery } from '../discord/gallery.ts';
import { Gateway } from '../bot/gateway.ts';
import { Membership } from '../discord/membership.ts';
import { Reactions } from '../bot/reactions.ts';
import { OperatorNotices } from '../discord/operator-notices.ts';
import { Rights } from '../discord/rights.ts';
import { Router } from '../bot/router.ts';
import { PERIODS } from '../lib/calendar.ts';
import { DAY_MS } from '../lib/clock.ts';
import { KeyedMutex } from '../lib/keyed-mutex.ts';
import { VERSION } from '../lib/version.ts';
import { Accounts } from '../services/accounts/accounts.ts';
import { checkKey } from '../services/accounts/key-check.ts';
import { ApiKeys } from '../services/accounts/api-keys.ts';
import { AdminLog } from '../services/guilds/admin-log.ts';
import { OperatorRules } from '../services/guilds/operator-rules.ts';
import { GuildSettings } from '../services/guilds/settings.ts';
import { ImageApiClient } from '../services/image-api/client.ts';
import { Breakers } from '../services/jobs/breaker.ts';
import { Deletions } from '../services/jobs/deletions.ts';
import { Drafts } from '../services/people/drafts.ts';
import { Estimates } from '../services/jobs/estimates.ts';
import { JobEvents } from '../services/jobs/events.ts';
import { Finisher } from '../services/jobs/finisher.ts';
import type { Job } from '../services/jobs/job.ts';
import { measureJobs } from '../services/jobs/job-metrics.ts';
import { Jobs } from '../services/jobs/jobs.ts';
import { AccountLimiter } from '../services/jobs/limiter.ts';
import { OpenJobs } from '../services/jobs/open-jobs.ts';
import { PersonalJobs } from '../services/jobs/personal-jobs.ts';
import { Poller } from '../services/jobs/poller.ts';
import { Submitter } from '../services/jobs/submitter.ts';
import { createWeb } from '../services/network/web.ts';
import { createMetrics } from '../services/operations/metrics.ts';
import { History } from '../services/people/history.ts';
import { Profiles } from '../services/people/profiles.ts';
import type { Owner } from '../services/accounts/api-key-rows.ts';
import type { Storage } from '../services/storage/store.ts';
import { sharedOwnerOf } from '../services/usage/owners.ts';
import { SharedBudget } from '../services/usage/shared-budget.ts';
import { Usage } from '../services/usage/usage.ts';
import { botRate, leaseOf } from './part.ts';
import { personalDataOf } from './personal-data.ts';
import type { Outside } from './runtime.ts';
import { openStores } from './stores.ts';
import { wireGuilds } from './wire-guilds.ts';
import { wireLog } from './wire-log.ts';

const PERSONAL_ID_BYTES = 12;

/**
 * All parts in reading order: each is given what stands above it. Nothing happens before they are started.
 *
 * @param process `onFailed` is called with the error that ends Easel; `signal` aborts when Easel stops.
 */
export const wire = (
  config: Config,
  runtime: Outside,
  storage: Storage,
  { onFailed, signal }: { onFailed: (error: Error) => void; signal: AbortSignal },
) => {
  const { discordToken, discordApiUrl, imageApiUrl, dataDir } = config;
  const { clock, random, randomBytes, log } = runtime;
  const basics = { clock, random, randomBytes, log };
  const untilStop = { ...basics, signal };
  const retentionMs = config.jobRetentionDays * DAY_MS;
  const newPersonalId = () => randomBytes(PERSONAL_ID_BYTES).toString('hex');
  const allOpen = () => openJobs.all();
  const metrics = createMetrics({ openJobs: allOpen, version: VERSION });

  // The ways out.
  const api = new DiscordApi({
    apiUrl: discordApiUrl,
    botToken: discordToken,
    requestsPerSecond: botRate(config),
    metrics,
    log,
    clock,
  });
  const imageApi = new ImageApiClient({ baseUrl: imageApiUrl, clock, log });
  const web = createWeb({
    allowPrivateAddresses: config.allowPrivateAddresses,
    trustedUrls: [imageApiUrl, discordApiUrl],
    clock,
    ...runtime.web,
  });

  // The store, and this process's part of the shards.
  const { lease, isOurs } = leaseOf(storage, config, { api, metrics, onFailed, log });
  const holdsLease = () => lease.isHeld();
  const isHere = ({ guildId }: Pick<Job, 'guildId'>) => isOurs(guildId);
  const stores = openStores(storage, lease);

  // Open jobs, and what counts them.
  const events = new JobEvents();
  measureJobs(events, metrics, clock);
  /** The locks under which jobs are closed. Ledgers name their keys. */
  const closing = new KeyedMutex();
  const openJobs = new OpenJobs({
    stores,
    retentionMs,
    locks: closing,
    isOurs: isHere,
    isAlone: config.parts === 1,
    events,
    ...basics,
  });
  const settings = new GuildSettings(stores.settings);
  const usage = new Usage(basics, stores.usage, stores.periods, allOpen, closing, stores.commit, settings);
  const history = new History(stores.history, allOpen, closing, retentionMs);
  // What an alert asks the increase of is there before the first of them.
  for (const period of PERIODS) metrics.countTotalReached({ period }, 0);
  const budget = new SharedBudget(
    basics,
    config.sharedKeyTotals,
    () => lease.part,
    stores.spent,
    allOpen,
    closing,
    (period) => {
      log.repeated('warn', "a total of the operator's key is reached: its requests are refused", { period });
      metrics.countTotalReached({ period });
      notices.tell('total');
    },
  );
  for (const ledger of [usage, history, budget]) openJobs.keep(ledger);

  // Who pays.
  /** Locks by owner, so that no other change comes between a check and the acceptance. */
  const owners = new KeyedMutex();
  const apiKeys = new ApiKeys({
    store: stores.apiKeys,
    dataDir,
    encryptionKey: config.encryptionKey,
    locks: owners,
    isOurs,
    isInUse: (keyRef) => openJobs.needsKey(keyRef),
    ...basics,
  });
  const breakers = new Breakers(basics, events);
  const sharedToday = (owner: Owner) => usage.takenToday(sharedOwnerOf(owner));
  const accounts = new Accounts(basics, apiKeys, sharedToday, config);

  // What servers and people decide.
  const deletions = new Deletions(untilStop, openJobs);
  const beside = { settings, deletions, copies: openJobs.copies, isOurs, events, api };
  const { channels, logChannel, takedowns } = wireLog(runtime, beside);
  const adminLog = new AdminLog(log, (change) => logChannel.adminChanged(change));
  const profiles = new Profiles(stores.profiles);
  const drafts = new Drafts(stores.drafts, newPersonalId);
  const operator = new OperatorRules(stores.operator);
  const guilds = wireGuilds(stores, {
    firstChecks: [storage.writeCheck(clock), operator.check],
    ...{ settings, usage, accounts, budget, clock },
    locks: owners,
    time: storage.time,
  });

  // Out to Discord: final cards, and what stands beside them.
  const pictures = new Pictures({ log, web, clock, ...runtime.patience });
  const messages = new Messages(untilStop, api, discordApiUrl, pictures, settings);
  /** By job: keeps two edits of its card from overtaking each other. */
  const cards = new KeyedMutex();
  const delivery = new Delivery({
    api,
    openJobs,
    deletions,
    pictures,
    cards,
    metrics,
    messages,
    notifier: new Notifier(basics, api, openJobs, deletions),
    confirmLease: () => lease.confirm(signal),
    ...basics,
    ...runtime.patience,
  });

  // From an accepted job to its card.
  const estimates = new Estimates(stores.estimates);
  const limiter = new AccountLimiter({
    requestsPerSecond: config.accountRequestsPerSecond,
    concurrency: config.accountConcurrency,
    clock,
  });
  const finisher = new Finisher(
    basics,
    openJobs,
    accounts,
    (jobId, stopped) => delivery.deliver(jobId, stopped),
    events,
    estimates,
  );
  const poller = new Poller({
    imageApi,
    limiter,
    openJobs,
    estimates,
    holdsLease,
    accounts,
    intervalMs: config.pollIntervalMs,
    metrics,
    ...basics,
    finisher,
    onBroken: (error) => onFailed(new Error('The poller broke off', { cause: error })),
  });
  const submitter = new Submitter({
    imageApi,
    limiter,
    breakers,
    openJobs,
    accounts,
    isSourceDeleted: (source, looks) => isSourceDeleted(source, { messages, openJobs, deletions }, looks),
    ping: async (account) => {
      const apiKey = await accounts.keyToSubmit(account);
      return apiKey === undefined || (await checkKey(imageApi, apiKey)) !== 'not-asked';
    },
    onSharedKeyRefused: (why) => notices.tell(why),
    onBroken: (error) => onFailed(new Error('The submitter broke off', { cause: error })),
    holdsLease,
    metrics,
    ...basics,
    poller,
    finisher,
    events,
  });
  const jobs = new Jobs(basics, openJobs, submitter, poller, finisher, estimates);
  const personalJobs = new PersonalJobs({ clock }, openJobs, stores, retentionMs);

  // What commands see.
  const client = (): Gateway['client'] => gateway.client;
  const rights = new Rights(basics, client);
  const membership = new Membership(untilStop, client);
  const notices = new OperatorNotices(untilStop, rights, api, operator);
  const context: SharedContext = {
    jobs,
    openJobs,
    submitter,
    isHere,
    deletions,
    guilds,
    accounts,
    apiKeys,
    checkKey: (apiKey) => checkKey(imageApi, apiKey),
    usage,
    adminLog,
    profiles,
    history,
    drafts,
    personalData: personalDataOf({ personalJobs, drafts, apiKeys, profiles, history, guilds, operator }),
    jobRetentionDays: config.jobRetentionDays,
    scrub: stores.scrub,
    messages,
    web,
    clickGuard: new ClickGuard(clock),
    rights,
    membership,
    channels,
    takedowns,
    operator: {
      rules: operator,
      budget,
      record: (what, about) => {
        log.warn('the person who runs the bot decided', { what, ...about });
        metrics.countDecision({ what });
      },
    },
    clock,
    commands,
  };

  // In from Discord.
  const progress = new Progress({
    api,
    submitter,
    poller,
    estimates,
    openJobs,
    cards,
    holdsLease,
    ...basics,
  });
  const responder = new Responder(untilStop, api, jobs, openJobs, estimates, progress, metrics);
  const router = new Router(untilStop, messageCommands, actions, context, responder, lease, isOurs);
  const reactions = new Reactions({
    gallery: new Gallery({ guilds, messages, openJobs, deletions, rights, pictures, api, ...basics }),
    actions: reactionActions,
    context,
    rights,
    api,
    responder,
    estimates,
    lease,
    ...basics,
    signal,
  });
  const gateway = new Gateway({
    discordToken,
    api,
    takeTurn: config.parts > 1 ? (...turn) => lease.takeTurn(...turn) : undefined,
    router,
    reactions,
    onClosed: onFailed,
    ...basics,
    signal,
  });

  return {
    storage,
    lease,
    isOurs,
    stores,
    metrics,
    api,
    imageApi,
    openJobs,
    apiKeys,
    breakers,
    guilds,
    logChannel,
    takedowns,
    delivery,
    submitter,
    jobs,
    personalJobs,
    rights,
    notices,
    retentionMs,
    membership,
    progress,
    router,
    reactions,
    gateway,
  };
};

/** Everything that Easel is made of. */
export type Parts = ReturnType<typeof wire>;
