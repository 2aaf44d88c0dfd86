import { monotonicFactory } from 'ulid';
import type { Clock } from '../lib/clock.ts';
import type { Config } from '../config.ts';
import { observerFor, peopleObserverFor } from './job-facts.ts';
import { guardFor, keyOpenerFor, needsKey } from './billing.ts';
import { personalDataOf } from './personal-data.ts';
import { createDiscord, type CreateDiscordOptions, type DiscordService } from '../services/discord/index.ts';
import { isOurs } from '../services/discord/gateway/shards.ts';
import { createGuilds } from '../services/guilds/index.ts';
import { ImageApiClient } from '../services/image-api/client.ts';
import { AccountLimiter } from '../services/image-api/limiter.ts';
import { Drafts } from '../services/jobs/drafts.ts';
import { createJobs } from '../services/jobs/index.ts';
import type { Deliver } from '../services/jobs/finisher.ts';
import type { EndedJob } from '../services/jobs/job.ts';
import { openWeb, type WebOptions } from '../services/network/web.ts';
import { startHttp, type HttpServer } from '../services/operations/http.ts';
import type { Log } from '../services/operations/log.ts';
import { createMetrics } from '../services/operations/metrics.ts';
import { createPeople } from '../services/people/index.ts';
import { openStorage } from '../services/storage/index.ts';
import type { Storage } from '../services/storage/store.ts';
import { sharedAbort } from '../lib/abort.ts';
import { stopPlan } from './stop-plan.ts';
import { stopInOrder } from './stopping.ts';
import { openJobStores } from './job-stores.ts';
import { runMaintenance } from './maintenance.ts';

const DAY_MS = 86_400_000;
const HOOK_ID_BYTES = 24;
const REFERENCE_BYTES = 4;
const PERSONAL_ID_BYTES = 12;

/** What reaches outside the process and is not named by the environment. */
export interface Runtime {
  clock: Clock;
  /** From 0 to 1. */
  random: () => number;
  randomBytes: (count: number) => Buffer;
  log: Log;
  /** How files are fetched from addresses that others named; by default as the operating system and the DNS do. */
  web?: Pick<WebOptions, 'patience' | 'resolveHost' | 'lookup'>;
}

/** Easel, ready to start. */
export interface Easel {
  /**
   * Takes up what the last process left, connects to Discord and registers the commands.
   *
   * @throws HttpListenError, BadTokenError, GatewayClosedError
   */
  start: () => Promise<void>;
  /** Takes nothing new, lets what has left be answered and stored, and ends. */
  stop: () => Promise<void>;
  /** The port of its HTTP server, if it has one. */
  httpPort: () => number | undefined;
}

const createImageService = (config: Config, { clock }: Runtime) => ({
  imageApi: new ImageApiClient({ baseUrl: config.imageApiUrl, now: () => clock.now() }),
  limiter: new AccountLimiter({
    requestsPerSecond: config.accountRequestsPerSecond,
    concurrency: config.accountConcurrency,
    clock,
  }),
});

/** What of Discord the jobs need, once it is there. */
interface JobHandlers {
  deliver: Deliver;
  ended: (job: EndedJob) => void;
}

/** Everything between the stores and Discord, not started yet. */
const wireServices = (
  config: Config,
  runtime: Runtime,
  storage: Storage,
  { deliver, ended }: JobHandlers,
) => {
  const stores = openJobStores(storage);
  const { imageApi, limiter } = createImageService(config, runtime);
  const guilds = createGuilds({
    ...config,
    ...runtime,
    storage,
    imageApi,
    isOurs: (guildId) => isOurs(config.shards, guildId),
    isKeyInUse: (keyRef) => needsKey(jobs.all(), keyRef),
    refuseWaiting: (accountId) => void refuseWaiting(accountId),
  });
  const newId = () => runtime.randomBytes(PERSONAL_ID_BYTES).toString('hex');
  const retentionMs = config.jobRetentionDays * DAY_MS;
  const people = createPeople({ ...runtime, storage, retentionMs, newId });
  const metrics = createMetrics({ openJobs: () => jobs.countByState() });
  const { jobs, poller, personalJobs, deadTokens, refuseWaiting } = createJobs({
    ...jobsOptions(config, runtime),
    stores,
    imageApi,
    limiter,
    metrics,
    apiKeyOf: keyOpenerFor(guilds, runtime.log),
    guard: guardFor(guilds),
    observers: [observerFor(guilds), peopleObserverFor(people), { ended }],
    deliver,
  });
  const drafts = new Drafts(stores.drafts, newId);
  const personalData = personalDataOf({ ...config, guilds, people, personalJobs, drafts });
  return { jobs, deadTokens, guilds, people, drafts, personalData, poller, metrics, imageApi, limiter };
};

/** Everything, not started yet. */
const wire = (
  config: Config,
  runtime: Runtime,
  storage: Storage,
  { onClosed, signal }: Pick<CreateDiscordOptions, 'onClosed' | 'signal'>,
) => {
  const services = wireServices(config, runtime, storage, {
    deliver: (jobId, signal) => discord.delivery.deliver(jobId, signal),
    ended: (job) => {
      discord.logChannel.jobEnded(job);
    },
  });
  const discord: DiscordService = createDiscord({
    ...config,
    ...runtime,
    ...services,
    web: openWeb({ ...config, trustedUrls: [config.imageApiUrl, config.discordApiUrl], ...runtime.web }),
    onClosed,
    scrub: () => storage.scrub(),
    signal,
    newReference: () => runtime.randomBytes(REFERENCE_BYTES).toString('hex'),
  });
  return { ...services, discord, storage };
};
type Parts = ReturnType<typeof wire>;

const jobsOptions = (config: Config, runtime: Runtime) => {
  const ulid = monotonicFactory(runtime.random);
  return {
    ...runtime,
    ...(config.publicUrl !== undefined && { hooksUrl: `${config.publicUrl}/hooks` }),
    newHookId: () => runtime.randomBytes(HOOK_ID_BYTES).toString('base64url'),
    newJobId: () => ulid(runtime.clock.now()),
    pollIntervalMs: config.pollIntervalMs,
    pollBatchSize: config.pollBatchSize,
    genDeadlineMs: config.genDeadlineS * 1000,
    retentionMs: config.jobRetentionDays * DAY_MS,
  };
};

const serve = async (
  { httpPort: port, httpHost: host }: Config,
  { poller, discord, jobs, metrics }: Parts,
  { log }: Runtime,
) => {
  if (port === undefined) return undefined;
  return startHttp({
    port,
    host,
    hooks: (id) => poller.announced(id),
    health: () => ({ ok: discord.gateway.isReady, openJobs: jobs.size }),
    metrics: () => metrics.text(),
    onError: (error) => {
      log.error('an HTTP request failed', { error });
    },
  });
};

/** Everything that a start does, one after the other. @throws what the parts throw, or anything once the signal aborts. */
const takeUp = async (
  parts: Parts,
  config: Config,
  runtime: Runtime,
  signal: AbortSignal,
  onServing: (http: HttpServer | undefined) => void,
): Promise<void> => {
  const { jobs, guilds, discord } = parts;
  const { log } = runtime;
  await guilds.start();
  signal.throwIfAborted();
  onServing(await serve(config, parts, runtime));
  signal.throwIfAborted();
  await jobs.start(
    (job) => discord.recoverTarget(job),
    ({ guildId }) => isOurs(config.shards, guildId),
  );
  const applicationId = await discord.gateway.connect();
  await discord.register(applicationId);
  signal.throwIfAborted();
  void discord.progress.run();
  void runMaintenance({ ...parts, ...runtime, membership: discord.membership }, config, signal);
  log.info('Easel is ready', { openJobs: jobs.size });
};

/**
 * Opens the store and wires everything; nothing happens before it is started.
 *
 * @param onFailed told what ends Easel while it runs: Discord closed the connection for good, or the store is lost.
 * @throws StorageError when the store can't be opened.
 */
export const openEasel = async (
  config: Config,
  runtime: Runtime,
  onFailed: (error: Error) => void = () => undefined,
): Promise<Easel> => {
  const { clock, log } = runtime;
  const storage = await openStorage(config.storeUrl, {
    onConnectionError: (error) => {
      log.error('the connection to the store broke', { error });
    },
    onUnreadable: ({ namespace, key: rowKey }) => {
      log.error('a stored row can not be read, and is kept for a person to look at', { namespace, rowKey });
      parts.metrics.countUnreadableRow(namespace);
    },
    onLost: (error) => {
      log.error('the store is lost', { error });
      onFailed(error);
    },
  });
  const stopping = sharedAbort();
  const { signal } = stopping;
  const parts = wire(config, runtime, storage, { onClosed: onFailed, signal });
  let http: HttpServer | undefined;
  let starting: Promise<unknown> = Promise.resolve();
  const plan = stopPlan({ ...parts, starting: () => starting, http: () => http });
  const start = async () => {
    const started = takeUp(parts, config, runtime, signal, (server) => {
      http = server;
    });
    starting = started.catch(() => undefined);
    await started;
  };
  const stop = async () => {
    stopping.abort();
    await stopInOrder(plan, { clock, log });
  };
  return { start, stop, httpPort: () => http?.port };
};
