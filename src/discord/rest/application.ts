import { DiscordAPIError, type REST } from '@discordjs/rest';
import { ApplicationIntegrationType, RESTJSONErrorCodes, Routes } from 'discord-api-types/v10';
import { z } from 'zod';

const FORBIDDEN = 403;

/** Whether Discord refuses commands for want of the scope `applications.commands`. */
export const isScopeMissing = (error: unknown): boolean =>
  error instanceof DiscordAPIError &&
  (error.code === RESTJSONErrorCodes.MissingAccess || error.status === FORBIDDEN);

/** The bot, as its owner has set it up in the Developer Portal. */
export interface Application {
  id: string;
  name: string;
  /** The approximate number of servers, if Discord returns it. */
  servers: number | undefined;
  /** How it can be installed: Discord refuses commands that are meant for any other way. */
  installs: ApplicationIntegrationType[];
}

/** https://docs.discord.com/developers/resources/application#application-object */
const schema = z.object({
  id: z.string(),
  name: z.string(),
  approximate_guild_count: z.number().optional(),
  integration_types_config: z.record(z.string(), z.unknown()).nullish(),
});

/** Asks Discord for the application that the bot's token belongs to. */
export const readApplication = async (
  rest: Pick<REST, 'get'>,
  signal?: AbortSignal,
): Promise<Application> => {
  const { GuildInstall, UserInstall } = ApplicationIntegrationType;
  const answer = schema.parse(await rest.get(Routes.currentApplication(), { signal }));
  const { id, name, approximate_guild_count: servers, integration_types_config: config } = answer;
  const installs = [GuildInstall, UserInstall].filter((type) => String(type) in (config ?? {}));
  return { id, name, servers, installs: installs.length === 0 ? [GuildInstall] : installs };
};
