import { rules, rulesExtended, SimpleMarkdown } from 'discord-markdown-parser';
import { timeText } from './time.ts';

/** A piece of marked-up text as the library reads it: its `type`, and what that type has. */
export type Node = Record<string, unknown>;

type Rule = (typeof rules)[string];

/** Whether a line begins, as the last piece that was read tells. */
const isAtLineStart: (state: Parameters<Rule['match']>[1]) => boolean = (state) => {
  const before: unknown = state['prevCapture'];
  return before === null || (Array.isArray(before) && String(before[0]).endsWith('\n'));
};

/** The library takes these two at the beginning and behind a line break, but not behind a block such as a quote. */
const atLineStart = (rule: Rule): Rule => ({
  ...rule,
  match: (source, state, before) =>
    isAtLineStart(state) ? rule.match(source, { ...state, prevCapture: null }, before) : null,
});
const lineRules = Object.fromEntries(
  Object.entries({ subtext: rules['subtext'], heading: rules['heading'] }).flatMap(([name, rule]) =>
    rule ? [[name, atLineStart(rule)]] : [],
  ),
);

/**
 * Lists, which the library's own set leaves out, in Discord's form: `- one` or `1. one`, a line each. The last group is
 * what the library's other rules look at to tell whether a line begins.
 */
const LIST = /^( *(?:[-*]|\d{1,9}\.) +[^\n]+(?:\n *(?:[-*]|\d{1,9}\.) +[^\n]+)*)(\n|$)/;
const BULLET = /^ *(?:[-*]|(\d{1,9})\.) +/;

const list: Rule = {
  order: (rules['blockQuote']?.order ?? 0) + 0.5,
  match: (source, state) => (isAtLineStart(state) ? LIST.exec(source) : null),
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
  typed: SimpleMarkdown.parserFor({ ...rules, ...lineRules, list }),
  masked: SimpleMarkdown.parserFor({ ...rulesExtended, ...lineRules, list }),
};

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

export const textIn = (node: Node, name: string): string => {
  const value = node[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

/** What stands inside. The library cuts text at every sign; one node is drawn faster and read out in one go. */
export const nodesIn = (content: unknown): Node[] => {
  if (typeof content === 'string') return [{ type: 'text', content }];
  const joined: Node[] = [];
  for (const node of Array.isArray(content) ? content.filter(isNode) : []) {
    const text = node['type'] === 'twemoji' ? textIn(node, 'name') : textIn(node, 'content');
    const last = joined.at(-1);
    if (node['type'] !== 'text' && node['type'] !== 'twemoji') joined.push(node);
    else if (last?.['type'] !== 'text') joined.push({ type: 'text', content: text });
    else joined[joined.length - 1] = { type: 'text', content: textIn(last, 'content') + text };
  }
  return joined;
};

export const itemsIn = (list: Node): Node[][] =>
  Array.isArray(list['items']) ? list['items'].map(nodesIn) : [];

/** What the text does not say by itself. */
export interface Facts {
  /** Milliseconds since the epoch. */
  now: number;
  nameOf: (userId: string) => string;
}

const WORDS: Record<string, (node: Node, facts: Facts) => string> = {
  br: () => ' ',
  newline: () => ' ',
  everyone: () => '@everyone',
  here: () => '@here',
  emoji: (node) => textIn(node, 'name'),
  slashCommand: (node) => textIn(node, 'fullName'),
  list: (node, facts) =>
    itemsIn(node)
      .map((item) => plainText(item, facts))
      .join(' '),
  timestamp: (node, { now }) =>
    timeText(Number(node['timestamp']) * 1000, textIn(node, 'format') || 'f', now),
  user: (node, { nameOf }) => `@${nameOf(textIn(node, 'id'))}`,
};

/** The words of some nodes, without their marks. */
export const plainText = (nodes: readonly Node[], facts: Facts): string =>
  nodes
    .map(
      (node) =>
        WORDS[textIn(node, 'type')]?.(node, facts) ??
        (textIn(node, 'content') || plainText(nodesIn(node['content']), facts)),
    )
    .join('');

/**
 * Reads Discord's markdown.
 * @param kind `masked`: links with words of their own are links, as in what an app writes
 */
export const parseMarkdown = (text: string, kind: 'typed' | 'masked'): Node[] =>
  nodesIn(parsers[kind](text, { inline: true }));
