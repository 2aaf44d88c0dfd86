import type { Config } from '../config.ts';
import { sharedAbort } from '../lib/abort.ts';
import { checkToken } from '../discord/rest/clients.ts';
import type { HttpServer } from '../services/operations/http.ts';
import { LeaseLostError } from '../services/storage/errors.ts';
import { openStorage, type OpenStorageOptions } from '../services/storage/index.ts';
import { observedStorage } from '../services/storage/observed-storage.ts';
import { beginStore, checkStore } from '../services/storage/schema.ts';
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

/** Easel, ready to start. */
export interface Easel {
  /**
   * Resumes the open jobs, connects to Discord and registers the commands.
   *
   * @throws HttpListenError, BadTokenError, GatewayClosedError
   */
  start: () => Promise<void>;
  /** Accepts nothing new, waits until sent requests are answered and stored, and ends. */
  stop: () => Promise<void>;
  /** The port of its HTTP server, if it has one. */
  httpPort: () => number | undefined;
}

/** The process that Easel runs in. */
export interface EaselOptions {
  /** Called with the error that ends Easel: Discord closed the connection permanently, or the store or the lease is lost. */
  onFailed?: (error: Error) => void;
}

interface Wiring extends Required<EaselOptions> {
  signal: AbortSignal;
}

/** All parts, not started yet. Each part gets its dependencies, which are created before it. */
const wire = (config: Config, runtime: Runtime, storage: Storage, { onFailed, signal }: Wiring) => {
  const own = createOwnShards(config, runtime, storage, (event) => {
    services.metrics.countLeaseEvent({ event });
    if (event === 'lost') onFailed(new LeaseLostError());
  });
  const { ownership } = own;
  const isOwner = () => ownership.isHeld();
  const observed = observedStorage(storage, (error) => {
    services.metrics.countStoreError({ error });
  });
  const stores = openStores(observed, ({ guildId }) => own.fenceOf(guildId));
  const services = createServices(config, runtime, stores, own.isOurs);
  const processes = () => ownership.processes;
  const isStillOurs = () => ownership.isStillHeld(signal);
  const out = createDelivery(config, runtime, services, {
    ...{ processes, isStillOurs, signal },
    isInDoubt: () => ownership.isInDoubt(),
  });
  const deliver: Deliver = (jobId, stopped) => out.delivery.deliver(jobId, stopped);
  const jobServices = createJobs(config, runtime, services, {
    deliver,
    isOwner,
    onBroken: (error) => {
      onFailed(new Error('The submitter broke off', { cause: error }));
    },
  });
  const part = { onClosed: onFailed, isOwner, isOurs: own.isOurs };
  const discord = createDiscord(config, services, jobServices, out, part);
  return { storage, onFailed, own, ownership, services, jobServices, discord, out };
};
type Parts = ReturnType<typeof wire>;

/** All steps of a start, in order. @throws what the parts throw, or anything once the signal aborts. */
const takeUp = async (
  parts: Parts,
  config: Config,
  runtime: Runtime,
  signal: AbortSignal,
  onServing: (http: HttpServer | undefined) => void,
): Promise<void> => {
  const { services, jobServices, discord } = parts;
  const { jobs } = jobServices;
  const { keys } = services.guilds;
  const { rows } = parts.storage;
  await checkStore(rows);
  onServing(await serve(config, parts, runtime));
  await keys.start();
  signal.throwIfAborted();
  if (parts.storage.leases) checkToken(parts.out.api.bot).catch(parts.onFailed);
  await parts.ownership.acquire(keys.fingerprints(), signal);
  signal.throwIfAborted();
  // While this process stood by, the store may have been copied.
  await checkStore(rows);
  await beginStore(rows);
  // Also hides API keys from the log that another process has stored in between.
  if (parts.storage.leases) await keys.start();
  await jobs.start();
  const applicationId = await discord.gateway.connect(config.shards);
  await discord.register(applicationId);
  signal.throwIfAborted();
  void discord.progress.run();
  const { guilds } = services;
  const { membership } = discord;
  const { personalJobs } = jobServices;
  if (parts.storage.leases) void readLearned([services.estimates], runtime, signal);
  void runMaintenance(
    { storage: parts.storage, openJobs: services.openJobs, personalJobs, guilds, membership, ...runtime },
    config,
    signal,
  );
  await introduce(config, { bot: parts.out.api.bot, log: runtime.log, openJobs: jobs.size, signal });
};

/** Logs settings of the store's server that can lose acknowledged writes. */
const nameRisks = async (storage: Storage, log: Runtime['log']): Promise<void> => {
  for (const { setting, value, advice } of await storage.riskySettings())
    if (value === undefined)
      log.warn("couldn't check the durability settings of the store", { setting, advice });
    else log.warn('a setting of the store can lose acknowledged writes', { setting, value, advice });
};

/** Logs and reports events of the store. */
const watchStore = (
  log: Runtime['log'],
  onLost: (error: Error) => void,
  onUnreadable: (namespace: string) => void,
): OpenStorageOptions => ({
  onConnectionError: (error) => {
    log.error('lost a connection to the store', { error });
  },
  onUnreadable: ({ namespace, key: rowKey }) => {
    log.error("can't read a stored row", { namespace, rowKey });
    onUnreadable(namespace);
  },
  onLost: (error) => {
    log.error('the store was deleted or replaced', { error });
    onLost(error);
  },
});

const nothing = () => undefined;

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
  const { onFailed = nothing } = options;
  const { clock, log } = runtime;
  const storage = await openStorage(
    config.storeUrl,
    watchStore(log, onFailed, (namespace) => {
      parts.services.metrics.countUnreadableRow({ namespace });
    }),
  );
  void nameRisks(storage, log);
  const stopping = sharedAbort();
  const { signal } = stopping;
  const parts = wire(config, runtime, storage, { onFailed, signal });
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
