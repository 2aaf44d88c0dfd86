import type { ClientApplication } from 'discord.js';
import { inviteLink } from '../commands/framework/preflight.ts';
import type { Config } from '../config.ts';
import { VERSION } from '../lib/version.ts';
import type { Log } from '../services/operations/log.ts';

/** The kind of database in `STORE_URL`, and nothing else of it, since it may contain a password. */
export const storeKind = (storeUrl: string): string =>
  storeUrl.startsWith('sqlite:') ? 'SQLite' : 'Postgres';

/** What is switched off, each with the variable that turns it on. */
const switchedOff = ({ httpPort, imageApiKey }: Config): string[] => [
  ...(httpPort === undefined ? ['health and metrics (HTTP_PORT)'] : []),
  ...(imageApiKey === undefined ? ['shared API key (IMAGE_API_KEY)'] : []),
];

/** Logs that Easel is ready, with the bot's name and its invite link. */
export const introduce = (
  config: Config,
  { application, log, openJobs }: { application: ClientApplication; log: Log; openJobs: number },
): void => {
  log.info('Easel is ready', {
    version: VERSION,
    openJobs,
    bot: application.name,
    servers: application.approximateGuildCount,
    invite: inviteLink(application.id),
    store: storeKind(config.storeUrl),
    off: switchedOff(config).join(', ') || undefined,
  });
};
