import { rules, rulesExtended, SimpleMarkdown } from 'discord-markdown-parser';

/** A piece of marked-up text. */
export type Node =
  | { kind: 'text'; text: string }
  | { kind: 'break' }
  | { kind: 'style'; style: 'strong' | 'em' | 'u' | 's' | 'subtext' | 'spoiler' | 'quote'; inner: Node[] }
  | { kind: 'heading'; level: number; inner: Node[] }
  | { kind: 'list'; items: Node[][]; ordered: boolean; start: number }
  | { kind: 'code'; code: string }
  | { kind: 'block'; code: string; language: string }
  | { kind: 'link'; address: string; inner: Node[] }
  | { kind: 'mention'; of: 'user' | 'role' | 'channel' | 'command'; id: string; name: string }
  | { kind: 'everyone'; text: string }
  | { kind: 'emoji'; name: string }
  | { kind: 'time'; seconds: number; format: string };

/**
 * Lists, which the library's own set leaves out, in Discord's form: `- one` or `1. one`, a line each. The last group is
 * what the library's other rules look at to tell whether a line begins.
 */
const LIST = /^( *(?:[-*]|\d{1,9}\.) +[^\n]+(?:\n *(?:[-*]|\d{1,9}\.) +[^\n]+)*)(\n|$)/;
const BULLET = /^ *(?:[-*]|(\d{1,9})\.) +/;

const list: (typeof rules)[string] = {
  order: (rules['blockQuote']?.order ?? 0) + 0.5,
  match: (source, state) => {
    const before: unknown = state['prevCapture'];
    const isAtLineStart = before === null || (Array.isArray(before) && String(before[0]).endsWith('\n'));
    return isAtLineStart ? LIST.exec(source) : null;
  },
  parse: (capture, parse, state) => {
    const lines = (capture[1] ?? '').split('\n');
    const first = BULLET.exec(lines[0] ?? '')?.[1];
    return {
      ordered: first !== undefined,
      start: Number(first ?? 1),
      items: lines.map((line) => parse(line.replace(BULLET, ''), state)),
    };
  },
};

const parsers = {
  typed: SimpleMarkdown.parserFor({ ...rules, list }),
  masked: SimpleMarkdown.parserFor({ ...rulesExtended, list }),
};

type Tree = Record<string, unknown>;

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null;
const textIn = (tree: Tree, name: string): string => {
  const value = tree[name];
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
};
const innerOf = (tree: Tree): Node[] => toNodes(tree['content']);

const safeAddress = (address: string): string => (/^(https?|discord):\/\//i.test(address) ? address : '');

const STYLES: Record<string, Extract<Node, { kind: 'style' }>['style']> = {
  strong: 'strong',
  em: 'em',
  underline: 'u',
  strikethrough: 's',
  spoiler: 'spoiler',
  subtext: 'subtext',
  blockQuote: 'quote',
};
const MENTIONS: Record<string, Extract<Node, { kind: 'mention' }>['of']> = {
  user: 'user',
  role: 'role',
  channel: 'channel',
  slashCommand: 'command',
};

const linkNode = (tree: Tree): Node => {
  const address = safeAddress(textIn(tree, 'target'));
  const inner = innerOf(tree);
  return address === '' ? { kind: 'text', text: plainText(inner) } : { kind: 'link', address, inner };
};

const listNode = (tree: Tree): Node => ({
  kind: 'list',
  ordered: tree['ordered'] === true,
  start: Number(tree['start']),
  items: Array.isArray(tree['items']) ? tree['items'].map(toNodes) : [],
});

const READERS: Record<string, (tree: Tree) => Node> = {
  br: () => ({ kind: 'break' }),
  newline: () => ({ kind: 'break' }),
  heading: (tree) => ({ kind: 'heading', level: Number(tree['level']), inner: innerOf(tree) }),
  list: listNode,
  inlineCode: (tree) => ({ kind: 'code', code: textIn(tree, 'content') }),
  codeBlock: (tree) => ({ kind: 'block', code: textIn(tree, 'content'), language: textIn(tree, 'lang') }),
  link: linkNode,
  url: linkNode,
  autolink: linkNode,
  everyone: () => ({ kind: 'everyone', text: '@everyone' }),
  here: () => ({ kind: 'everyone', text: '@here' }),
  emoji: (tree) => ({ kind: 'emoji', name: textIn(tree, 'name') }),
  twemoji: (tree) => ({ kind: 'text', text: textIn(tree, 'name') }),
  timestamp: (tree) => ({
    kind: 'time',
    seconds: Number(textIn(tree, 'timestamp')),
    format: textIn(tree, 'format') || 'f',
  }),
};

const toNode = (tree: Tree): Node => {
  const type = textIn(tree, 'type');
  const style = STYLES[type];
  if (style) return { kind: 'style', style, inner: innerOf(tree) };
  const of = MENTIONS[type];
  if (of) return { kind: 'mention', of, id: textIn(tree, 'id'), name: textIn(tree, 'fullName') };
  const read = READERS[type];
  return read ? read(tree) : { kind: 'text', text: textIn(tree, 'content') };
};

const toNodes = (content: unknown): Node[] => {
  if (typeof content === 'string') return [{ kind: 'text', text: content }];
  return Array.isArray(content) ? joinTexts(content.filter(isTree).map(toNode)) : [];
};

/** The library cuts text at every sign; one node is drawn faster and read out in one go. */
const joinTexts = (nodes: readonly Node[]): Node[] => {
  const joined: Node[] = [];
  for (const node of nodes) {
    const last = joined.at(-1);
    if (node.kind === 'text' && last?.kind === 'text')
      joined[joined.length - 1] = { kind: 'text', text: last.text + node.text };
    else joined.push(node);
  }
  return joined;
};

/** The words of some nodes, without their marks. */
export const plainText = (nodes: readonly Node[]): string =>
  nodes
    .map((node) => {
      if ('inner' in node) return plainText(node.inner);
      if (node.kind === 'list') return node.items.map(plainText).join(' ');
      if ('text' in node) return node.text;
      if ('code' in node) return node.code;
      return node.kind === 'break' ? ' ' : 'name' in node ? node.name : '';
    })
    .join('');

/**
 * Reads Discord's markdown.
 * @param kind `masked`: links with words of their own are links, as in what an app writes
 */
export const parseMarkdown = (text: string, kind: 'typed' | 'masked'): Node[] =>
  toNodes(parsers[kind](text, { inline: true }));
