import { removeMessage } from './messages/store.ts';
import type { CommandRule } from './model.ts';
import { Permission } from './numbers.ts';
import { type Core, emitChange } from './state/state.ts';
import { channelOfId, guildOf } from './state/world.ts';
import type { StateControls } from './types.ts';

function messageControls(
  core: Core,
): Pick<StateControls, 'deleteMessage' | 'expireToken' | 'expireAllTokens' | 'setTokenLifetime'> {
  return {
    deleteMessage: (messageId) => {
      const message = core.state.messages.get(messageId);
      if (!message) throw new Error(`there is no message ${messageId}`);
      removeMessage(core, message);
    },
    expireToken: (token) => {
      const interaction = core.state.interactionsByToken.get(token);
      if (!interaction) throw new Error('no interaction has this token');
      interaction.tokenExpired = true;
    },
    expireAllTokens: () => {
      for (const interaction of core.state.interactions.values()) interaction.tokenExpired = true;
    },
    setTokenLifetime: (lifetimeMs) => {
      core.options.tokenLifetimeMs = lifetimeMs;
    },
  };
}

type ChannelControls = Pick<
  StateControls,
  | 'deleteChannel'
  | 'hideChannelFromBot'
  | 'showChannelToBot'
  | 'archiveThread'
  | 'unarchiveThread'
  | 'lockThread'
>;

const channelControls = (core: Core): ChannelControls => {
  const change = (channelId: string, fields: { archived?: boolean; locked?: boolean }): void => {
    const channel = Object.assign(channelOfId(core, channelId), fields);
    emitChange(core, { kind: 'channel-updated', channel });
  };
  return {
    deleteChannel: (channelId) => {
      const channel = channelOfId(core, channelId);
      for (const id of core.state.messagesByChannel.get(channelId) ?? []) core.state.messages.delete(id);
      core.state.messagesByChannel.delete(channelId);
      core.state.channels.delete(channelId);
      emitChange(core, { kind: 'channel-deleted', channel });
    },
    hideChannelFromBot: (channelId) => {
      const channel = channelOfId(core, channelId);
      const id = core.state.applicationId;
      channel.overwrites.set(id, { id, type: 'member', allow: 0n, deny: Permission.ViewChannel });
      emitChange(core, { kind: 'channel-updated', channel });
    },
    showChannelToBot: (channelId) => {
      const channel = channelOfId(core, channelId);
      channel.overwrites.delete(core.state.applicationId);
      emitChange(core, { kind: 'channel-updated', channel });
    },
    archiveThread: (channelId) => change(channelId, { archived: true }),
    unarchiveThread: (channelId) => change(channelId, { archived: false }),
    lockThread: (channelId) => change(channelId, { locked: true }),
  };
};

const guildControls = (core: Core): Pick<StateControls, 'removeBot' | 'addBot' | 'setGuildUnavailable'> => {
  const bot = core.state.applicationId;
  return {
    removeBot: (guildId) => {
      const guild = guildOf(core, guildId);
      guild.members.delete(bot);
      emitChange(core, { kind: 'guild-left', guild });
    },
    addBot: (guildId) => {
      const guild = guildOf(core, guildId);
      guild.members.set(bot, { userId: bot, roleIds: [], nick: null, joinedAt: core.options.now() });
      emitChange(core, { kind: 'guild-joined', guild });
    },
    setGuildUnavailable: (guildId, unavailable) => {
      const guild = guildOf(core, guildId);
      guild.unavailable = unavailable;
      emitChange(core, { kind: unavailable ? 'guild-unavailable' : 'guild-joined', guild });
    },
  };
};

/** What happens to a bot from outside. */
export const stateControls = (core: Core): StateControls => ({
  ...messageControls(core),
  ...channelControls(core),
  ...guildControls(core),
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
