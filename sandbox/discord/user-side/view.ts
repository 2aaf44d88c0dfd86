import { wireUser, wireUserById } from '../messages/view.ts';
import type { Channel, WireUser } from '../model.ts';
import { Permission } from '../numbers.ts';
import { offeredCommands } from '../people/find.ts';
import { messagesSeenBy } from '../people/person.ts';
import { canSee, has, permissionsIn } from '../state/permissions.ts';
import type { Core } from '../state/state.ts';
import { known } from '../state/world.ts';
import type { ChannelView, GuildView, Snapshot } from './protocol.ts';

/** Everybody whom one can be. */
export const peopleViews = (core: Core): WireUser[] =>
  [...core.state.users.values()].filter(({ bot }) => !bot).map(wireUser);

const channelView = (core: Core, channel: Channel, userId: string): ChannelView => {
  const permissions = permissionsIn(core.state, channel, userId);
  const send = channel.kind === 'thread' ? Permission.SendMessagesInThreads : Permission.SendMessages;
  const { id, kind, name, guildId, parentId } = channel;
  return {
    ...{ id, kind, name, guildId, parentId },
    recipients: channel.recipientIds
      .filter((other) => other !== userId)
      .map((other) => wireUserById(core, other)),
    canSend: has(permissions, send),
    canReact: has(permissions, Permission.AddReactions),
    canAttach: has(permissions, Permission.AttachFiles),
    canManageMessages: channel.guildId !== null && has(permissions, Permission.ManageMessages),
  };
};

const guildViews = (core: Core, userId: string): GuildView[] =>
  [...core.state.guilds.values()]
    .filter(({ members }) => members.has(userId))
    .map(({ id, name, roles, members }) => ({
      id,
      name,
      roles: [...roles.values()].map((role) => ({ id: role.id, name: role.name })),
      members: [...members.keys()].map((memberId) => wireUserById(core, memberId)),
    }));

interface Localized {
  name: string;
  description?: string;
  name_localizations?: Record<string, string> | null | undefined;
  description_localizations?: Record<string, string> | null | undefined;
  options?: readonly Localized[] | undefined;
  choices?: readonly Localized[] | undefined;
}

/** A command, an option or a choice with its texts in a language; names of choices are for people, all others for programs too. */
const localized = <Part extends Localized>(part: Part, locale: string): Part => ({
  ...part,
  ...(part.description !== undefined && {
    description: part.description_localizations?.[locale] ?? part.description,
  }),
  ...(part.options && { options: part.options.map((option) => localized(option, locale)) }),
  ...(part.choices && {
    choices: part.choices.map((choice) => ({
      ...choice,
      name: choice.name_localizations?.[locale] ?? choice.name,
    })),
  }),
});

/**
 * Everything that one person sees.
 * @throws Error for an unknown id
 */
export const snapshotFor = (core: Core, userId: string): Snapshot => {
  const user = known(core.state.users, userId, 'user');
  const channels = [...core.state.channels.values()].filter((channel) => canSee(core.state, channel, userId));
  return {
    me: wireUser(user),
    locale: user.locale,
    people: peopleViews(core),
    application: wireUserById(core, core.state.applicationId),
    guilds: guildViews(core, userId),
    channels: channels.map((channel) => channelView(core, channel, userId)),
    messages: Object.fromEntries(channels.map(({ id }) => [id, messagesSeenBy(core, userId, id)])),
    commands: Object.fromEntries(
      channels.map((channel) => [
        channel.id,
        offeredCommands(core, userId, channel).map((command) => localized(command, user.locale)),
      ]),
    ),
  };
};
