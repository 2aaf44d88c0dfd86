import { memo } from 'preact/compat';
import { useState } from 'preact/hooks';
import type { Message } from '../../discord/model.ts';
import { MessageType } from '../../discord/numbers.ts';
import type { ChannelView } from '../../discord/user-side/protocol.ts';
import { displayName, personIn } from '../client/client-state.ts';
import { client, useClientState, useSnapshot } from '../client/client.ts';
import { useNow } from '../client/store.ts';
import { AppTag, Avatar } from '../look/avatar.tsx';
import { EmojiText } from '../look/emoji.tsx';
import { Icon, Press } from '../look/icons.tsx';
import { jumpTo } from '../look/jump.ts';
import { Markdown } from '../markdown/markdown.tsx';
import { type Facts, parseMarkdown, plainText } from '../markdown/parse.ts';
import { messageTime, shortTime, timeText } from '../markdown/time.ts';
import { Dots } from './button.tsx';
import { Components } from './components.tsx';
import { Embeds } from './embed.tsx';
import { isEphemeral, isLoading, type PlacedMessage } from './flags.ts';
import { Attachments } from './gallery.tsx';
import { Reactions } from './reactions.tsx';
import { EphemeralNote, OriginLine, UsedLine } from './sent.tsx';
import { type MenuPoint, Toolbar } from './toolbar.tsx';
import { say } from '../language/language.ts';

const SNIPPET_LENGTH = 120;
const MINUTE_MS = 60_000;

interface Origin {
  userId: string;
  command: string;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Who used which command, as `interaction_metadata` tells it; a modal's answer tells of what opened it. */
const originOf = (metadata: unknown): Origin | undefined => {
  if (!isRecord(metadata)) return undefined;
  const opener = originOf(metadata['triggering_interaction_metadata']);
  if (opener) return opener;
  const { user, name } = metadata;
  if (!isRecord(user) || typeof user['id'] !== 'string' || typeof name !== 'string') return undefined;
  return { userId: user['id'], command: name };
};

const snippetOf = ({ content, embeds }: Message, facts: Facts): string => {
  const nodes = parseMarkdown(content === '' ? (embeds[0]?.description ?? '') : content, 'masked');
  const text = plainText(nodes, facts);
  return text === '' ? say('Click to see attachment') : text.slice(0, SNIPPET_LENGTH);
};

const Snippet = ({ target }: { target: Message }) => {
  const now = useNow(MINUTE_MS);
  const snapshot = useSnapshot();
  const nameOf = (userId: string): string => {
    const user = personIn(snapshot, userId);
    return user ? displayName(user) : 'unknown-user';
  };
  return (
    <Press class="snippet" onClick={() => jumpTo(target.id)}>
      <EmojiText text={snippetOf(target, { now, nameOf })} />
    </Press>
  );
};

/** What a message answers: a command, or another message. */
const ReplyLine = ({ message }: { message: Message }) => {
  const snapshot = useSnapshot();
  const reference = message.message_reference?.message_id;
  if (reference !== undefined) {
    const target = snapshot.messages[message.channel_id]?.find(({ id }) => id === reference);
    if (!target) return <div class="reply-line gone">{say('Original message was deleted')}</div>;
    return (
      <OriginLine user={target.author}>
        <Snippet target={target} />
      </OriginLine>
    );
  }
  const origin = originOf(message.interaction_metadata);
  const user = origin && personIn(snapshot, origin.userId);
  if (!user) return null;
  const sign = message.type === MessageType.ContextMenuCommand ? '' : '/';
  return <UsedLine user={user} command={`${sign}${origin.command}`} />;
};

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
        <Dots /> {say('{} is thinking…', displayName(message.author))}
      </div>
    );
  const edited = message.edited_timestamp !== null && (
    <span class="edited" title={timeText(Date.parse(message.edited_timestamp), 'F', Date.now())}>
      {say('(edited)')}
    </span>
  );
  if (message.content === '' && !edited) return null;
  return (
    <div class="words">
      <Markdown text={message.content} masked={message.author.bot === true} />
      {edited && <> {edited}</>}
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
          <Icon name="alert" size={16} /> {say('This interaction failed')}
        </div>
      )}
    </div>
  );
};

const Body = ({ message, channel }: { message: Message; channel: ChannelView }) => {
  const canReact = channel.canReact && !isEphemeral(message);
  return (
    <div class="message-body">
      <Words message={message} />
      <Attachments attachments={message.attachments} />
      <Embeds embeds={message.embeds} />
      <div class="rows">
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
