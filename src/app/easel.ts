// Before anything that loads our own undici: the one that is loaded first serves discord.js too, which uploads files only
// through its own. https://github.com/nodejs/undici/blob/main/lib/global.js
import 'discord.js';
import type { Config } from '../config.ts';
import { sharedAbort } from '../lib/abort.ts';
import { isOurs, slotOf } from '../services/discord/gateway/shards.ts';
import { startHttp, type HttpServer } from '../services/operations/http.ts';
import { LeaseLostError } from '../services/storage/errors.ts';
import { openStorage, type OpenStorageOptions } from '../services/storage/index.ts';
import type { Storage } from '../services/storage/store.ts';
import type { Deliver } from '../services/jobs/finisher.ts';
import { createDelivery, createDiscord } from './discord.ts';
import { createJobs } from './jobs.ts';
import { runMaintenance } from './maintenance.ts';
import { createOwnership, sharedJobsOf } from './ownership.ts';
import type { Runtime } from './runtime.ts';
import { createServices } from './services.ts';
import { stopInOrder } from './stopping.ts';
import { stopPlan } from './stop-plan.ts';
import { openStores } from './stores.ts';

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

/** Everything, not started yet. Each part is handed what it needs, and all of that is there before it. */
const wire = (
  config: Config,
  runtime: Runtime,
  storage: Storage,
  { onFailed, signal }: { onFailed: (error: Error) => void; signal: AbortSignal },
) => {
  const ownership = createOwnership(config, runtime, storage, (event) => {
    services.metrics.countLeaseEvent(event);
    if (event === 'lost') onFailed(new LeaseLostError());
  });
  const isOwner = () => ownership.isHeld();
  const stores = openStores(
    storage,
    ({ guildId }) => ownership.fence(slotOf(config.shards, guildId)),
    sharedJobsOf(config, storage, ownership),
  );
  const services = createServices(config, runtime, stores);
  const out = createDelivery(config, runtime, services, signal);
  const deliver: Deliver = (jobId, stopped) => out.delivery.deliver(jobId, stopped);
  const jobServices = createJobs(config, runtime, services, { deliver, isOwner });
  const isInDoubt = () => ownership.isInDoubt();
  const discord = createDiscord(config, services, jobServices, out, {
    ...{ onClosed: onFailed, isOwner, isInDoubt },
  });
  return { storage, ownership, services, jobServices, discord, out };
};
type Parts = ReturnType<typeof wire>;

const serve = async (
  { httpPort: port, httpHost: host }: Config,
  { ownership, services: { openJobs, metrics }, jobServices: { poller }, discord: { gateway } }: Parts,
  { log }: Runtime,
) => {
  if (port === undefined) return undefined;
  return startHttp({
    port,
    host,
    hooks: (id) => poller.announced(id),
    health: () => ({ ok: gateway.isReady, openJobs: openJobs.size }),
    // A standby is ready: a deploy that waits for it, before it ends the process in front of it, comes to its end.
    readiness: () => {
      const { isStandby } = ownership;
      return { ok: isStandby || (gateway.isReady && ownership.isHeld()), standby: isStandby };
    },
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
  const { services, jobServices, discord } = parts;
  const { jobs } = jobServices;
  const { keys, quotas } = services.guilds;
  await keys.start();
  signal.throwIfAborted();
  onServing(await serve(config, parts, runtime));
  await parts.ownership.acquire(keys.fingerprints(), signal);
  signal.throwIfAborted();
  // What another process sealed meanwhile is hidden from the log, too.
  if (parts.storage.leases) await keys.start();
  await quotas.start();
  await jobs.start(discord.recoverTarget, ({ guildId }) => isOurs(config.shards, guildId));
  const applicationId = await discord.gateway.connect();
  await discord.register(applicationId);
  signal.throwIfAborted();
  void discord.progress.run();
  const { guilds } = services;
  const { membership } = discord;
  const { deadTokens } = jobServices;
  void runMaintenance(
    { storage: parts.storage, jobs, deadTokens, guilds, membership, ...runtime },
    config,
    signal,
  );
  runtime.log.info('Easel is ready', { openJobs: jobs.size });
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
  const storage = await openStorage(
    config.storeUrl,
    watchStore(log, onFailed, (namespace) => {
      parts.services.metrics.countUnreadableRow(namespace);
    }),
  );
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
  const stop = async () => {
    stopping.abort();
    await stopInOrder(plan, { clock, log });
  };
  return { start, stop, httpPort: () => http?.port };
};
