import type { Component, EmojiReference } from '../../discord/model.ts';
import { ComponentType } from '../../discord/numbers.ts';
import type { ChannelView, Snapshot } from '../../discord/user-side/protocol.ts';
import { displayName, membersOf } from '../client/client-state.ts';

/** One entry of a list that is picked from. */
export interface PickChoice {
  value: string;
  label: string;
  description?: string | undefined;
  emoji?: EmojiReference | undefined;
}

const usersIn = (snapshot: Snapshot, channel: ChannelView): PickChoice[] =>
  membersOf(snapshot, channel).map((user) => ({
    value: user.id,
    label: displayName(user),
    description: user.username,
  }));

const rolesIn = (snapshot: Snapshot, { guildId }: ChannelView): PickChoice[] =>
  (snapshot.guilds.find(({ id }) => id === guildId)?.roles ?? []).map(({ id, name }) => ({
    value: id,
    label: name.startsWith('@') ? name : `@${name}`,
  }));

const channelsIn = (snapshot: Snapshot, { guildId }: ChannelView): PickChoice[] =>
  snapshot.channels
    .filter((channel) => channel.guildId === guildId && guildId !== null)
    .map(({ id, name }) => ({ value: id, label: `#${name}` }));

/** What a select offers in a channel. */
export const choicesOf = (field: Component, snapshot: Snapshot, channel: ChannelView): PickChoice[] => {
  switch (field.type) {
    case ComponentType.UserSelect:
      return usersIn(snapshot, channel);
    case ComponentType.RoleSelect:
      return rolesIn(snapshot, channel);
    case ComponentType.MentionableSelect:
      return [...usersIn(snapshot, channel), ...rolesIn(snapshot, channel)];
    case ComponentType.ChannelSelect:
      return channelsIn(snapshot, channel);
    default:
      return (field.options ?? []).map(({ value, label, description, emoji }) => ({
        value,
        label,
        description,
        emoji,
      }));
  }
};

/** What is picked before anybody picks. */
export const presetOf = (field: Component): string[] => [
  ...(field.options ?? []).filter((option) => option.default).map(({ value }) => value),
  ...(field.default_values ?? []).map(({ id }) => id),
];
