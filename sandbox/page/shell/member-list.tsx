import type { WireUser } from '../../discord/model.ts';
import { displayName, membersOf, shownChannel } from '../client/client-state.ts';
import { useClientState, useSnapshot } from '../client/client.ts';
import { useKnobsView } from '../knobs/sandbox-side.ts';
import { AppTag, Avatar } from '../look/avatar.tsx';
import { say } from '../language/language.ts';

interface GroupProps {
  title: string;
  users: readonly WireUser[];
  isOffline?: boolean;
}

const Group = ({ title, users, isOffline = false }: GroupProps) => {
  if (users.length === 0) return null;
  return (
    <>
      <h2>
        {title} — {users.length}
      </h2>
      <ul>
        {users.map((user) => (
          <li key={user.id} class="member" title={isOffline ? 'Offline' : undefined}>
            <span class={isOffline ? 'with-status down' : 'with-status'}>
              <Avatar user={user} size={32} />
            </span>
            <span class="person-name">{displayName(user)}</span>
            {user.bot && <AppTag />}
          </li>
        ))}
      </ul>
    </>
  );
};

/** Who is in the channel. */
export const MemberList = () => {
  const snapshot = useSnapshot();
  const channel = shownChannel(useClientState());
  const knobs = useKnobsView();
  const roles = knobs?.people ?? {};
  if (!channel) return null;
  const members = membersOf(snapshot, channel);
  const people = members.filter(({ bot }) => !bot);
  const isAdmin = ({ id }: WireUser): boolean => roles[id] === 'Admin';
  return (
    <aside class="members" aria-label={say('Members')}>
      <Group title="Admin" users={people.filter(isAdmin)} />
      <Group title={say('Members')} users={people.filter((user) => !isAdmin(user))} />
      <Group
        title="Apps"
        users={members.filter(({ bot }) => bot === true)}
        isOffline={knobs?.botRunning === false}
      />
    </aside>
  );
};
