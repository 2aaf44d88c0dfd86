import type { REST } from '@discordjs/rest';
import { inviteLink } from '../commands/framework/preflight.ts';
import type { Config } from '../config.ts';
import { VERSION } from '../lib/version.ts';
import { readApplication } from '../services/discord/rest/application.ts';
import type { Log } from '../services/operations/log.ts';

/** Discord has answered a moment before. Whatever keeps it from doing so again keeps nobody from starting. */
const TIMEOUT_MS = 5_000;

const STORES: Partial<Record<string, string>> = {
  sqlite: 'SQLite',
  redis: 'Redis',
  rediss: 'Redis',
  postgres: 'Postgres',
  postgresql: 'Postgres',
};

/** The database that `STORE_URL` names, and nothing else of it, since it may hold a password. */
export const storeKind = (storeUrl: string): string => STORES[storeUrl.split(':', 1)[0] ?? ''] ?? 'unknown';

/** What is switched off, each with the variable that switches it on. */
const switchedOff = ({ httpPort, publicUrl, imageApiKey }: Config): string[] => [
  ...(httpPort === undefined ? ['health and metrics (HTTP_PORT)'] : []),
  ...(httpPort === undefined || publicUrl === undefined ? ['hooks (HTTP_PORT and PUBLIC_URL)'] : []),
  ...(imageApiKey === undefined ? ['a key for everybody (IMAGE_API_KEY)'] : []),
];

/** Says that everything works, who this is, and where it can be added to a server. */
export const introduce = async (
  config: Config,
  { bot, log, openJobs, signal }: { bot: Pick<REST, 'get'>; log: Log; openJobs: number; signal: AbortSignal },
): Promise<void> => {
  const timeout = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  const application = await readApplication(bot, timeout).catch(() => undefined);
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
