import { commands, messageCommands } from '../commands/index.ts';
import type { Config } from '../config.ts';
import { recommendedShards } from '../discord/rest.ts';
import { registerCommands } from '../discord/registration.ts';
import { sharedAbort } from '../lib/abort.ts';
import type { HttpServer } from '../services/operations/http.ts';
import { checkStore } from '../services/storage/schema.ts';
import { serve, watchState } from './http.ts';
import { introduce } from './introduction.ts';
import { runMaintenance } from './maintenance.ts';
import { shardsOf, watchParts } from './part.ts';
import type { Runtime } from './runtime.ts';
import { stopInOrder, stopPlan } from './stopping.ts';
import { logRisks, openStore, untilStoreAnswers } from './store.ts';
import { wire, type Parts } from './wiring.ts';

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

/** All steps of a start with an open store, in order. @throws what the parts throw, or anything once the signal aborts. */
const resume = async (parts: Parts, config: Config, runtime: Runtime, signal: AbortSignal): Promise<void> => {
  const { storage, lease, apiKeys, jobs, gateway, api } = parts;
  const { clock, random, log } = runtime;
  const patiently = <Result>(act: () => Promise<Result>) => untilStoreAnswers(act, { clock, log, signal });
  await patiently(() => checkStore(storage.database));
  await patiently(() => apiKeys.start());
  signal.throwIfAborted();
  void watchParts(storage.database, { clock, log, metrics: parts.metrics, signal });
  await patiently(() => lease.acquire(apiKeys.encryptionKeyFingerprint, signal));
  signal.throwIfAborted();
  // Also hides API keys from the log that another process has stored in between.
  await patiently(() => apiKeys.start());
  await patiently(() => jobs.start());
  const recommended = () => recommendedShards(api.bot);
  const applicationId = await gateway.connect(() => shardsOf(lease.part, config, recommended));
  const client = () => gateway.client;
  const registration = { client, commands, messageCommands, clock, random, log, signal };
  await registerCommands(applicationId, registration);
  signal.throwIfAborted();
  void parts.progress.run();
  void runMaintenance(parts, { retentionMs: parts.retentionMs, clock, log, signal });
  introduce(config, { application: gateway.client.application, log, openJobs: parts.openJobs.size });
};

/** Nothing happens before it is started. */
export const createEasel = (config: Config, runtime: Runtime, options: EaselOptions = {}): Easel => {
  const { onFailed = () => undefined } = options;
  const { clock, log } = runtime;
  const stopping = sharedAbort();
  const { signal } = stopping;
  let http: HttpServer | undefined;
  let parts: Parts | undefined;
  let starting: Promise<unknown> = Promise.resolve();
  const open = () => openStore(config.storeUrl, { log, metrics: () => parts?.metrics, onLost: onFailed });
  const run = async () => {
    http = await serve(config, () => parts, runtime);
    const storage = await untilStoreAnswers(open, { clock, log, signal });
    parts = wire(config, runtime, storage, { onFailed, signal });
    watchState(parts);
    void logRisks(storage, log);
    await resume(parts, config, runtime, signal);
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
