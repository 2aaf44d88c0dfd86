import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { ChannelView } from '../../discord/user-side/protocol.ts';
import type { SentCommand } from '../client/client-state.ts';
import { useClient, useClientState } from '../client/context.ts';
import { channelName, displayName } from '../client/people.ts';
import { Avatar } from '../look/avatar.tsx';
import { Icon } from '../look/icons.tsx';
import { AppTag } from './app-tag.tsx';
import { placed } from './groups.ts';
import { MessageItem } from './message.tsx';

/** Nearer to the end than this, a reader wants to see what comes. */
const NEAR_END_PIXELS = 120;

function Beginning({ channel }: { channel: ChannelView }) {
  const [recipient] = channel.recipients;
  const name = channelName(channel);
  const isDirect = channel.guildId === null;
  return (
    <div class="beginning">
      {isDirect && recipient ? (
        <Avatar user={recipient} size={68} />
      ) : (
        <span class="beginning-sign">
          <Icon name="hash" size={40} />
        </span>
      )}
      <h3>{isDirect ? name : `Welcome to #${name}!`}</h3>
      <p>
        {isDirect
          ? `This is the beginning of your direct messages with ${name}.`
          : `This is the start of #${name}.`}{' '}
        Type <kbd>/</kbd> to see what Easel can do, for example <code>/imagine</code>.
      </p>
    </div>
  );
}

/** A command that has no message yet: it is on its way, or it failed. */
function Sent({ sent }: { sent: SentCommand }) {
  const client = useClient();
  const { snapshot } = useClientState();
  if (!snapshot) return null;
  const bot = { ...snapshot.me, id: snapshot.application.id, username: snapshot.application.name };
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
          <Avatar user={{ ...bot, bot: true, global_name: null }} size={40} />
        </div>
        <div class="message-main">
          <div class="message-head">
            <span class="person-name">{snapshot.application.name}</span>
            <AppTag />
          </div>
          <div role="status">
            {hasFailed ? (
              <div class="failure">
                <Icon name="alert" size={16} /> {sent.reason ?? 'The application did not respond'}
              </div>
            ) : (
              <div class="words thinking">Sending command…</div>
            )}
          </div>
          {hasFailed && (
            <div class="ephemeral-note">
              <Icon name="eye" size={16} /> Only you can see this •{' '}
              <button
                type="button"
                class="link-button"
                onClick={() => {
                  client.forget(sent.key);
                }}
              >
                Dismiss message
              </button>
            </div>
          )}
        </div>
      </div>
    </li>
  );
}

/** Keeps the end in sight for whoever reads at the end, also while pictures grow into their places. */
function useStickyEnd() {
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const isAtEnd = useRef(true);
  useLayoutEffect(() => {
    const box = scroller.current;
    if (box && isAtEnd.current) box.scrollTop = box.scrollHeight;
  });
  useEffect(() => {
    const [box, content] = [scroller.current, list.current];
    if (!box || !content) return undefined;
    const stick = (): void => {
      if (isAtEnd.current) box.scrollTop = box.scrollHeight;
    };
    const onScroll = (): void => {
      isAtEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_END_PIXELS;
    };
    const observer = new ResizeObserver(stick);
    observer.observe(content);
    observer.observe(box);
    box.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      box.removeEventListener('scroll', onScroll);
    };
  }, []);
  return { scroller, list };
}

/** The messages of a channel. */
export function MessageList({ channel }: { channel: ChannelView }) {
  const { snapshot, sent } = useClientState();
  const { scroller, list } = useStickyEnd();
  const messages = snapshot?.messages[channel.id] ?? [];
  return (
    <div
      class="scroller"
      ref={scroller}
      tabIndex={0}
      role="region"
      aria-label={`Messages in ${channelName(channel)}`}
    >
      <Beginning channel={channel} />
      <ol class="messages" ref={list} aria-live="polite" aria-relevant="additions">
        {placed(messages).map((one) => [
          one.day !== null && (
            <li key={`day ${one.message.id}`} class="day">
              <span>{one.day}</span>
            </li>
          ),
          <MessageItem key={one.message.id} placed={one} channel={channel} />,
        ])}
        {sent
          .filter(({ channelId }) => channelId === channel.id)
          .map((one) => (
            <Sent key={one.key} sent={one} />
          ))}
      </ol>
    </div>
  );
}
