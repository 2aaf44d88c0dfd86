import { PermissionFlagsBits } from 'discord-api-types/v10';
import { COMMAND_NAMES } from '../../../messages/markup.ts';
import type { Job } from '../../jobs/job.ts';
import type { DiscordApi } from '../rest/api.ts';
import { readChannel, readCommandIds, readCommandRules, readGuild } from '../rest/bot-requests.ts';
import { isThread, mayUseCommand, permissionsIn, type MemberFacts } from '../rest/permissions.ts';

/** What somebody may do where they reacted. */
export interface ReactionRights {
  /** Permission bits as a decimal number, as an interaction would have brought them. */
  personPermissions: string;
  inThread: boolean;
}

/** Who reacted where, and to what. */
export interface ReactionPlace {
  guildId: string;
  channelId: string;
  member: MemberFacts;
  job: Job;
}

/**
 * Finds out what somebody who reacted may do: a reaction, unlike an interaction, does not bring that with it. Where a
 * server's admins keep the person from the command of the job's family, the right to use commands is missing.
 */
export class ReactionRightsReader {
  readonly #api: DiscordApi;
  #commandIds: Promise<Map<string, string>> | undefined;

  constructor(api: DiscordApi) {
    this.#api = api;
  }

  async read({ guildId, channelId, member, job }: ReactionPlace): Promise<ReactionRights> {
    const { applicationId } = job.target;
    const [guild, channel, rules, commandId] = await Promise.all([
      readGuild(this.#api, guildId),
      readChannel(this.#api, channelId),
      readCommandRules(this.#api, applicationId, guildId),
      this.#commandIdOf(job),
    ]);
    const inThread = isThread(channel);
    const decides =
      inThread && channel.parentId !== undefined ? await readChannel(this.#api, channel.parentId) : channel;
    const bits = permissionsIn(guild, decides, member);
    const use = { guildId, channelId: decides.id, member };
    const allowed =
      (bits & PermissionFlagsBits.Administrator) !== 0n ||
      mayUseCommand(rules.get(commandId ?? '') ?? [], rules.get(applicationId) ?? [], use);
    const held = allowed ? bits : bits & ~PermissionFlagsBits.UseApplicationCommands;
    return { personPermissions: String(held), inThread };
  }

  async #commandIdOf({ target, submission }: Job): Promise<string | undefined> {
    this.#commandIds ??= readCommandIds(this.#api, target.applicationId);
    try {
      const ids = await this.#commandIds;
      return ids.get(COMMAND_NAMES[submission.family]);
    } catch (error) {
      this.#commandIds = undefined;
      throw error;
    }
  }
}
