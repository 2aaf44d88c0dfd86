import { Fragment } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Message } from '../../discord/model.ts';
import type { ChannelView } from '../../discord/user-side/protocol.ts';
import { channelName, type SentCommand } from '../client/client-state.ts';
import { useClientState, useSnapshot } from '../client/client.ts';
import { Avatar } from '../look/avatar.tsx';
import { Icon } from '../look/icons.tsx';
import { Welcome } from '../tour/tour.tsx';
import { placed } from './flags.ts';
import { MessageItem } from './message.tsx';
import { Sent } from './sent.tsx';
import { say } from '../language/language.ts';

/** Nearer to the end than this, a reader wants to see what comes. */
const NEAR_END_PIXELS = 120;

const Beginning = ({ channel }: { channel: ChannelView }) => {
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
      <h2>{isDirect ? name : say('Welcome to {}!', `#${name}`)}</h2>
      <p>
        {isDirect
          ? `This is the beginning of your direct messages with ${name}.`
          : `This is the start of #${name}.`}{' '}
        Type <kbd>/</kbd> to see what Easel can do, for example <code>/imagine</code>.
      </p>
      {channel.name === 'pictures' && <Welcome channel={channel} />}
    </div>
  );
};

/** Keeps the end in sight of a reader at the end and after a command, also while pictures grow into their places. */
const useStickyEnd = (lastSent: number | undefined) => {
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const isAtEnd = useRef(true);
  useLayoutEffect(() => {
    isAtEnd.current = true;
  }, [lastSent]);
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
};

/** What stands in a channel with its time, oldest first: messages, and commands that have none. */
const rowsOf = (channel: ChannelView, messages: readonly Message[], sent: readonly SentCommand[]) =>
  [
    ...placed(messages).map((one) => ({
      at: Date.parse(one.message.timestamp),
      drawn: (
        <Fragment key={one.message.id}>
          {one.day !== null && (
            <li class="day">
              <span>{one.day}</span>
            </li>
          )}
          <MessageItem placed={one} channel={channel} />
        </Fragment>
      ),
    })),
    ...sent
      .filter(({ channelId }) => channelId === channel.id)
      .map((one) => ({ at: one.at, drawn: <Sent key={`sent ${one.key}`} sent={one} /> })),
  ].sort((one, other) => one.at - other.at);

/** The messages of a channel. */
export const MessageList = ({ channel }: { channel: ChannelView }) => {
  const { sent } = useClientState();
  const { scroller, list } = useStickyEnd(sent.at(-1)?.key);
  const messages = useSnapshot().messages[channel.id] ?? [];
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
        {rowsOf(channel, messages, sent).map(({ drawn }) => drawn)}
      </ol>
    </div>
  );
};
