import { existsSync } from 'node:fs';
import { inviteLink } from '../commands/framework/preflight.ts';
import { commands, messageCommands } from '../commands/index.ts';
import type { Config } from '../config.ts';
import { recommendedShards } from '../discord/rest.ts';
import { registerCommands } from '../bot/registration.ts';
import { sharedAbort } from '../lib/abort.ts';
import { VERSION } from '../lib/version.ts';
import { encryptionKeyFile } from '../services/accounts/encryption-keys.ts';
import type { HttpServer } from '../services/operations/http.ts';
import type { Log } from '../services/operations/log.ts';
import { checkStore, claimStore } from '../services/storage/schema.ts';
import { LIMIT_ADVICE, PAYS_WITHOUT_LIMIT, paysWithoutLimit } from '../services/accounts/accounts.ts';
import { askForApplicationId, checkApplication } from './application.ts';
import { serve, watchState } from './http.ts';
import { runMaintenance } from './maintenance.ts';
import { shardsOf, watchParts } from './part.ts';
import type { Outside } from './runtime.ts';
import { stopInOrder, stopPlan } from './stopping.ts';
import { logRisks, openLoggedStorage, storeKind, untilStoreAnswers } from './storage.ts';
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

/** Logs that Easel is ready, with the bot's name, its invite link, and what is switched off. */
const introduce = ({ gateway, openJobs }: Parts, config: Config, log: Log): void => {
  const { application } = gateway.client;
  const switchedOff = [
    ...(config.httpPort === undefined ? ['health and metrics (HTTP_PORT)'] : []),
    ...(config.imageApiKey === undefined ? ['shared API key (IMAGE_API_KEY)'] : []),
  ];
  log.info('Easel is ready', {
    version: VERSION,
    openJobs: openJobs.size,
    bot: application.name,
    servers: application.approximateGuildCount,
    invite: inviteLink(application.id),
    store: storeKind(config.storeUrl),
    off: switchedOff.join(', ') || undefined,
  });
  if (application.botPublic !== false && paysWithoutLimit(config))
    log.warn(`${PAYS_WITHOUT_LIMIT} ${LIMIT_ADVICE}`);
};

/** All steps of a start with an open store, in order. @throws what the parts throw, or anything once the signal aborts. */
const resume = async (parts: Parts, config: Config, runtime: Outside, signal: AbortSignal): Promise<void> => {
  const { storage, lease, apiKeys, jobs, gateway, api } = parts;
  const { clock, random, log } = runtime;
  const patiently = <Result>(act: () => Promise<Result>) => untilStoreAnswers(act, { clock, log, signal });
  const ask = () => askForApplicationId(api.bot, { clock, log, signal });
  const check = () => checkApplication(storage.database, config.discordToken, ask);
  await patiently(() => checkStore(storage.database));
  await patiently(check);
  const hadKey = config.encryptionKey !== undefined || existsSync(encryptionKeyFile(config.dataDir));
  await patiently(() => apiKeys.start());
  if (!hadKey && storeKind(config.storeUrl) === 'Postgres')
    log.warn(
      'made an encryption key in a file: keep a copy, or set ENCRYPTION_KEY. Without it, all API keys in the database are lost',
      { file: encryptionKeyFile(config.dataDir) },
    );
  signal.throwIfAborted();
  void watchParts(storage.database, { clock, log, metrics: parts.metrics, signal });
  await patiently(() => lease.acquire(apiKeys.encryptionKeyFingerprint, signal));
  signal.throwIfAborted();
  // Another process may have taken a new store in between.
  await patiently(check);
  // Also hides API keys from the log that another process has stored in between.
  await patiently(() => apiKeys.start());
  await patiently(() => jobs.start());
  const recommended = () => recommendedShards(api.bot);
  const applicationId = await gateway.connect(parts, () => shardsOf(lease.part, config, recommended));
  await patiently(() => claimStore(storage.database, applicationId));
  signal.throwIfAborted();
  void parts.progress.run();
  void runMaintenance(parts, { clock, log, signal });
  const client = () => gateway.client;
  const registration = { client, commands, messageCommands, clock, random, log, signal };
  await registerCommands(applicationId, registration);
  signal.throwIfAborted();
  introduce(parts, config, log);
};

/**
 * Nothing happens before it is started.
 *
 * @param onFailed called with the error that ends Easel: Discord closed the connection permanently, or the store or the part is
 *   lost.
 */
export const createEasel = (config: Config, runtime: Outside, onFailed: (error: Error) => void): Easel => {
  const { clock, log } = runtime;
  const stopping = sharedAbort();
  const { signal } = stopping;
  let http: HttpServer | undefined;
  let parts: Parts | undefined;
  let starting: Promise<unknown> = Promise.resolve();
  const open = () =>
    openLoggedStorage(config.storeUrl, { clock, log, metrics: () => parts?.metrics, onLost: onFailed });
  const run = async () => {
    http = await serve(config, () => parts, runtime);
    const storage = await untilStoreAnswers(open, { clock, log, signal });
    parts = wire(config, { ...runtime, onFailed, signal }, storage);
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
