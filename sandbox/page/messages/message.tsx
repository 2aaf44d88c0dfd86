import { memo } from 'preact/compat';
import { useState } from 'preact/hooks';
import type { Message } from '../../discord/model.ts';
import type { ChannelView } from '../../discord/user-side/protocol.ts';
import { useClient, useClientState } from '../client/context.ts';
import { useNow } from '../client/clock.ts';
import { displayName } from '../client/people.ts';
import { Avatar } from '../look/avatar.tsx';
import { Icon } from '../look/icons.tsx';
import { Markdown } from '../markdown/markdown.tsx';
import { messageTime, shortTime, timeText } from '../markdown/time.ts';
import { AppTag } from './app-tag.tsx';
import { Attachments } from './attachments.tsx';
import { Dots } from './button.tsx';
import { Components } from './components.tsx';
import { Embeds } from './embed.tsx';
import { EphemeralNote } from './ephemeral-note.tsx';
import { hasLayout, isEphemeral, isLoading } from './flags.ts';
import type { PlacedMessage } from './groups.ts';
import { Reactions } from './reactions.tsx';
import { ReplyLine } from './reply-line.tsx';
import { Toolbar, type MenuPoint } from './toolbar.tsx';

const MINUTE_MS = 60_000;

const Head = ({ message }: { message: Message }) => {
  const now = useNow(MINUTE_MS);
  const then = Date.parse(message.timestamp);
  return (
    <div class="message-head">
      <span class="person-name">{displayName(message.author)}</span>
      {message.author.bot && <AppTag />}
      <time dateTime={message.timestamp} title={timeText(then, 'F', now)}>
        {messageTime(then, now)}
      </time>
    </div>
  );
};

const Words = ({ message }: { message: Message }) => {
  if (isLoading(message))
    return (
      <div class="words thinking">
        <Dots /> {displayName(message.author)} is thinking…
      </div>
    );
  const edited = message.edited_timestamp !== null && (
    <span class="edited" title={timeText(Date.parse(message.edited_timestamp), 'F', Date.now())}>
      (edited)
    </span>
  );
  if (message.content === '' && !edited) return null;
  return (
    <div class="words">
      <Markdown text={message.content} masked={message.author.bot === true} /> {edited}
    </div>
  );
};

const Failure = ({ messageId }: { messageId: string }) => {
  const { waits } = useClientState();
  const hasFailed = waits.some((wait) => wait.messageId === messageId && wait.state === 'failed');
  return (
    <div role="status">
      {hasFailed && (
        <div class="failure">
          <Icon name="alert" size={16} /> This interaction failed
        </div>
      )}
    </div>
  );
};

const Body = ({ message, channel }: { message: Message; channel: ChannelView }) => {
  const client = useClient();
  const canReact = channel.canReact && !isEphemeral(message);
  return (
    <div class="message-body">
      <Words message={message} />
      <Attachments attachments={message.attachments} />
      <Embeds embeds={message.embeds} />
      <div class={hasLayout(message) ? 'layout' : 'rows'}>
        <Components components={message.components} messageId={message.id} />
      </div>
      {message.components.length > 0 && <Failure messageId={message.id} />}
      <Reactions message={message} canReact={canReact} />
      {isEphemeral(message) && (
        <EphemeralNote onDismiss={() => void client.act('dismiss', { messageId: message.id })} />
      )}
    </div>
  );
};

const MessageRow = ({ placed, channel }: { placed: PlacedMessage; channel: ChannelView }) => {
  const { message, continues } = placed;
  const [menu, setMenu] = useState<MenuPoint | null>(null);
  const classes = ['message', continues ? 'continues' : '', isEphemeral(message) ? 'ephemeral' : ''];
  return (
    <li
      class={classes.join(' ')}
      data-message={message.id}
      tabIndex={-1}
      onContextMenu={(event) => {
        if (event.target instanceof Element && event.target.closest('a, img, textarea')) return;
        event.preventDefault();
        setMenu({ x: event.clientX, y: event.clientY });
      }}
    >
      <ReplyLine message={message} />
      <div class="message-row">
        <div class="gutter">
          {continues ? (
            <time class="side-time">{shortTime(Date.parse(message.timestamp))}</time>
          ) : (
            <Avatar user={message.author} size={40} />
          )}
        </div>
        <div class="message-main">
          {!continues && <Head message={message} />}
          <Body message={message} channel={channel} />
        </div>
      </div>
      <Toolbar message={message} channel={channel} menu={menu} onMenu={setMenu} />
    </li>
  );
};

/** One message of a channel. */
export const MessageItem = memo(
  MessageRow,
  (before, after) =>
    before.placed.message === after.placed.message &&
    before.placed.continues === after.placed.continues &&
    before.channel === after.channel,
);
