import type { Config } from '../config.ts';
import { sharedAbort } from '../lib/abort.ts';
import { retry } from '../lib/retry.ts';
import { checkToken, recommendedShards } from '../discord/clients.ts';
import type { Deliver } from '../services/jobs/finisher.ts';
import type { HttpServer } from '../services/operations/http.ts';
import type { Log } from '../services/operations/log.ts';
import type { Metrics } from '../services/operations/metrics.ts';
import { FencedError, StoreError } from '../services/storage/errors.ts';
import { openStorage, type OpenStorageOptions } from '../services/storage/index.ts';
import { checkStore } from '../services/storage/schema.ts';
import type { Storage } from '../services/storage/storage.ts';
import { createDelivery, createDiscord } from './discord.ts';
import { serve, watchState } from './http.ts';
import { introduce } from './introduction.ts';
import { createJobs, createServices } from './services.ts';
import { runMaintenance } from './maintenance.ts';
import { logLeaseEvent, partOf, shardsOf, watchParts } from './part.ts';
import type { Runtime } from './runtime.ts';
import { stopInOrder } from './stopping.ts';
import { stopPlan } from './stop-plan.ts';
import { openStores } from './stores.ts';

const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 5_000;
/** How often the log says that the store is still away. */
const SAY_EVERY_MS = 60_000;

/** Easel, ready to start. */
export interface Easel {
  /**
   * Opens the store, resumes the open jobs, connects to Discord and registers the commands. Waits for a store and a Discord that
   * are away.
   *
   * @throws HttpListenError, StoreOpenError, EncryptionKeyError, BadTokenError, GatewayClosedError; anything once it is stopped
   */
  start: () => Promise<void>;
  /** Accepts nothing new, waits until sent requests are answered and stored, and ends. */
  stop: () => Promise<void>;
  /** The port of its HTTP server, if it has one. */
  httpPort: () => number | undefined;
}

/** The process that Easel runs in. */
export interface EaselOptions {
  /** Called with the error that ends Easel: Discord closed the connection permanently, or the store or the part is lost. */
  onFailed?: (error: Error) => void;
}

interface Wiring extends Required<EaselOptions> {
  signal: AbortSignal;
}

/** All parts, not started yet. Each part gets its dependencies, which are created before it. */
const wire = (config: Config, runtime: Runtime, storage: Storage, { onFailed, signal }: Wiring) => {
  const { parts } = config;
  const lease = storage.database.lease({
    ...{ shards: config.shards, parts },
    onEvent: (event, error) => {
      logLeaseEvent(runtime.log, event, { part: lease.part, error });
      services.metrics.countLeaseEvent({ event });
      if (event === 'lost') onFailed(new FencedError());
      // A standby may not connect for days.
      if (event === 'waiting') checkToken(out.api.bot).catch(onFailed);
    },
  });
  const isOwner = () => lease.isHeld();
  const isOurs = (guildId: string | undefined) => partOf(guildId, parts) === lease.part;
  const stores = openStores(storage, lease);
  const services = createServices(config, runtime, stores, isOurs);
  const isStillOurs = () => lease.isStillHeld(signal);
  const isInDoubt = () => lease.isInDoubt();
  const out = createDelivery(config, runtime, services, { isStillOurs, isInDoubt, signal });
  const deliver: Deliver = (jobId, stopped) => out.delivery.deliver(jobId, stopped);
  const jobServices = createJobs(config, runtime, services, {
    deliver,
    isOwner,
    onBroken: (error) => {
      onFailed(new Error('The submitter broke off', { cause: error }));
    },
  });
  const discord = createDiscord(config, services, jobServices, out, {
    ...{ onClosed: onFailed, isOwner, isOurs },
    takeTurn: parts > 1 ? (...turn) => lease.takeTurn(...turn) : undefined,
  });
  return { storage, lease, services, jobServices, discord, out };
};
type Parts = ReturnType<typeof wire>;

/** Does something with the store; while it is away, it is done again. */
const withStore = <Result>(
  act: () => Promise<Result>,
  { clock, log }: Pick<Runtime, 'clock' | 'log'>,
  signal: AbortSignal,
): Promise<Result> => {
  let saidAt = -Infinity;
  return retry(act, {
    delayMs: (error, attempt) =>
      error instanceof StoreError ? Math.min(FIRST_WAIT_MS * 2 ** attempt, MAX_WAIT_MS) : undefined,
    onFailure: (error, { waitMs }) => {
      if (waitMs === undefined || performance.now() - saidAt < SAY_EVERY_MS) return;
      saidAt = performance.now();
      log.warn('the store is away: Easel waits for it', { error });
    },
    ...{ clock, signal },
  });
};

/** All steps of a start with an open store, in order. @throws what the parts throw, or anything once the signal aborts. */
const takeUp = async (parts: Parts, config: Config, runtime: Runtime, signal: AbortSignal): Promise<void> => {
  const { lease, storage, services, jobServices, discord, out } = parts;
  const { clock, log } = runtime;
  const { keys } = services.guilds;
  const { bot } = out.api;
  await withStore(() => checkStore(storage.database), runtime, signal);
  await withStore(() => keys.start(), runtime, signal);
  signal.throwIfAborted();
  void watchParts(lease, { clock, log, metrics: services.metrics, signal });
  await withStore(() => lease.acquire(keys.fingerprints()[0], signal), runtime, signal);
  signal.throwIfAborted();
  // Also hides API keys from the log that another process has stored in between.
  await withStore(() => keys.start(), runtime, signal);
  const { jobs, personalJobs } = jobServices;
  await withStore(() => jobs.start(), runtime, signal);
  const applicationId = await discord.gateway.connect(() =>
    shardsOf(lease.part, config, () => recommendedShards(bot)),
  );
  await discord.register(applicationId);
  signal.throwIfAborted();
  void discord.progress.run();
  const { openJobs, guilds } = services;
  const { membership } = discord;
  const kept = { storage, part: lease.part, openJobs, personalJobs, guilds, membership };
  void runMaintenance({ ...kept, ...runtime }, config, signal);
  await introduce(config, { bot, log, openJobs: jobs.size, signal });
};

/** Logs settings of the store's server that can lose acknowledged writes. */
const nameRisks = async ({ database }: Storage, log: Log): Promise<void> => {
  try {
    for (const { setting, value, advice } of await database.risks())
      log.warn('a setting of the store can lose acknowledged writes', { setting, value, advice });
  } catch (error) {
    log.warn("couldn't check the durability settings of the store", { error });
  }
};

/** Logs and counts what happens to the store. */
const watchStore = (
  log: Log,
  metrics: () => Metrics | undefined,
  onLost: (error: Error) => void,
): OpenStorageOptions => ({
  onConnectionError: (error) => {
    log.error('lost a connection to the store', { error });
  },
  onUnreadable: (row, error) => {
    log.error("can't read a stored row", { row, error });
    metrics()?.countUnreadableRow({ namespace: row.split(':', 1)[0] ?? '' });
  },
  onError: (error) => metrics()?.countStoreError({ error: error.name }),
  onLost,
});

/** Wires everything; nothing happens before it is started. */
export const createEasel = (config: Config, runtime: Runtime, options: EaselOptions = {}): Easel => {
  const { onFailed = () => undefined } = options;
  const { clock, log } = runtime;
  const stopping = sharedAbort();
  const { signal } = stopping;
  let http: HttpServer | undefined;
  let parts: Parts | undefined;
  let starting: Promise<unknown> = Promise.resolve();
  const open = () =>
    openStorage(
      config.storeUrl,
      watchStore(log, () => parts?.services.metrics, onFailed),
    );
  const run = async () => {
    http = await serve(config, () => parts, runtime);
    const storage = await withStore(open, runtime, signal);
    parts = wire(config, runtime, storage, { onFailed, signal });
    watchState(parts);
    void nameRisks(storage, log);
    await takeUp(parts, config, runtime, signal);
  };
  const end = () =>
    stopInOrder(stopPlan(parts, { starting: () => starting, http: () => http }), { clock, log });
  let stopped: Promise<void> | undefined;
  return {
    start: () => {
      const started = run();
      starting = started.catch(() => undefined);
      return started;
    },
    stop: () => {
      stopping.abort();
      stopped ??= end();
      return stopped;
    },
    httpPort: () => http?.port,
  };
};
