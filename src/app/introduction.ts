import type { REST } from 'discord.js';
import { inviteLink } from '../commands/framework/preflight.ts';
import type { Config } from '../config.ts';
import { withTimeLimit } from '../lib/abort.ts';
import { VERSION } from '../lib/version.ts';
import { readApplication } from '../discord/application.ts';
import type { Log } from '../services/operations/log.ts';

/** Discord answered a moment ago. If it doesn't answer now, the start goes on without these facts. */
const TIMEOUT_MS = 5_000;

const STORES: Partial<Record<string, string>> = {
  sqlite: 'SQLite',
  postgres: 'Postgres',
  postgresql: 'Postgres',
};

/** The kind of database in `STORE_URL`, and nothing else of it, since it may contain a password. */
export const storeKind = (storeUrl: string): string => STORES[storeUrl.split(':', 1)[0] ?? ''] ?? 'unknown';

/** What is switched off, each with the variable that turns it on. */
const switchedOff = ({ httpPort, imageApiKey }: Config): string[] => [
  ...(httpPort === undefined ? ['health and metrics (HTTP_PORT)'] : []),
  ...(imageApiKey === undefined ? ['shared API key (IMAGE_API_KEY)'] : []),
];

/** Logs that Easel is ready, with the bot's name and its invite link. */
export const introduce = async (
  config: Config,
  { bot, log, openJobs, signal }: { bot: Pick<REST, 'get'>; log: Log; openJobs: number; signal: AbortSignal },
): Promise<void> => {
  const application = await withTimeLimit(TIMEOUT_MS, (limit) => readApplication(bot, limit), signal).catch(
    () => undefined,
  );
  if (signal.aborted) return;
  log.info('Easel is ready', {
    ...{ version: VERSION, openJobs },
    ...(application && {
      bot: application.name,
      servers: application.servers,
      invite: inviteLink(application.id),
    }),
    store: storeKind(config.storeUrl),
    off: switchedOff(config).join(', ') || undefined,
  });
};
