import { DiscordAPIError, type REST } from 'discord.js';
import {
  ApplicationIntegrationType,
  RESTJSONErrorCodes,
  Routes,
  TeamMemberMembershipState,
  TeamMemberRole,
  type APIApplication,
} from 'discord-api-types/v10';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../services/operations/log.ts';
import type { DiscordApi } from './api.ts';

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
  /** Who runs it: its owner, or the team's members who may do more than look at it. */
  operatorIds: readonly string[];
}

const isApplication = (answer: unknown): answer is APIApplication =>
  answer instanceof Object && 'id' in answer && 'name' in answer;

/** An application of a team names the team's own account as its owner. */
const operatorsOf = ({ team, owner }: APIApplication): string[] => {
  if (!team) return owner ? [owner.id] : [];
  return team.members
    .filter((one) => one.membership_state === TeamMemberMembershipState.Accepted)
    .filter((one) => one.role !== TeamMemberRole.ReadOnly)
    .map(({ user }) => user.id);
};

/** Asks Discord for the application that the bot's token belongs to. */
export const readApplication = async (
  rest: Pick<REST, 'get'>,
  signal?: AbortSignal,
): Promise<Application> => {
  const { GuildInstall, UserInstall } = ApplicationIntegrationType;
  const answer = await rest.get(Routes.currentApplication(), { signal });
  if (!isApplication(answer)) throw new Error('Discord answered with no application');
  const { id, name, approximate_guild_count: servers, integration_types_config: config } = answer;
  const installs = [GuildInstall, UserInstall].filter((type) => type in (config ?? {}));
  return {
    ...{ id, name, servers, operatorIds: operatorsOf(answer) },
    installs: installs.length === 0 ? [GuildInstall] : installs,
  };
};

/** Who joins or leaves a team is known here within this time. */
const CACHE_MS = 10 * 60_000;
/** Short, since a person waits for the answer. */
const TIMEOUT_MS = 1_000;

export interface OperatorsOptions {
  api: Pick<DiscordApi, 'bot'>;
  clock: Pick<Clock, 'now'>;
  log: Pick<Log, 'warn'>;
}

/** Who runs the bot. */
export class Operators {
  readonly #options: OperatorsOptions;
  #known: { ids: readonly string[]; until: number } | undefined;

  constructor(options: OperatorsOptions) {
    this.#options = options;
  }

  /** Whether a person runs the bot. False when that can't be told. */
  async isOperator(personId: string): Promise<boolean> {
    const { api, clock, log } = this.#options;
    try {
      if (!this.#known || this.#known.until <= clock.now()) {
        const { operatorIds } = await readApplication(api.bot, AbortSignal.timeout(TIMEOUT_MS));
        this.#known = { ids: operatorIds, until: clock.now() + CACHE_MS };
      }
      return this.#known.ids.includes(personId);
    } catch (error) {
      log.warn("couldn't read who runs the bot", { error });
      return false;
    }
  }
}
