import type { WireUser } from '../../discord/model.ts';
import type { Snapshot } from '../../discord/user-side/protocol.ts';
import { displayName, type SentCommand } from '../client/client-state.ts';
import { client, useSnapshot } from '../client/client.ts';
import { AppTag, Avatar } from '../look/avatar.tsx';
import { Icon, Press } from '../look/icons.tsx';

/** Stands under what only one person sees. */
export const EphemeralNote = ({ onDismiss }: { onDismiss: () => void }) => {
  return (
    <div class="ephemeral-note">
      <Icon name="eye" size={16} />
      <span>
        Only you can see this •{' '}
        <Press class="link-button" onClick={onDismiss}>
          Dismiss message
        </Press>
      </span>
    </div>
  );
};

/** The app as somebody who writes. */
export const appUser = ({ me, application }: Snapshot): WireUser => ({
  ...me,
  id: application.id,
  username: application.name,
  global_name: null,
  bot: true,
});

const Outcome = ({ sent }: { sent: SentCommand }) => {
  if (sent.state === 'sending') return <div class="words thinking">Sending command…</div>;
  return (
    <div class="failure">
      <Icon name="alert" size={16} /> {sent.reason ?? 'The application did not respond'}
    </div>
  );
};

/** A command that has no message yet: it is on its way, or it failed. */
export const Sent = ({ sent }: { sent: SentCommand }) => {
  const snapshot = useSnapshot();
  const hasFailed = sent.state === 'failed';
  return (
    <li class={`message sent${hasFailed ? ' ephemeral' : ''}`}>
      <div class="reply-line">
        <Avatar user={snapshot.me} size={16} />
        <span class="person-name">{displayName(snapshot.me)}</span> used{' '}
        <span class="command-name">{sent.name}</span>
      </div>
      <div class="message-row">
        <div class="gutter">
          <Avatar user={appUser(snapshot)} size={40} />
        </div>
        <div class="message-main">
          <div class="message-head">
            <span class="person-name">{snapshot.application.name}</span>
            <AppTag />
          </div>
          <div role="status">
            <Outcome sent={sent} />
          </div>
          {hasFailed && <EphemeralNote onDismiss={client.forget.bind(client, sent.key)} />}
        </div>
      </div>
    </li>
  );
};
