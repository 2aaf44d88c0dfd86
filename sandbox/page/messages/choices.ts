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

const ENTITIES: Partial<Record<ComponentType, (snapshot: Snapshot, channel: ChannelView) => PickChoice[]>> = {
  [ComponentType.UserSelect]: usersIn,
  [ComponentType.RoleSelect]: rolesIn,
  [ComponentType.MentionableSelect]: (...place) => [...usersIn(...place), ...rolesIn(...place)],
  [ComponentType.ChannelSelect]: channelsIn,
};

/** What a select offers in a channel. */
export const choicesOf = (
  { type, options = [] }: Pick<Component, 'type' | 'options'>,
  snapshot: Snapshot,
  channel: ChannelView,
): PickChoice[] => ENTITIES[type]?.(snapshot, channel) ?? options;
