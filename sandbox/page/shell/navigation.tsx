import { useState } from 'preact/hooks';
import type { ChannelView, Snapshot } from '../../discord/user-side/protocol.ts';
import { channelName, displayName, shownChannel } from '../client/client-state.ts';
import { client, useClientState, useSnapshot } from '../client/client.ts';
import type { Theme } from '../client/preferences.ts';
import { useKnobsView } from '../knobs/sandbox-side.ts';
import { Avatar, ChannelSign, GuildIcon } from '../look/avatar.tsx';
import { Icon, IconButton, Press } from '../look/icons.tsx';
import { Menu, MenuItem } from './menu.tsx';
import { languageName, presentLocale, say } from '../language/language.ts';
import { LOCALES, type Locale } from '../../discord/locales.ts';

interface RailButtonProps {
  label: string;
  isShown: boolean;
  isUnread: boolean;
  /** How many unread messages are for this person alone. */
  direct?: number;
  onPress: () => void;
  children: preact.ComponentChildren;
}

const RailButton = ({ label, isShown, isUnread, direct = 0, onPress, children }: RailButtonProps) => (
  <li class={`rail-item${isShown ? ' shown' : ''}${isUnread ? ' unread' : ''}`}>
    <Press
      class="rail-button"
      aria-label={isUnread ? `${label}, unread messages` : label}
      aria-current={isShown ? 'true' : undefined}
      title={label}
      onClick={onPress}
    >
      {children}
    </Press>
    {direct > 0 && <span class="unread-mark">{direct}</span>}
  </li>
);

const channelsOf = (snapshot: Snapshot, guildId: string | null) =>
  snapshot.channels.filter((channel) => channel.guildId === guildId);

/** The servers at the very left. */
export const ServerRail = ({ onOpen }: { onOpen: (channelId: string) => void }) => {
  const state = useClientState();
  const snapshot = useSnapshot();
  const shown = shownChannel(state);
  const propsFor = (guildId: string | null, label: string) => {
    const channels = channelsOf(snapshot, guildId);
    return {
      label,
      isShown: shown?.guildId === guildId,
      isUnread: channels.some(({ id }) => state.unread.has(id)),
      onPress: () => {
        const [first] = channels;
        if (first) onOpen(first.id);
      },
    };
  };
  const direct = channelsOf(snapshot, null).reduce((sum, { id }) => sum + (state.unread.get(id) ?? 0), 0);
  return (
    <ul class="rail">
      <RailButton {...propsFor(null, say('Direct messages'))} direct={direct}>
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

interface ChannelProps {
  channel: ChannelView;
  isShown: boolean;
  unread: number;
  onOpen: (channelId: string) => void;
}

const Channel = ({ channel, isShown, unread, onOpen }: ChannelProps) => (
  <li>
    <Press
      class={`channel ${channel.kind}${isShown ? ' shown' : ''}${unread > 0 ? ' unread' : ''}`}
      aria-current={isShown ? 'page' : undefined}
      onClick={() => onOpen(channel.id)}
    >
      <ChannelSign channel={channel} size={32} hash={18} />
      <span class="channel-name">{channelName(channel)}</span>
      {unread > 0 && <span class="unread-mark">{channel.guildId === null ? unread : 'new'}</span>}
    </Press>
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
  const snapshot = useSnapshot();
  const shown = shownChannel(state);
  const guild = snapshot.guilds.find(({ id }) => id === shown?.guildId);
  const channels = snapshot.channels.filter(({ guildId }) => guildId === (guild?.id ?? null));
  return (
    <div class="sidebar">
      <div class="sidebar-head">
        <h1>{guild?.name ?? say('Direct Messages')}</h1>
      </div>
      <h2 class="sidebar-title">{say(guild ? 'Text Channels' : 'Direct Messages')}</h2>
      <ul class="channels">
        {inOrder(channels).map((channel) => (
          <Channel
            key={channel.id}
            channel={channel}
            isShown={channel.id === shown?.id}
            unread={state.unread.get(channel.id) ?? 0}
            onOpen={onOpen}
          />
        ))}
      </ul>
    </div>
  );
};

const People = ({ roles, onClose }: { roles: Record<string, string>; onClose: () => void }) => {
  const { people, me } = useSnapshot();
  return (
    <Menu label="Be somebody else" class="people-menu" onClose={onClose}>
      {people.map((person) => (
        <MenuItem
          key={person.id}
          checked={person.id === me.id}
          onPress={() => {
            onClose();
            void client.become(person.id);
          }}
        >
          <Avatar user={person} size={32} />
          <span class="person-words">
            <span class="person-name">{displayName(person)}</span>
            <span class="person-role">{say(roles[person.id] ?? 'Member')}</span>
          </span>
        </MenuItem>
      ))}
    </Menu>
  );
};

const byName = (one: Locale, other: Locale): number => languageName(one).localeCompare(languageName(other));

const Languages = () => {
  const [isOpen, setOpen] = useState(false);
  const code = presentLocale().slice(0, 2).toUpperCase();
  const close = (): void => setOpen(false);
  return (
    <>
      {isOpen && (
        <Menu label="Language" class="people-menu" onClose={close}>
          {LOCALES.toSorted(byName).map((locale) => (
            <MenuItem
              key={locale}
              checked={locale === presentLocale()}
              onPress={() => {
                close();
                void client.act('language', { locale });
              }}
            >
              <span lang={locale}>{languageName(locale)}</span>
            </MenuItem>
          ))}
        </Menu>
      )}
      <Press
        class="icon-button language"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={`${code}: ${languageName(presentLocale())}`}
        title={languageName(presentLocale())}
        onClick={() => setOpen(!isOpen)}
      >
        {code}
      </Press>
    </>
  );
};

/** The present person, at the bottom left; the place to change to another. */
export const UserPanel = ({ theme, onTheme }: { theme: Theme; onTheme: () => void }) => {
  const { me } = useSnapshot();
  const [isOpen, setOpen] = useState(false);
  const roles = useKnobsView()?.people ?? {};
  const close = (): void => setOpen(false);
  return (
    <div class="user-panel">
      {isOpen && <People roles={roles} onClose={close} />}
      <Press
        class="me"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        title="Be somebody else"
        onClick={() => setOpen(!isOpen)}
      >
        <span class="with-status">
          <Avatar user={me} size={32} />
        </span>
        <span class="person-words">
          <span class="person-name">{displayName(me)}</span>
          <span class="person-role">{say(roles[me.id] ?? 'Member')}</span>
        </span>
        <Icon name="chevron" size={16} />
      </Press>
      <Languages />
      <IconButton
        icon={theme === 'dark' ? 'sun' : 'moon'}
        label={theme === 'dark' ? 'Light theme' : 'Dark theme'}
        onPress={onTheme}
      />
    </div>
  );
};
