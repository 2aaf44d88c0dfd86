import { PermissionFlagsBits } from 'discord-api-types/v10';
import { COMMAND_NAMES } from '../../messages/markup.ts';
import type { Job } from '../../services/jobs/job.ts';
import type { DiscordApi } from '../rest/api.ts';
import { decidingChannel, readCommandRules, readGuild } from '../rest/bot-requests.ts';
import type { CommandAccessReader } from '../rest/command-access.ts';
import { mayUseCommand, permissionsIn, type MemberFacts } from '../rest/permissions.ts';

/** The rights of somebody who reacted. */
export interface ReactionRights {
  /** Permission bits as a decimal number, as an interaction would have brought them. */
  personPermissions: string;
  inThread: boolean;
  /** The channel that the thread belongs to. */
  parentId?: string;
}

/** Who reacted where, and to what. */
export interface ReactionPlace {
  guildId: string;
  channelId: string;
  member: MemberFacts;
  job: Job;
}

/**
 * Looks up the rights of somebody who reacted, since reactions, unlike interactions, don't contain them. If the
 * server's admins block the person from the command of the job's family, they lack the right to use commands.
 */
export class ReactionRightsReader {
  readonly #api: DiscordApi;
  readonly #access: Pick<CommandAccessReader, 'ids'>;

  constructor(api: DiscordApi, access: Pick<CommandAccessReader, 'ids'>) {
    this.#api = api;
    this.#access = access;
  }

  async read({ guildId, channelId, member, job }: ReactionPlace): Promise<ReactionRights> {
    const { applicationId } = job.target;
    const [guild, channel, rules, ids] = await Promise.all([
      readGuild(this.#api, guildId),
      decidingChannel(this.#api, channelId),
      readCommandRules(this.#api, applicationId, guildId),
      this.#access.ids(applicationId),
    ]);
    const bits = permissionsIn(guild, channel, member);
    const use = { guildId, channelId: channel.id, member };
    const commandId = ids.get(COMMAND_NAMES[job.submission.family]);
    const allowed =
      (bits & PermissionFlagsBits.Administrator) !== 0n ||
      mayUseCommand(rules.get(commandId ?? '') ?? [], rules.get(applicationId) ?? [], use);
    const held = allowed ? bits : bits & ~PermissionFlagsBits.UseApplicationCommands;
    const thread = channel.id === channelId ? { inThread: false } : { inThread: true, parentId: channel.id };
    return { personPermissions: String(held), ...thread };
  }
}
