import type { REST } from 'discord.js';
import { BadTokenError, isUnauthorized, ownApplicationId } from '../discord/rest.ts';
import type { Clock } from '../lib/clock.ts';
import { doubling, retry } from '../lib/retry.ts';
import type { Log } from '../services/operations/log.ts';
import type { Database } from '../services/storage/database.ts';
import { checkApplicationId, readApplicationId } from '../services/storage/schema.ts';

const nextWaitMs = doubling(1_000, 60_000);

/**
 * The ID that a bot token names. It is the bot's own, and the application's too but for bots that were made before August 2016
 * (https://docs.discord.com/developers/reference#authentication).
 */
export const idInToken = (discordToken: string): string | undefined => {
  const id = Buffer.from(discordToken.split('.', 1)[0] ?? '', 'base64url').toString('latin1');
  return /^\d{15,20}$/.test(id) ? id : undefined;
};

/**
 * Makes sure that a store is this application's, or still without one.
 * @param ask asks Discord for the application's ID; only where the token names another one than the store.
 * @throws StoreOpenError when it is another's, BadTokenError, and what `ask` throws
 */
export const checkApplication = async (
  database: Pick<Database, 'adapter'>,
  discordToken: string,
  ask: () => Promise<string>,
): Promise<void> => {
  const known = await readApplicationId(database);
  const named = idInToken(discordToken);
  if (known === undefined || known === named) return;
  const actual = await ask().catch((error: unknown) => {
    if (!isUnauthorized(error)) throw error;
    if (named === undefined) throw new BadTokenError();
    return named;
  });
  checkApplicationId(known, actual);
};

/** Asks Discord for the application's ID, and waits for it. @throws DiscordAPIError when it does not know the token */
export const askForApplicationId = (
  bot: Pick<REST, 'get'>,
  { clock, log, signal }: { clock: Pick<Clock, 'sleep'>; log: Pick<Log, 'repeated'>; signal: AbortSignal },
): Promise<string> =>
  retry(() => ownApplicationId(bot), {
    delayMs: (error, attempt) => (isUnauthorized(error) ? undefined : nextWaitMs(attempt)),
    onFailure: (error, { waitMs }) => {
      if (waitMs !== undefined)
        log.repeated('warn', "Discord can't be reached, trying again", { waitMs, error });
    },
    clock,
    signal,
  });
