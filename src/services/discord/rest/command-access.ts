import type { CommandAccess } from '../../../commands/framework/command.ts';
import type { Invocation } from '../../../commands/framework/invocation.ts';
import type { Log } from '../../operations/log.ts';
import type { DiscordApi } from './api.ts';
import { readCommandIds, readCommandRules } from './bot-requests.ts';
import { mayUseCommand, type CommandRule } from './permissions.ts';

const NO_RULES = new Map<string, readonly CommandRule[]>();

/**
 * The ids of the registered commands, and which of them the admins of a server keep from somebody. What can't be read is
 * left out: then commands have no id, or nobody is kept from any.
 */
export const readCommandAccess = async (
  { applicationId, guildId, channelId, personId, roleIds, botIsHere }: Invocation,
  api: DiscordApi,
  log: Pick<Log, 'warn'>,
): Promise<CommandAccess> => {
  const without =
    <T>(value: T) =>
    (error: unknown): T => {
      log.warn('who may use which command could not be read', { error });
      return value;
    };
  const [ids, rules] = await Promise.all([
    readCommandIds(api, applicationId).catch(without(new Map<string, string>())),
    guildId === undefined || !botIsHere
      ? NO_RULES
      : readCommandRules(api, applicationId, guildId).catch(without(NO_RULES)),
  ]);
  const ofApplication = rules.get(applicationId) ?? [];
  const isAllowed = (id: string): boolean =>
    guildId === undefined ||
    mayUseCommand(rules.get(id) ?? [], ofApplication, {
      guildId,
      channelId,
      member: { id: personId, roleIds },
    });
  return { ids, isAllowed: (name) => isAllowed(ids.get(name) ?? '') };
};
