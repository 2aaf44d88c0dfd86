import type { Config } from '../config.ts';
import { sharedAbort } from '../lib/abort.ts';
import { CONNECTS_PER_SECOND } from '../services/discord/gateway/gateway.ts';
import { checkToken } from '../services/discord/rest/clients.ts';
import type { HttpServer } from '../services/operations/http.ts';
import { LeaseLostError } from '../services/storage/errors.ts';
import { checkSchema } from '../services/storage/migrations.ts';
import { openStorage, type OpenStorageOptions } from '../services/storage/index.ts';
import { observedStorage } from '../services/storage/observed-storage.ts';
import { SharedRate } from '../services/storage/shared-rate.ts';
import type { Storage } from '../services/storage/store.ts';
import type { Deliver } from '../services/jobs/finisher.ts';
import { createDelivery, createDiscord } from './discord.ts';
import { serve } from './http.ts';
import { introduce } from './introduction.ts';
import { createJobs } from './jobs.ts';
import { readLearned, runMaintenance } from './maintenance.ts';
import { createOwnShards } from './ownership.ts';
import type { Runtime } from './runtime.ts';
import { createServices } from './services.ts';
import { stopInOrder } from './stopping.ts';
import { stopPlan } from './stop-plan.ts';
import { openStores } from './stores.ts';
import { updateStore } from './update-store.ts';

const OWNER_BYTES = 8;

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

/** What an Easel has to know of the process that it is in. */
export interface EaselOptions {
  /** Told what ends Easel while it runs: Discord closed the connection for good, or the store or the lease is lost. */
  onFailed?: (error: Error) => void;
  /** Told when Easel is to be stopped and opened again, since its share of the work has changed. */
  onRebalance?: () => void;
  /** Who the process is to others on the store, and whether it stopped for such a change a moment ago. */
  self?: { owner: string; isBack: boolean };
}

/** How often the processes on a store may connect to Discord, all together. */
const connectsOf = ({ clock, log }: Runtime, { count }: Storage, processes: () => number) =>
  count &&
  new SharedRate({
    ...{ count, name: 'connects', perSecond: CONNECTS_PER_SECOND, processes, clock },
    onAway: (error) => {
      log.warn('the store does not say when other processes connect', { error });
    },
  });

/** Everything, not started yet. Each part is handed what it needs, and all of that is there before it. */
const wire = (
  config: Config,
  runtime: Runtime,
  storage: Storage,
  { self, onFailed, onRebalance, signal }: Required<EaselOptions> & { signal: AbortSignal },
) => {
  const own = createOwnShards(config, runtime, storage, self, (event) => {
    services.metrics.countLeaseEvent(event);
    if (event === 'lost') onFailed(new LeaseLostError());
    if (event === 'rebalance') onRebalance();
  });
  const { ownership } = own;
  const isOwner = () => ownership.isHeld();
  const isInDoubt = () => ownership.isInDoubt();
  const observed = observedStorage(storage, (error) => {
    services.metrics.countStoreError(error);
  });
  const stores = openStores(observed, ({ guildId }) => own.fenceOf(guildId), own.shared);
  const services = createServices(config, runtime, stores, own.isOurs);
  const processes = () => ownership.processes;
  const out = createDelivery(config, runtime, services, { processes, signal });
  const deliver: Deliver = (jobId, stopped) => out.delivery.deliver(jobId, stopped);
  const jobServices = createJobs(config, runtime, services, {
    ...{ deliver, isOwner, processes },
    count: storage.count,
  });
  const connects = connectsOf(runtime, storage, processes);
  const part = { onClosed: onFailed, connects, isOwner, isInDoubt };
  const discord = createDiscord(config, services, jobServices, out, part);
  // By now it may be too late for an answer, as for what happened while the connection was broken.
  jobServices.remote.onEvent((data) => {
    discord.hear({ data, isReplayed: true });
  });
  return { storage, onFailed, own, ownership, services, jobServices, discord, out };
};
type Parts = ReturnType<typeof wire>;

/** Everything that a start does, one after the other. @throws what the parts throw, or anything once the signal aborts. */
const takeUp = async (
  parts: Parts,
  config: Config,
  runtime: Runtime,
  signal: AbortSignal,
  onServing: (http: HttpServer | undefined) => void,
): Promise<void> => {
  const { services, jobServices, discord } = parts;
  const { jobs } = jobServices;
  const { keys, quotas } = services.guilds;
  const { rows } = parts.storage;
  await checkSchema(rows);
  let isStandby = false;
  onServing(await serve(config, parts, runtime, () => isStandby));
  await updateStore(parts.storage, { runtime, signal, onStandby: (now) => (isStandby = now) });
  await keys.start();
  signal.throwIfAborted();
  if (parts.storage.leases) checkToken(parts.out.bot).catch(parts.onFailed);
  await parts.ownership.acquire(keys.fingerprints(), signal);
  signal.throwIfAborted();
  // While this process stood by, a newer one may have had the store.
  await checkSchema(rows);
  // What another process sealed meanwhile is hidden from the log, too.
  if (parts.storage.leases) await keys.start();
  await quotas.start();
  await jobs.start(discord.recoverTarget, ({ guildId }) => parts.own.isOurs(guildId));
  const applicationId = await discord.gateway.connect(parts.own.gatewayShards());
  await discord.register(applicationId);
  signal.throwIfAborted();
  void discord.progress.run();
  const { guilds } = services;
  const { membership } = discord;
  const { deadTokens, batchSizes } = jobServices;
  if (parts.storage.leases) void readLearned([services.estimates, batchSizes], runtime, signal);
  void runMaintenance(
    { storage: parts.storage, openJobs: services.openJobs, deadTokens, guilds, membership, ...runtime },
    config,
    signal,
  );
  await introduce(config, { bot: parts.out.bot, log: runtime.log, openJobs: jobs.size, signal });
};

/** Says which settings of the store's server can cost what was acknowledged; nothing else is done about them. */
const nameRisks = async (storage: Storage, log: Runtime['log']): Promise<void> => {
  for (const { setting, value, advice } of await storage.riskySettings())
    if (value === undefined)
      log.warn('whether the store keeps what it acknowledges could not be checked', { setting, advice });
    else log.warn('the store can lose what it has acknowledged', { setting, value, advice });
};

/** How the store is told of, whatever happens to it. */
const watchStore = (
  log: Runtime['log'],
  onLost: (error: Error) => void,
  onUnreadable: (namespace: string) => void,
): OpenStorageOptions => ({
  onConnectionError: (error) => {
    log.error('the connection to the store broke', { error });
  },
  onUnreadable: ({ namespace, key: rowKey }) => {
    log.error("a stored row can't be read, and is kept for a person to look at", { namespace, rowKey });
    onUnreadable(namespace);
  },
  onLost: (error) => {
    log.error('the store is lost', { error });
    onLost(error);
  },
});

const nothing = () => undefined;

/** A process told apart from every other one that ever ran. */
export const newSelf = ({ randomBytes }: Pick<Runtime, 'randomBytes'>): Required<EaselOptions>['self'] => ({
  owner: randomBytes(OWNER_BYTES).toString('hex'),
  isBack: false,
});

/**
 * Opens the store and wires everything; nothing happens before it is started.
 *
 * @throws StorageError when the store can't be opened.
 */
export const openEasel = async (
  config: Config,
  runtime: Runtime,
  options: EaselOptions = {},
): Promise<Easel> => {
  const { onFailed = nothing, onRebalance = nothing, self = newSelf(runtime) } = options;
  const { clock, log } = runtime;
  const storage = await openStorage(
    config.storeUrl,
    watchStore(log, onFailed, (namespace) => {
      parts.services.metrics.countUnreadableRow(namespace);
    }),
  );
  if (!self.isBack) void nameRisks(storage, log);
  const stopping = sharedAbort();
  const { signal } = stopping;
  const parts = wire(config, runtime, storage, { self, onFailed, onRebalance, signal });
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
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopping.abort();
    stopped ??= stopInOrder(plan, { clock, log });
    return stopped;
  };
  return { start, stop, httpPort: () => http?.port };
};
