import type { ChannelView } from '../../discord/user-side/protocol.ts';
import { channelName } from '../client/people.ts';
import { Avatar } from '../look/avatar.tsx';
import { Icon } from '../look/icons.tsx';

interface HeaderProps {
  channel: ChannelView;
  onBack: () => void;
  onMembers: () => void;
  onDrawer: () => void;
  isDrawerOpen: boolean;
}

/** What channel this is, and what can be shown beside it. */
export const ChannelHeader = ({ channel, onBack, onMembers, onDrawer, isDrawerOpen }: HeaderProps) => {
  const [recipient] = channel.recipients;
  return (
    <header class="chat-head">
      <button type="button" class="icon-button back" aria-label="Back to the channels" onClick={onBack}>
        <Icon name="back" size={22} />
      </button>
      {channel.guildId === null && recipient ? (
        <Avatar user={recipient} size={24} />
      ) : (
        <Icon name="hash" size={20} />
      )}
      <h1>{channelName(channel)}</h1>
      <span class="space" />
      <button
        type="button"
        class="icon-button members-toggle"
        aria-label="Members"
        title="Members"
        onClick={onMembers}
      >
        <Icon name="people" />
      </button>
      <button
        type="button"
        class={`knobs-toggle${isDrawerOpen ? ' on' : ''}`}
        aria-expanded={isDrawerOpen}
        title="Traffic, faults and time"
        onClick={onDrawer}
      >
        <Icon name="knobs" />
        <span>Sandbox</span>
      </button>
    </header>
  );
};
