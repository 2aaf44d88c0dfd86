import { type ComponentChild, type ComponentChildren, Fragment } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { displayName, personIn } from '../client/client-state.ts';
import { client, useSnapshot } from '../client/client.ts';
import { useNow } from '../client/store.ts';
import { EmojiText } from '../look/emoji.tsx';
import { OuterLink, Press } from '../look/icons.tsx';
import { jumpTo } from '../look/jump.ts';
import { itemsIn, type Node, nodesIn, parseMarkdown, textIn } from './parse.ts';
import { timeText } from './time.ts';

const SECOND_MS = 1_000;

const Moment = ({ seconds, format }: { seconds: number; format: string }) => {
  const now = useNow(SECOND_MS);
  const then = seconds * 1000;
  return (
    <time class="moment" dateTime={new Date(then).toISOString()} title={timeText(then, 'F', now)}>
      {timeText(then, format, now)}
    </time>
  );
};

/** Words that are hidden until they are pressed. */
const Spoiler = ({ children }: { children: ComponentChildren }) => {
  const [isShown, setShown] = useState(false);
  if (isShown) return <span class="spoiler shown">{children}</span>;
  return (
    <Press class="spoiler" aria-label="Spoiler, press to show" onClick={() => setShown(true)}>
      <span aria-hidden="true">{children}</span>
    </Press>
  );
};

const ChannelMention = ({ id }: { id: string }) => {
  const snapshot = useSnapshot();
  const channel = snapshot.channels.find((one) => one.id === id);
  return (
    <Press class="mention" disabled={!channel} onClick={() => client.open(id)}>
      #{channel?.name ?? 'unknown'}
    </Press>
  );
};

const RoleMention = ({ id }: { id: string }) => {
  const snapshot = useSnapshot();
  const role = snapshot.guilds.flatMap(({ roles }) => roles).find((one) => one.id === id);
  return <span class="mention">@{role?.name ?? 'unknown-role'}</span>;
};

const UserMention = ({ id }: { id: string }) => {
  const snapshot = useSnapshot();
  const user = personIn(snapshot, id);
  return <span class="mention">@{user ? displayName(user) : 'unknown-user'}</span>;
};

const MESSAGE_LINK = /^https:\/\/discord\.com\/channels\/(?:@me|\d+)\/(\d+)(?:\/(\d+))?$/;

/** Links with words of their own show them; others show the channel that they lead to. */
const Link = ({ node }: { node: Node }) => {
  const snapshot = useSnapshot();
  const address = textIn(node, 'target');
  const [, channelId, messageId] = MESSAGE_LINK.exec(address) ?? [];
  const channel = snapshot.channels.find(({ id }) => id === channelId);
  if (!/^(https?|discord):\/\//i.test(address)) return inside(node);
  if (!channel) return <OuterLink href={address}>{inside(node)}</OuterLink>;
  const open = () => {
    client.open(channel.id);
    if (messageId !== undefined) requestAnimationFrame(() => jumpTo(messageId));
  };
  if (textIn(node, 'type') === 'link')
    return (
      <Press class="link-button" onClick={open}>
        {inside(node)}
      </Press>
    );
  return (
    <Press class="mention" onClick={open}>
      <EmojiText text={`#${channel.name || 'direct message'}${messageId === undefined ? '' : ' › 💬'}`} />
    </Press>
  );
};

const Heading = ({ node }: { node: Node }) => (
  <span
    class={`heading level-${textIn(node, 'level')}`}
    role="heading"
    aria-level={Number(node['level']) + 1}
  >
    {inside(node)}
  </span>
);

const List = ({ node }: { node: Node }) => {
  const items = itemsIn(node).map((item, index) => (
    <li key={index}>
      <Nodes nodes={item} />
    </li>
  ));
  return node['ordered'] === true ? <ol start={Number(node['start'])}>{items}</ol> : <ul>{items}</ul>;
};

const inside = (node: Node) => <Nodes nodes={nodesIn(node['content'])} />;
const link = (node: Node) => <Link node={node} />;

const DRAWN: Record<string, (node: Node) => ComponentChild> = {
  br: () => <br />,
  newline: () => <br />,
  strong: (node) => <strong>{inside(node)}</strong>,
  em: (node) => <em>{inside(node)}</em>,
  underline: (node) => <u>{inside(node)}</u>,
  strikethrough: (node) => <s>{inside(node)}</s>,
  subtext: (node) => <small class="subtext">{inside(node)}</small>,
  spoiler: (node) => <Spoiler>{inside(node)}</Spoiler>,
  blockQuote: (node) => <blockquote>{inside(node)}</blockquote>,
  heading: (node) => <Heading node={node} />,
  list: (node) => <List node={node} />,
  inlineCode: (node) => <code>{textIn(node, 'content')}</code>,
  codeBlock: (node) => (
    <pre tabIndex={0}>
      <code>{textIn(node, 'content')}</code>
    </pre>
  ),
  link,
  url: link,
  autolink: link,
  user: (node) => <UserMention id={textIn(node, 'id')} />,
  role: (node) => <RoleMention id={textIn(node, 'id')} />,
  channel: (node) => <ChannelMention id={textIn(node, 'id')} />,
  slashCommand: (node) => <span class="mention">/{textIn(node, 'fullName')}</span>,
  everyone: () => <span class="mention">@everyone</span>,
  here: () => <span class="mention">@here</span>,
  emoji: (node) => <span title={`:${textIn(node, 'name')}:`}>:{textIn(node, 'name')}:</span>,
  timestamp: (node) => <Moment seconds={Number(node['timestamp'])} format={textIn(node, 'format') || 'f'} />,
};

const Nodes = ({ nodes }: { nodes: readonly Node[] }) => (
  <>
    {nodes.map((node, index) => (
      <Fragment key={index}>
        {DRAWN[textIn(node, 'type')]?.(node) ?? <EmojiText text={textIn(node, 'content')} />}
      </Fragment>
    ))}
  </>
);

/** Text in Discord's markdown. `masked`: links with words of their own, as apps may write them. */
export const Markdown = ({ text, masked = false }: { text: string; masked?: boolean }) => {
  const nodes = useMemo(() => parseMarkdown(text, masked ? 'masked' : 'typed'), [text, masked]);
  return <Nodes nodes={nodes} />;
};
