import type { ComponentChildren, JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { displayName, personIn } from '../client/client-state.ts';
import { useClient, useClientState } from '../client/client.ts';
import { useNow } from '../client/store.ts';
import { OuterLink, Press } from '../look/icons.tsx';
import { type Node, parseMarkdown } from './parse.ts';
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
export const Spoiler = ({ children }: { children: ComponentChildren }) => {
  const [isShown, setShown] = useState(false);
  if (isShown) return <span class="spoiler shown">{children}</span>;
  return (
    <Press class="spoiler" aria-label="Spoiler, press to show" onClick={() => setShown(true)}>
      <span aria-hidden="true">{children}</span>
    </Press>
  );
};

const Mention = ({ node }: { node: Extract<Node, { kind: 'mention' }> }) => {
  const { snapshot } = useClientState();
  const client = useClient();
  if (node.of === 'command') return <span class="mention">/{node.name}</span>;
  if (node.of === 'channel') {
    const channel = snapshot?.channels.find(({ id }) => id === node.id);
    return (
      <Press class="mention" disabled={!channel} onClick={() => client.open(node.id)}>
        #{channel?.name ?? 'unknown'}
      </Press>
    );
  }
  if (node.of === 'role') {
    const role = snapshot?.guilds.flatMap(({ roles }) => roles).find(({ id }) => id === node.id);
    return <span class="mention">@{role?.name ?? 'unknown-role'}</span>;
  }
  const user = snapshot ? personIn(snapshot, node.id) : undefined;
  return <span class="mention">@{user ? displayName(user) : 'unknown-user'}</span>;
};

const MESSAGE_LINK = /^https:\/\/discord\.com\/channels\/(?:@me|\d+)\/(\d+)(?:\/(\d+))?$/;

const Link = ({ address, children }: { address: string; children: ComponentChildren }) => {
  const client = useClient();
  const { snapshot } = useClientState();
  const [, channelId] = MESSAGE_LINK.exec(address) ?? [];
  const channel = snapshot?.channels.find(({ id }) => id === channelId);
  if (channel)
    return (
      <Press class="mention" onClick={() => client.open(channel.id)}>
        #{channel.name || 'direct message'} › 💬
      </Press>
    );
  return <OuterLink href={address}>{children}</OuterLink>;
};

const styled: Record<Extract<Node, { kind: 'style' }>['style'], (inner: JSX.Element) => JSX.Element> = {
  strong: (inner) => <strong>{inner}</strong>,
  em: (inner) => <em>{inner}</em>,
  u: (inner) => <u>{inner}</u>,
  s: (inner) => <s>{inner}</s>,
  subtext: (inner) => <small class="subtext">{inner}</small>,
  spoiler: (inner) => <Spoiler>{inner}</Spoiler>,
  quote: (inner) => <blockquote>{inner}</blockquote>,
};

const List = ({ node }: { node: Extract<Node, { kind: 'list' }> }) => {
  const items = node.items.map((item, index) => (
    <li key={index}>
      <Nodes nodes={item} />
    </li>
  ));
  return node.ordered ? <ol start={node.start}>{items}</ol> : <ul>{items}</ul>;
};

const One = ({ node }: { node: Node }) => {
  switch (node.kind) {
    case 'text':
    case 'everyone':
      return node.kind === 'text' ? <>{node.text}</> : <span class="mention">{node.text}</span>;
    case 'break':
      return <br />;
    case 'style':
      return styled[node.style](<Nodes nodes={node.inner} />);
    case 'heading':
      return (
        <span class={`heading level-${node.level}`} role="heading" aria-level={node.level + 1}>
          <Nodes nodes={node.inner} />
        </span>
      );
    case 'list':
      return <List node={node} />;
    case 'code':
      return <code>{node.code}</code>;
    case 'block':
      return (
        <pre tabIndex={0}>
          <code>{node.code}</code>
        </pre>
      );
    case 'link':
      return (
        <Link address={node.address}>
          <Nodes nodes={node.inner} />
        </Link>
      );
    case 'mention':
      return <Mention node={node} />;
    case 'emoji':
      return <span title={`:${node.name}:`}>:{node.name}:</span>;
    case 'time':
      return <Moment seconds={node.seconds} format={node.format} />;
  }
};

const Nodes = ({ nodes }: { nodes: readonly Node[] }) => (
  <>
    {nodes.map((node, index) => (
      <One key={index} node={node} />
    ))}
  </>
);

/** Text in Discord's markdown. `masked`: links with words of their own, as apps may write them. */
export const Markdown = ({ text, masked = false }: { text: string; masked?: boolean }) => {
  const nodes = useMemo(() => parseMarkdown(text, masked ? 'masked' : 'typed'), [text, masked]);
  return <Nodes nodes={nodes} />;
};
