import type { Channel, Guild, Overwrite, Role, User } from '../model.ts';
import { Permission } from '../numbers.ts';
import { USUAL_PERMISSIONS } from './permissions.ts';
import { type Core, emitChange } from './state.ts';

const MEBIBYTE = 1024 * 1024;

const newChannel = (
  core: Core,
  fields: Pick<Channel, 'kind' | 'guildId' | 'name'> & Partial<Pick<Channel, 'parentId' | 'recipientIds'>>,
): Channel => {
  const channel: Channel = {
    id: core.ids.next(),
    parentId: null,
    recipientIds: [],
    overwrites: new Map(),
    archived: false,
    locked: false,
    ageRestricted: false,
    lastMessageId: null,
    ...fields,
  };
  core.state.channels.set(channel.id, channel);
  return channel;
};

const addChannel = (core: Core, fields: Parameters<typeof newChannel>[1]): Channel => {
  const channel = newChannel(core, fields);
  emitChange(core, { kind: 'channel-created', channel });
  return channel;
};

/** The channel of direct messages between a person and the bot, made when it is first needed. */
export const directChannel = (core: Core, userId: string): Channel => {
  const known = core.state.channels.get(core.state.directChannels.get(userId) ?? '');
  if (known) return known;
  const recipientIds = [userId, core.state.applicationId];
  const channel = addChannel(core, { kind: 'direct', guildId: null, name: '', recipientIds });
  core.state.directChannels.set(userId, channel.id);
  return channel;
};

/** @throws Error for an id that nothing has */
export const known = <Thing>(things: ReadonlyMap<string, Thing>, id: string, noun: string): Thing => {
  const thing = things.get(id);
  if (!thing) throw new Error(`there is no ${noun} ${id}`);
  return thing;
};

export const guildOf = (core: Core, guildId: string): Guild => known(core.state.guilds, guildId, 'guild');

export const channelOfId = (core: Core, channelId: string): Channel =>
  known(core.state.channels, channelId, 'channel');

/** Makes a person a member of a server. */
export const joinGuild = (core: Core, guild: Guild, userId: string, roleIds: string[] = []): void => {
  guild.members.set(userId, { userId, roleIds, nick: null, joinedAt: core.options.now() });
};

const newUser = (core: Core, fields: Partial<User> & Pick<User, 'id' | 'username'>): User => {
  const user: User = {
    globalName: fields.username,
    bot: false,
    locale: 'en-US',
    hasInstalledApplication: false,
    acceptsDirectMessages: true,
    uploadLimitBytes: 10 * MEBIBYTE,
    ...fields,
  };
  core.state.users.set(user.id, user);
  return user;
};

type NewUser = Partial<Omit<User, 'id'>> & Pick<User, 'username'>;

const addUser = (core: Core, fields: NewUser) => {
  const user = newUser(core, { id: core.ids.next(), ...fields });
  /** The channel of direct messages between this person and the bot. */
  const directChannelId = directChannel(core, user.id).id;
  return { id: user.id, user, directChannelId };
};

const addRole = (core: Core, guildId: string, fields: { name: string; permissions?: bigint }): Role => {
  const guild = guildOf(core, guildId);
  const role: Role = {
    id: core.ids.next(),
    name: fields.name,
    permissions: fields.permissions ?? 0n,
    position: guild.roles.size,
    color: 0,
  };
  guild.roles.set(role.id, role);
  emitChange(core, { kind: 'guild-changed', guild });
  return role;
};

type NewGuild = Pick<Guild, 'name'> &
  Partial<Pick<Guild, 'premiumTier' | 'ownerId'>> & {
    memberIds?: string[];
    /** False: a server that the bot is not in, where people may bring it along by a user install. */
    withBot?: boolean;
  };

/** A new server with two text channels that everybody, the bot too, may use. */
const addGuild = (core: Core, fields: NewGuild) => {
  const id = core.ids.next();
  const everyone: Role = { id, name: '@everyone', permissions: USUAL_PERMISSIONS, position: 0, color: 0 };
  const guild: Guild = {
    id,
    name: fields.name,
    ownerId: fields.ownerId ?? core.ids.next(),
    locale: 'en-US',
    premiumTier: fields.premiumTier ?? 0,
    unavailable: false,
    roles: new Map([[id, everyone]]),
    members: new Map(),
  };
  for (const userId of fields.memberIds ?? []) joinGuild(core, guild, userId);
  if (fields.withBot !== false) joinGuild(core, guild, core.state.applicationId);
  core.state.guilds.set(id, guild);
  const [first, second] = ['pictures', 'general'].map((name) =>
    newChannel(core, { kind: 'text', guildId: id, name }),
  );
  emitChange(core, { kind: 'guild-joined', guild });
  return { guild, channelId: first?.id ?? '', secondChannelId: second?.id ?? '', everyoneRoleId: id };
};

const setOverwrite = (core: Core, channelId: string, overwrite: Overwrite): void => {
  const channel = channelOfId(core, channelId);
  channel.overwrites.set(overwrite.id, overwrite);
  emitChange(core, { kind: 'channel-updated', channel });
};

/** Adding to the world while it runs; the bot hears of it as it would from Discord. */
export const worldBuilders = (core: Core) => ({
  addUser: (user: NewUser) => addUser(core, user),
  addGuild: (guild: NewGuild) => addGuild(core, guild),
  addMember: (guildId: string, userId: string, roleIds?: string[]) => {
    joinGuild(core, guildOf(core, guildId), userId, roleIds);
  },
  addRole: (guildId: string, role: Parameters<typeof addRole>[2]) => addRole(core, guildId, role),
  addChannel: (guildId: string, name: string) => addChannel(core, { kind: 'text', guildId, name }),
  addThread: (channelId: string, name: string) => {
    const parent = channelOfId(core, channelId);
    return addChannel(core, { kind: 'thread', guildId: parent.guildId, parentId: parent.id, name });
  },
  /** A conversation between people, without the bot. */
  addPrivateChannel: (recipientIds: string[]) =>
    addChannel(core, {
      kind: recipientIds.length > 2 ? 'group' : 'direct',
      guildId: null,
      name: '',
      recipientIds,
    }),
  setOverwrite: (channelId: string, overwrite: Overwrite) => {
    setOverwrite(core, channelId, overwrite);
  },
});

/** The application's own account. Its id is the application's, as with every bot made since 2016. */
export const addBotUser = (core: Core): void => {
  const id = core.state.applicationId;
  newUser(core, { id, username: 'Easel', bot: true, acceptsDirectMessages: false, uploadLimitBytes: 0 });
};

/** Two servers and three people, the same in both; the admin has Manage Server in both. */
export const buildFirstWorld = (core: Core, builders: ReturnType<typeof worldBuilders>) => {
  const member = builders.addUser({ username: 'mona', globalName: 'Mona' });
  const secondMember = builders.addUser({ username: 'felix', globalName: 'Felix' });
  const admin = builders.addUser({ username: 'ada', globalName: 'Ada' });
  const memberIds = [member.id, secondMember.id, admin.id];
  const [atelier, gallery] = [
    builders.addGuild({ name: 'Atelier', memberIds }),
    builders.addGuild({ name: 'Gallery', memberIds }),
  ];
  for (const { guild } of [atelier, gallery]) {
    const permissions = USUAL_PERMISSIONS | Permission.ManageGuild | Permission.ManageMessages;
    const role = builders.addRole(guild.id, { name: 'Keeper', permissions });
    guildOf(core, guild.id).members.get(admin.id)?.roleIds.push(role.id);
  }
  core.state.applicationOwnerId = admin.id;
  return { atelier, gallery, member, secondMember, admin };
};
