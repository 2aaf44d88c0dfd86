import { useState } from 'preact/hooks';
import type { Message } from '../../discord/model.ts';
import { CommandType } from '../../discord/numbers.ts';
import type { ChannelView } from '../../discord/user-side/protocol.ts';
import { displayName } from '../client/client-state.ts';
import { client, useSnapshot } from '../client/client.ts';
import { Icon, IconButton, type IconName } from '../look/icons.tsx';
import { Menu, MenuItem } from '../shell/menu.tsx';
import { isEphemeral } from './flags.ts';
import { EmojiPicker } from './reactions.tsx';
import { presentLocale, say } from '../language/language.ts';

/** Where a context menu hangs, in the window. */
export interface MenuPoint {
  x: number;
  y: number;
}

interface ToolbarProps {
  message: Message;
  channel: ChannelView;
  menu: MenuPoint | null;
  onMenu: (menu: MenuPoint | null) => void;
}

const MENU_SIZE = { width: 230, height: 300 };

/** Keeps the menu inside of the window. */
const placeOf = ({ x, y }: MenuPoint) => ({
  position: 'fixed',
  left: Math.max(8, Math.min(x, innerWidth - MENU_SIZE.width)),
  top: Math.max(8, Math.min(y, innerHeight - MENU_SIZE.height)),
});

interface Entry {
  label: string;
  icon: IconName;
  isDanger?: boolean;
  act: () => unknown;
}

const useEntries = (message: Message, channel: ChannelView): { own: Entry[]; apps: Entry[] } => {
  const snapshot = useSnapshot();
  const target = { messageId: message.id };
  const copy = (text: string) => (): void => void navigator.clipboard.writeText(text);
  const isMine = message.author.id === snapshot.me.id;
  const mayDelete = !isEphemeral(message) && (isMine || channel.canManageMessages);
  const deletion: Entry = {
    label: say('Delete Message'),
    icon: 'trash',
    isDanger: true,
    act: () => client.act('delete', target),
  };
  const commands = (snapshot.commands[channel.id] ?? []).filter(({ type }) => type === CommandType.Message);
  return {
    own: [
      ...(message.content === ''
        ? []
        : [{ label: say('Copy Text'), icon: 'copy' as const, act: copy(message.content) }]),
      { label: say('Copy Message ID'), icon: 'copy', act: copy(message.id) },
      ...(mayDelete ? [deletion] : []),
    ],
    apps: commands.map(({ name, name_localizations: names }) => ({
      label: names?.[presentLocale()] ?? name,
      icon: 'apps',
      act: () => client.menu({ channelId: channel.id, name, messageId: message.id }),
    })),
  };
};

const ContextMenu = ({ message, channel, menu, onMenu }: ToolbarProps & { menu: MenuPoint }) => {
  const { own, apps } = useEntries(message, channel);
  const snapshot = useSnapshot();
  const close = (): void => onMenu(null);
  const item = ({ label, icon, isDanger, act }: Entry) => (
    <MenuItem
      key={label}
      class={isDanger ? 'danger' : ''}
      onPress={() => {
        close();
        act();
      }}
    >
      <span>{label}</span>
      <Icon name={icon} size={18} />
    </MenuItem>
  );
  return (
    <Menu label={`Message of ${displayName(message.author)}`} place={placeOf(menu)} onClose={close}>
      {apps.length > 0 && (
        <div role="group" aria-label="Apps" class="menu-group">
          <span class="menu-title">Apps · {displayName(snapshot.application)}</span>
          {apps.map(item)}
        </div>
      )}
      {own.map(item)}
    </Menu>
  );
};

/** What can be done with a message: at its corner, and by the other mouse button. */
export const Toolbar = (props: ToolbarProps) => {
  const { message, channel, menu, onMenu } = props;
  const [isPicking, setPicking] = useState(false);
  const canReact = channel.canReact && !isEphemeral(message);
  return (
    <div class={`toolbar${isPicking || menu ? ' open' : ''}`}>
      {canReact && (
        <IconButton icon="smile" label={say('Add a reaction')} onPress={() => setPicking(!isPicking)} />
      )}
      <IconButton
        icon="more"
        label={say('More')}
        opensMenu
        onPress={(button) => {
          const { left, bottom } = button.getBoundingClientRect();
          onMenu({ x: left - MENU_SIZE.width + 32, y: bottom + 4 });
        }}
      />
      {isPicking && (
        <EmojiPicker
          onClose={() => setPicking(false)}
          onPick={(emoji) => void client.act('react', { messageId: message.id, emoji })}
        />
      )}
      {menu && <ContextMenu {...props} menu={menu} />}
    </div>
  );
};
