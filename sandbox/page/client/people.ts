import type { WireUser } from '../../discord/model.ts';
import type { ChannelView, Snapshot } from '../../discord/user-side/protocol.ts';

/** The name that people see. */
export const displayName = ({ global_name, username }: WireUser): string => global_name ?? username;

/** Anybody whom a person can know of. */
export const personIn = (snapshot: Snapshot, userId: string): WireUser | undefined => {
  const known = [
    snapshot.people,
    ...snapshot.guilds.map(({ members }) => members),
    ...snapshot.channels.map(({ recipients }) => recipients),
  ];
  return known.flat().find(({ id }) => id === userId);
};

/** What a channel is called: direct messages after whom they are with. */
export const channelName = (channel: ChannelView): string =>
  channel.name === '' ? channel.recipients.map(displayName).join(', ') : channel.name;

/** Who can be spoken of in a channel. */
export const membersOf = (snapshot: Snapshot, channel: ChannelView): WireUser[] => {
  const guild = snapshot.guilds.find(({ id }) => id === channel.guildId);
  return guild ? guild.members : [snapshot.me, ...channel.recipients];
};
