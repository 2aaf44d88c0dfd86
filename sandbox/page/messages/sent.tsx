import type { ComponentChildren } from 'preact';
import type { WireUser } from '../../discord/model.ts';
import { displayName, type SentCommand } from '../client/client-state.ts';
import { client, useSnapshot } from '../client/client.ts';
import { AppTag, Avatar } from '../look/avatar.tsx';
import { Icon, Press } from '../look/icons.tsx';
import { say } from '../language/language.ts';

/** Stands under what only one person sees. */
export const EphemeralNote = ({ onDismiss }: { onDismiss: () => void }) => {
  return (
    <div class="ephemeral-note">
      <Icon name="eye" size={16} />
      <span>
        {say('Only you can see this')} •{' '}
        <Press class="link-button" onClick={onDismiss}>
          {say('Dismiss message')}
        </Press>
      </span>
    </div>
  );
};

interface OriginLineProps {
  user: WireUser;
  children: ComponentChildren;
}

/** Stands over a message: who it answers, and what of theirs. */
export const OriginLine = ({ user, children }: OriginLineProps) => (
  <div class="reply-line">
    <Avatar user={user} size={16} />
    <span class="person-name">{displayName(user)}</span> {children}
  </div>
);

export const UsedLine = ({ user, command }: { user: WireUser; command: string }) => {
  const [before, after] = say('used {}', '\n').split('\n');
  return (
    <OriginLine user={user}>
      {before}
      <span class="command-name">{command}</span>
      {after}
    </OriginLine>
  );
};

const Outcome = ({ sent }: { sent: SentCommand }) => {
  if (sent.state === 'sending') return <div class="words thinking">{say('Sending command…')}</div>;
  return (
    <div class="failure">
      <Icon name="alert" size={16} /> {sent.reason ?? say('The application did not respond')}
    </div>
  );
};

/** A command that has no message yet: it is on its way, or it failed. */
export const Sent = ({ sent }: { sent: SentCommand }) => {
  const snapshot = useSnapshot();
  const hasFailed = sent.state === 'failed';
  return (
    <li class={`message sent${hasFailed ? ' ephemeral' : ''}`}>
      <UsedLine user={snapshot.me} command={sent.name} />
      <div class="message-row">
        <div class="gutter">
          <Avatar user={snapshot.application} size={40} />
        </div>
        <div class="message-main">
          <div class="message-head">
            <span class="person-name">{displayName(snapshot.application)}</span>
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
