import { failInteraction } from './interactions/open.ts';
import { removeMessage } from './messages/store.ts';
import type { Channel, CommandRule } from './model.ts';
import { Permission } from './numbers.ts';
import { type Core, emitChange } from './state/state.ts';
import { channelOfId, guildOf, joinGuild, known } from './state/world.ts';

const messageControls = (core: Core) => ({
  deleteMessage: (messageId: string): void => {
    removeMessage(core, known(core.state.messages, messageId, 'message'));
  },
  /** The three seconds of everything that has no first answer yet are over now. */
  endFirstSeconds: (): void => {
    for (const interaction of core.state.interactions.values()) failInteraction(core, interaction);
  },
  /** The tokens stop working now, as each does 15 minutes after its interaction. */
  expireAllTokens: (): void => {
    for (const interaction of core.state.interactions.values()) interaction.tokenExpired = true;
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
    archiveThread: (channelId: string): void => set(channelId, { archived: true }),
    /** From now on the channel is for adults. */
    restrictChannelByAge: (channelId: string): void => set(channelId, { ageRestricted: true }),
    lockThread: (channelId: string): void => set(channelId, { locked: true }),
  };
};

const guildControls = (core: Core) => {
  const bot = core.state.applicationId;
  return {
    /** The bot is thrown out of a server. */
    removeBot: (guildId: string): void => {
      const guild = guildOf(core, guildId);
      guild.members.delete(bot);
      emitChange(core, { kind: 'guild-left', guild });
    },
    /** The bot comes (back) into a server. */
    addBot: (guildId: string): void => {
      const guild = guildOf(core, guildId);
      joinGuild(core, guild, bot);
      emitChange(core, { kind: 'guild-joined', guild });
    },
    /** An outage: the bot sees the server as unavailable until it ends. */
    setGuildUnavailable: (guildId: string, unavailable: boolean): void => {
      const guild = Object.assign(guildOf(core, guildId), { unavailable });
      emitChange(core, { kind: unavailable ? 'guild-unavailable' : 'guild-joined', guild });
    },
  };
};

/** What happens to a bot from outside. */
export const stateControls = (core: Core) => ({
  ...messageControls(core),
  ...channelControls(core),
  ...guildControls(core),
  /** This person runs the bot from now on; at first it is the world's admin. */
  setApplicationOwner: (userId: string): void => {
    core.state.applicationOwnerId = userId;
  },
  /** From now on messages to this person answer 50007. */
  closeDirectMessages: (userId: string): void => {
    known(core.state.users, userId, 'user').acceptsDirectMessages = false;
  },
  /** What a server's admins say about who may use a command, or the whole application by its id. */
  setCommandRules: (guildId: string, id: string, rules: readonly CommandRule[]): void => {
    const ofGuild = core.state.commandRules.get(guildId) ?? new Map<string, readonly CommandRule[]>();
    core.state.commandRules.set(guildId, ofGuild.set(id, rules));
  },
  /** A file is gone for good, as what was attached to a command is after a while. */
  removeFile: (url: string): void => {
    const id = new URL(url).pathname.split('/').at(-2) ?? '';
    if (!core.state.files.delete(id)) throw new Error(`there is no file ${url}`);
  },
});
