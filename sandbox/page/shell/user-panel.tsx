import { useState } from 'preact/hooks';
import { useClient, useClientState } from '../client/context.ts';
import { displayName } from '../client/people.ts';
import type { Theme } from '../client/preferences.ts';
import { Avatar } from '../look/avatar.tsx';
import { IconButton } from '../look/icon-button.tsx';
import { Icon } from '../look/icons.tsx';
import { useKnobsView } from '../knobs/sandbox-side.ts';
import { Menu, MenuItem } from './menu.tsx';

const People = ({ roles, onClose }: { roles: Record<string, string>; onClose: () => void }) => {
  const client = useClient();
  const { people, snapshot } = useClientState();
  return (
    <Menu label="Be somebody else" class="people-menu" onClose={onClose}>
      {people.map((person) => (
        <MenuItem
          key={person.id}
          checked={person.id === snapshot?.me.id}
          onPress={() => {
            onClose();
            void client.become(person.id);
          }}
        >
          <Avatar user={person} size={32} />
          <span class="person-words">
            <span class="person-name">{displayName(person)}</span>
            <span class="person-role">{roles[person.id] ?? 'Member'}</span>
          </span>
        </MenuItem>
      ))}
    </Menu>
  );
};

/** Who one is, at the bottom left; the place to become somebody else. */
export const UserPanel = ({ theme, onTheme }: { theme: Theme; onTheme: () => void }) => {
  const { snapshot } = useClientState();
  const [isOpen, setOpen] = useState(false);
  const roles = useKnobsView()?.people ?? {};
  if (!snapshot) return null;
  const { me } = snapshot;
  const close = (): void => setOpen(false);
  return (
    <div class="user-panel">
      {isOpen && <People roles={roles} onClose={close} />}
      <button
        type="button"
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
          <span class="person-role">{roles[me.id] ?? 'Member'} · switch</span>
        </span>
        <Icon name="chevron" size={16} />
      </button>
      <IconButton
        icon={theme === 'dark' ? 'sun' : 'moon'}
        label={theme === 'dark' ? 'Light theme' : 'Dark theme'}
        onPress={onTheme}
      />
    </div>
  );
};
