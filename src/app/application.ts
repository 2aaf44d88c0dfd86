import { Routes } from 'discord-api-types/v10';
import type { REST } from 'discord.js';
import { z } from 'zod';
import { inviteLink } from '../commands/framework/preflight.ts';
import type { Config } from '../config.ts';
import { askAsBot, BadTokenError, isUnauthorized, ownApplicationId } from '../discord/rest.ts';
import { broken, brokenBy, ok, skipped, unreachable, type CheckResult } from '../lib/check.ts';
import type { Clock } from '../lib/clock.ts';
import { doubling, retry } from '../lib/retry.ts';
import { LIMIT_ADVICE, PAYS_WITHOUT_LIMIT, paysWithoutLimit } from '../services/accounts/accounts.ts';
import type { Log } from '../services/operations/log.ts';
import type { Database } from '../services/storage/database.ts';
import { StoreOpenError } from '../services/storage/errors.ts';
import { checkApplicationId, readApplicationId } from '../services/storage/schema.ts';

const nextWaitMs = doubling(1_000, 60_000);
const ANSWER_MS = 10_000;

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

const applicationSchema = z.object({
  id: z.string(),
  name: z.string(),
  approximate_guild_count: z.number().optional(),
  bot_public: z.boolean().optional(),
  interactions_endpoint_url: z.string().nullish(),
});
type Application = z.infer<typeof applicationSchema>;

/** With an endpoint, Discord sends commands there and not to the gateway. */
const checkEndpoint = ({ interactions_endpoint_url: url }: Application): CheckResult[] => {
  if (url === undefined || url === null || url === '') return [];
  const text = 'The application has an Interactions Endpoint URL, so no command ever arrives at Easel.';
  return [broken('commands', text, 'Remove it in the Developer Portal (General Information).')];
};

const checkPayer = ({ bot_public: isPublic }: Application, config: Config): CheckResult[] =>
  isPublic === false || !paysWithoutLimit(config)
    ? []
    : [skipped('shared key', PAYS_WITHOUT_LIMIT, LIMIT_ADVICE)];

/** Whether Discord knows the token, and what it says of the application. */
export const checkToken = async (config: Config): Promise<CheckResult[]> => {
  const check = 'token';
  try {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const answer = await askAsBot(config, (bot) => bot.get(Routes.currentApplication(), { signal }));
    const application = applicationSchema.parse(answer);
    const { id, name, approximate_guild_count: servers } = application;
    const text = `The token belongs to ${name}, in ${servers ?? 'an unknown number of'} servers. Invite link: ${inviteLink(id)}`;
    return [ok(check, text), ...checkEndpoint(application), ...checkPayer(application, config)];
  } catch (error) {
    if (isUnauthorized(error)) {
      const advice = 'Copy the token again from the Developer Portal (Bot) into DISCORD_TOKEN.';
      return [broken(check, 'Discord declined the token.', advice)];
    }
    const advice = 'Check the network, DISCORD_API_URL, and https://discordstatus.com.';
    return [broken(check, unreachable('Discord', error), advice)];
  }
};

/** Easel would refuse to start on another application's store. */
export const checkOwner = async (config: Config, database: Database): Promise<CheckResult[]> => {
  const check = 'application';
  const known = await readApplicationId(database);
  if (known === undefined) return [];
  const belongs = `The store belongs to the application ${known}`;
  try {
    await checkApplication(database, config.discordToken, () => askAsBot(config, ownApplicationId));
    return [ok(check, `${belongs}, as the token does.`)];
  } catch (error) {
    if (error instanceof StoreOpenError) return [brokenBy(check, error)];
    return [skipped(check, `${belongs}; Discord can't be asked whose the token is.`)];
  }
};
