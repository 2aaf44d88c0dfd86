import { messageForBot, wireUserById } from '../messages/view.ts';
import type { Channel, Guild } from '../model.ts';
import { Intent } from '../numbers.ts';
import type { SessionFacts } from '../records.ts';
import { gatewayGuild, wireChannel, wireMember } from '../state/channel-view.ts';
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

const messageIntent = (message: StoredMessage): number =>
  message.guildId === null || message.ephemeralTo !== null ? Intent.DirectMessages : Intent.GuildMessages;

/** Ephemeral messages come like direct ones, without guild or member. */
const guildFields = (core: Core, message: StoredMessage, userId: string): Record<string, unknown> => {
  if (message.guildId === null || message.ephemeralTo !== null) return {};
  const member = core.state.guilds.get(message.guildId)?.members.get(userId);
  const { user: _user, ...memberFields } = member ? wireMember(core, member) : {};
  return { guild_id: message.guildId, ...(member && { member: memberFields }) };
};

const messageEvent = (core: Core, event: string, message: StoredMessage): GatewayEvent => ({
  event,
  data: { ...messageForBot(core, message), ...guildFields(core, message, message.authorId) },
  guildId: message.ephemeralTo === null ? message.guildId : null,
  intent: messageIntent(message),
});

const deletion = (message: StoredMessage): GatewayEvent => ({
  event: 'MESSAGE_DELETE',
  data: {
    id: message.id,
    channel_id: message.channel_id,
    ...(message.guildId !== null && { guild_id: message.guildId }),
  },
  guildId: message.guildId,
  intent: messageIntent(message),
});

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

const channelEvent = (
  core: Core,
  { kind, channel }: Extract<Change, { channel: Channel }>,
): GatewayEvent[] => {
  const guild = core.state.guilds.get(channel.guildId ?? '');
  if (!guild?.members.has(core.state.applicationId)) return [];
  const noun = channel.kind === 'thread' ? 'THREAD' : 'CHANNEL';
  const verb = kind.replace('channel-', '').replace(/d$/, '').toUpperCase();
  const data = {
    ...wireChannel(core, channel),
    ...(verb === 'CREATE' && noun === 'THREAD' && { newly_created: true }),
  };
  return [{ event: `${noun}_${verb}`, data, guildId: guild.id, intent: Intent.Guilds }];
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

const messageEventOf = (core: Core, change: Extract<Change, { message: StoredMessage }>): GatewayEvent => {
  if (change.kind === 'message-deleted') return deletion(change.message);
  if (change.kind === 'message-created') return messageEvent(core, 'MESSAGE_CREATE', change.message);
  if (change.kind === 'message-updated') return messageEvent(core, 'MESSAGE_UPDATE', change.message);
  return reactionEvent(core, change);
};

/** What the bot hears about a change. */
export const gatewayEvents = (core: Core, change: Change): GatewayEvent[] => {
  if ('message' in change) return reachesBot(core, change.message) ? [messageEventOf(core, change)] : [];
  if ('channel' in change) return channelEvent(core, change);
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
