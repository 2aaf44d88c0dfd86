import type { ChannelView } from '../../discord/user-side/protocol.ts';
import { shownChannel } from '../client/client-state.ts';
import { useClientState } from '../client/context.ts';
import { channelName } from '../client/people.ts';
import { Avatar } from '../look/avatar.tsx';
import { Icon } from '../look/icons.tsx';

interface ChannelProps {
  channel: ChannelView;
  isShown: boolean;
  isUnread: boolean;
  onOpen: (channelId: string) => void;
}

const ChannelSign = ({ channel }: { channel: ChannelView }) => {
  const [recipient] = channel.recipients;
  if (channel.guildId === null && recipient) return <Avatar user={recipient} size={32} />;
  return <Icon name="hash" size={18} />;
};

const Channel = ({ channel, isShown, isUnread, onOpen }: ChannelProps) => (
  <li>
    <button
      type="button"
      class={`channel ${channel.kind}${isShown ? ' shown' : ''}${isUnread ? ' unread' : ''}`}
      aria-current={isShown ? 'page' : undefined}
      onClick={() => onOpen(channel.id)}
    >
      <ChannelSign channel={channel} />
      <span class="channel-name">{channelName(channel)}</span>
      {isUnread && <span class="unread-mark">new</span>}
    </button>
  </li>
);

/** Threads stand below the channel that they belong to. */
const inOrder = (channels: readonly ChannelView[]): ChannelView[] => {
  const tops = channels.filter(({ kind }) => kind !== 'thread');
  return tops.flatMap((top) => [top, ...channels.filter(({ parentId }) => parentId === top.id)]);
};

/** The channels of the server that is shown. */
export const ChannelList = ({ onOpen }: { onOpen: (channelId: string) => void }) => {
  const state = useClientState();
  const { snapshot, unread } = state;
  const shown = shownChannel(state);
  if (!snapshot) return null;
  const guild = snapshot.guilds.find(({ id }) => id === shown?.guildId);
  const channels = snapshot.channels.filter(({ guildId }) => guildId === (guild?.id ?? null));
  return (
    <div class="sidebar">
      <div class="sidebar-head">
        <h1>{guild?.name ?? 'Direct Messages'}</h1>
      </div>
      <h2 class="sidebar-title">{guild ? 'Text Channels' : 'Direct Messages'}</h2>
      <ul class="channels">
        {inOrder(channels).map((channel) => (
          <Channel
            key={channel.id}
            channel={channel}
            isShown={channel.id === shown?.id}
            isUnread={unread.has(channel.id)}
            onOpen={onOpen}
          />
        ))}
      </ul>
    </div>
  );
};
