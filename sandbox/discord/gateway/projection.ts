import { wireUserById } from '../messages/view.ts';
import type { Guild } from '../model.ts';
import { Intent } from '../numbers.ts';
import type { SessionFacts } from '../records.ts';
import { gatewayGuild, wireMember } from '../state/channel-view.ts';
import defaults from '../state/defaults.json' with { type: 'json' };
import { canSee } from '../state/permissions.ts';
import type { Change, Core, StoredMessage } from '../state/state.ts';

/** An event on its way to the sessions that want it. */
export interface GatewayEvent {
  event: string;
  data: unknown;
  guildId: string | null;
  /** 0: always sent. */
  intent: number;
}

const reactionEvent = (
  core: Core,
  { kind, message, userId, emoji }: Extract<Change, { kind: 'reaction-added' | 'reaction-removed' }>,
): GatewayEvent => {
  const isAdded = kind === 'reaction-added';
  const member = core.state.guilds.get(message.guildId ?? '')?.members.get(userId);
  return {
    event: isAdded ? 'MESSAGE_REACTION_ADD' : 'MESSAGE_REACTION_REMOVE',
    data: {
      user_id: userId,
      channel_id: message.channel_id,
      message_id: message.id,
      ...(message.guildId !== null && { guild_id: message.guildId }),
      emoji,
      burst: false,
      type: 0,
      ...(isAdded && { message_author_id: message.authorId }),
      ...(isAdded && member && { member: wireMember(core, member) }),
    },
    guildId: message.guildId,
    intent: message.guildId === null ? Intent.DirectMessageReactions : Intent.GuildMessageReactions,
  };
};

const guildEvent = (core: Core, { kind, guild }: Extract<Change, { guild: Guild }>): GatewayEvent[] => {
  const about = { guildId: guild.id, intent: Intent.Guilds };
  const isMember = guild.members.has(core.state.applicationId);
  if (kind === 'guild-joined' && isMember)
    return [{ event: 'GUILD_CREATE', data: gatewayGuild(core, guild), ...about }];
  if (kind === 'guild-left') return [{ event: 'GUILD_DELETE', data: { id: guild.id }, ...about }];
  if (kind !== 'guild-unavailable') return [];
  return [{ event: 'GUILD_DELETE', data: { id: guild.id, unavailable: true }, ...about }];
};

const reachesBot = (core: Core, message: StoredMessage): boolean => {
  const channel = core.state.channels.get(message.channel_id);
  return channel !== undefined && canSee(core.state, channel, core.state.applicationId);
};

/** What the bot hears about a change: of messages only their reactions, since it asks for no other intents. */
export const gatewayEvents = (core: Core, change: Change): GatewayEvent[] => {
  if (change.kind === 'reaction-added' || change.kind === 'reaction-removed')
    return reachesBot(core, change.message) ? [reactionEvent(core, change)] : [];
  if ('guild' in change) return guildEvent(core, change);
  if (change.kind !== 'interaction-created') return [];
  const { payload: data, interaction } = change;
  return [{ event: 'INTERACTION_CREATE', data, guildId: interaction.guildId, intent: 0 }];
};

/** What READY says: docs.discord.com/developers/events/gateway-events#ready */
export const readyData = (
  core: Core,
  session: SessionFacts,
  resumeUrl: string,
  guildIds: readonly string[],
): Record<string, unknown> => ({
  ...defaults.ready,
  user: { ...wireUserById(core, core.state.applicationId), ...defaults.readyUser },
  guilds: guildIds.map((id) => ({ id, unavailable: true })),
  session_id: session.sessionId,
  resume_gateway_url: resumeUrl,
  shard: [session.shardId, session.shardCount],
  application: { id: core.state.applicationId, flags: 0 },
});
