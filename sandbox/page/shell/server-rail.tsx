import type { Snapshot } from '../../discord/user-side/protocol.ts';
import { shownChannel } from '../client/client-state.ts';
import { useClientState } from '../client/context.ts';
import { GuildIcon } from '../look/avatar.tsx';
import { Icon } from '../look/icons.tsx';

interface RailButtonProps {
  label: string;
  isShown: boolean;
  isUnread: boolean;
  onPress: () => void;
  children: preact.ComponentChildren;
}

const RailButton = ({ label, isShown, isUnread, onPress, children }: RailButtonProps) => (
  <li class={`rail-item${isShown ? ' shown' : ''}${isUnread ? ' unread' : ''}`}>
    <button
      type="button"
      class="rail-button"
      aria-label={isUnread ? `${label}, unread messages` : label}
      aria-current={isShown ? 'true' : undefined}
      title={label}
      onClick={onPress}
    >
      {children}
    </button>
  </li>
);

/** The channels of a server, or those of direct messages. */
const channelsOf = (snapshot: Snapshot, guildId: string | null) =>
  snapshot.channels.filter((channel) => channel.guildId === guildId);

/** The servers at the very left. */
export const ServerRail = ({ onOpen }: { onOpen: (channelId: string) => void }) => {
  const state = useClientState();
  const { snapshot, unread } = state;
  const shown = shownChannel(state);
  if (!snapshot) return null;
  const propsFor = (guildId: string | null, label: string) => {
    const channels = channelsOf(snapshot, guildId);
    return {
      label,
      isShown: shown?.guildId === guildId,
      isUnread: channels.some(({ id }) => unread.has(id)),
      onPress: () => {
        const [first] = channels;
        if (first) onOpen(first.id);
      },
    };
  };
  return (
    <ul class="rail">
      <RailButton {...propsFor(null, 'Direct messages')}>
        <Icon name="bubble" size={24} />
      </RailButton>
      <li class="rail-line" aria-hidden="true" />
      {snapshot.guilds.map(({ id, name }) => (
        <RailButton key={id} {...propsFor(id, name)}>
          <GuildIcon name={name} />
        </RailButton>
      ))}
    </ul>
  );
};
