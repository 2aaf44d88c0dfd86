import { useEffect, useState } from 'preact/hooks';
import type { ChannelView } from '../../discord/user-side/protocol.ts';
import { channelName, shownChannel } from '../client/client-state.ts';
import { client, useClientState } from '../client/client.ts';
import { readTheme, type Theme, writeTheme } from '../client/preferences.ts';
import { Composer } from '../composer/composer.tsx';
import { Drawer } from '../knobs/drawer.tsx';
import { ChannelSign } from '../look/avatar.tsx';
import { Icon, Press } from '../look/icons.tsx';
import { MessageList } from '../messages/message-list.tsx';
import { ModalDialog } from '../modal/modal.tsx';
import { TourBar } from '../tour/tour.tsx';
import { MemberList } from './member-list.tsx';
import { ChannelList, ServerRail, UserPanel } from './navigation.tsx';
import { say } from '../language/language.ts';

interface ChatProps {
  onBack: () => void;
  onMembers: () => void;
  onDrawer: () => void;
  isDrawerOpen: boolean;
}

/** What channel this is, and what can be shown beside it. */
const ChannelHeader = ({ channel, ...props }: ChatProps & { channel: ChannelView }) => {
  const { onBack, onMembers, onDrawer, isDrawerOpen } = props;
  return (
    <header class="chat-head">
      <Press class="icon-button back" aria-label={say('Back to the channels')} onClick={onBack}>
        <Icon name="back" size={22} />
      </Press>
      <ChannelSign channel={channel} size={24} hash={20} />
      <h1>{channelName(channel)}</h1>
      <span class="space" />
      <Press
        class="icon-button members-toggle"
        aria-label={say('Members')}
        title={say('Members')}
        onClick={onMembers}
      >
        <Icon name="people" />
      </Press>
      <Press
        class={`knobs-toggle${isDrawerOpen ? ' on' : ''}`}
        aria-expanded={isDrawerOpen}
        title="Traffic, faults and time"
        onClick={onDrawer}
      >
        <Icon name="knobs" />
        <span>Sandbox</span>
      </Press>
    </header>
  );
};

/** Wide enough for the list of members beside the messages. */
const WIDE = '(min-width: 1100px)';

/** Whether the list of members is open. A narrow window, where it would lie over the messages, begins without it. */
const useMemberList = (): [boolean, () => void] => {
  const [isWide, setWide] = useState(() => matchMedia(WIDE).matches);
  const [open, setOpen] = useState({ wide: true, narrow: false });
  useEffect(() => {
    const wide = matchMedia(WIDE);
    const follow = () => {
      setWide(wide.matches);
      setOpen((now) => ({ ...now, narrow: false }));
    };
    wide.addEventListener('change', follow);
    return () => wide.removeEventListener('change', follow);
  }, []);
  const width = isWide ? 'wide' : 'narrow';
  return [open[width], () => setOpen({ ...open, [width]: !open[width] })];
};

const useTheme = (): [Theme, () => void] => {
  const [theme, setTheme] = useState(readTheme);
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme;
    writeTheme(theme);
  }, [theme]);
  return [theme, () => setTheme(theme === 'dark' ? 'light' : 'dark')];
};

/** What a phone shows, which has room for one thing. */
type Pane = 'channels' | 'chat';

const Loading = () => (
  <main class="loading" aria-busy="true">
    <h1>Easel sandbox</h1>
    <p>Waiting for the stand-in Discord …</p>
  </main>
);

const Offline = () => {
  const { isConnected } = useClientState();
  if (isConnected) return null;
  return (
    <div class="offline" role="status">
      The stand-in Discord is out of reach. Trying again …
    </div>
  );
};

const Notice = () => {
  const { notice } = useClientState();
  return (
    <div class="notices" role="status">
      {notice !== null && <div class="notice">{notice}</div>}
    </div>
  );
};

const Chat = (props: ChatProps) => {
  const channel = shownChannel(useClientState());
  if (!channel) return <section class="chat" />;
  return (
    <section class="chat" aria-label="Chat">
      <ChannelHeader channel={channel} {...props} />
      <MessageList key={channel.id} channel={channel} />
      <TourBar channel={channel} />
      <Composer key={`composer ${channel.id}`} channel={channel} />
    </section>
  );
};

/** The whole client. */
export const App = () => {
  const [theme, toggleTheme] = useTheme();
  const [pane, setPane] = useState<Pane>('chat');
  const [hasMembers, toggleMembers] = useMemberList();
  const [isDrawerOpen, setDrawer] = useState(false);
  const { snapshot, modal } = useClientState();
  if (!snapshot) return <Loading />;
  return (
    <main class={`app show-${pane}`}>
      <Offline />
      <nav class="navigation" aria-label="Servers and channels">
        <ServerRail onOpen={client.open.bind(client)} />
        <ChannelList
          onOpen={(channelId) => {
            client.open(channelId);
            setPane('chat');
          }}
        />
        <UserPanel theme={theme} onTheme={toggleTheme} />
      </nav>
      <Chat
        onBack={() => setPane('channels')}
        onMembers={toggleMembers}
        onDrawer={() => setDrawer(!isDrawerOpen)}
        isDrawerOpen={isDrawerOpen}
      />
      {hasMembers && !isDrawerOpen && <MemberList />}
      {isDrawerOpen && <Drawer onClose={() => setDrawer(false)} />}
      {modal && <ModalDialog key={modal.interactionId} modal={modal} />}
      <Notice />
    </main>
  );
};
