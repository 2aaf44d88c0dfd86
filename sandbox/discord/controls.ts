import { removeMessage } from './messages/store.ts';
import type { Channel, CommandRule } from './model.ts';
import { Permission } from './numbers.ts';
import { type Core, emitChange } from './state/state.ts';
import { channelOfId, guildOf, joinGuild } from './state/world.ts';
import type { StateControls } from './types.ts';

const messageControls = (core: Core) => ({
  deleteMessage: (messageId: string): void => {
    const message = core.state.messages.get(messageId);
    if (!message) throw new Error(`there is no message ${messageId}`);
    removeMessage(core, message);
  },
  expireToken: (token: string): void => {
    const interaction = core.state.interactionsByToken.get(token);
    if (!interaction) throw new Error('no interaction has this token');
    interaction.tokenExpired = true;
  },
  expireAllTokens: (): void => {
    for (const interaction of core.state.interactions.values()) interaction.tokenExpired = true;
  },
  setTokenLifetime: (lifetimeMs: number): void => {
    core.options.tokenLifetimeMs = lifetimeMs;
  },
});

const channelControls = (core: Core) => {
  const bot = core.state.applicationId;
  const change = (channelId: string, alter: (channel: Channel) => unknown): void => {
    const channel = channelOfId(core, channelId);
    alter(channel);
    emitChange(core, { kind: 'channel-updated', channel });
  };
  const set = (channelId: string, fields: Partial<Channel>): void =>
    change(channelId, (channel) => Object.assign(channel, fields));
  return {
    deleteChannel: (channelId: string): void => {
      const channel = channelOfId(core, channelId);
      for (const id of core.state.messagesByChannel.get(channelId) ?? []) core.state.messages.delete(id);
      core.state.messagesByChannel.delete(channelId);
      core.state.channels.delete(channelId);
      emitChange(core, { kind: 'channel-deleted', channel });
    },
    hideChannelFromBot: (channelId: string): void =>
      change(channelId, ({ overwrites }) =>
        overwrites.set(bot, { id: bot, type: 'member', allow: 0n, deny: Permission.ViewChannel }),
      ),
    showChannelToBot: (channelId: string): void =>
      change(channelId, ({ overwrites }) => overwrites.delete(bot)),
    archiveThread: (channelId: string): void => set(channelId, { archived: true }),
    unarchiveThread: (channelId: string): void => set(channelId, { archived: false }),
    restrictChannelByAge: (channelId: string): void => set(channelId, { ageRestricted: true }),
    lockThread: (channelId: string): void => set(channelId, { locked: true }),
  };
};

const guildControls = (core: Core) => {
  const bot = core.state.applicationId;
  return {
    removeBot: (guildId: string): void => {
      const guild = guildOf(core, guildId);
      guild.members.delete(bot);
      emitChange(core, { kind: 'guild-left', guild });
    },
    addBot: (guildId: string): void => {
      const guild = guildOf(core, guildId);
      joinGuild(core, guild, bot);
      emitChange(core, { kind: 'guild-joined', guild });
    },
    setGuildUnavailable: (guildId: string, unavailable: boolean): void => {
      const guild = Object.assign(guildOf(core, guildId), { unavailable });
      emitChange(core, { kind: unavailable ? 'guild-unavailable' : 'guild-joined', guild });
    },
  };
};

/** What happens to a bot from outside. */
export const stateControls = (core: Core): StateControls => ({
  ...messageControls(core),
  ...channelControls(core),
  ...guildControls(core),
  setApplicationOwner: (userId) => {
    core.state.applicationOwnerId = userId;
  },
  closeDirectMessages: (userId) => {
    const user = core.state.users.get(userId);
    if (!user) throw new Error(`there is no user ${userId}`);
    user.acceptsDirectMessages = false;
  },
  setCommandRules: (guildId, id, rules) => {
    const ofGuild = core.state.commandRules.get(guildId) ?? new Map<string, readonly CommandRule[]>();
    core.state.commandRules.set(guildId, ofGuild.set(id, rules));
  },
  removeFile: (url) => {
    const id = new URL(url).pathname.split('/').at(-2) ?? '';
    if (!core.state.files.delete(id)) throw new Error(`there is no file ${url}`);
  },
});
