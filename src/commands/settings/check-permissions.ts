import type { CommandContext } from '../framework/command.ts';
import { inviteLink, logChannelText, missingPermissionsText } from '../framework/preflight.ts';
import { privateText, type Reply } from '../framework/reply.ts';
import { managedGuild } from '../framework/rights.ts';

/** What the bot lacks here and in the log channel, and what to do about it. */
export const checkPermissions = async ({
  invocation,
  guilds,
  botPermissionsIn,
}: CommandContext): Promise<Reply> => {
  const guildId = managedGuild(invocation);
  const { logChannelId } = await guilds.settings.of(guildId);
  const ofLog =
    logChannelId === undefined
      ? ''
      : logChannelText(logChannelId, await botPermissionsIn(guildId, logChannelId));
  const problems = [missingPermissionsText(invocation), ofLog].filter((text) => text !== '');
  if (problems.length === 0)
    return privateText(`Everything is in order: the bot has all it needs in <#${invocation.channelId}>.`);
  const advice = `Change it in the channel's or the server's settings, or [invite the bot anew](${inviteLink(invocation.applicationId)}): that adds what is missing in the whole server.`;
  return privateText([...problems, advice].join('\n\n'));
};
