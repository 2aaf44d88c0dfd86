import { createHash } from 'node:crypto';
import { compact } from '../../lib/lists.ts';
import {
  button,
  buttonRows,
  OPTION_LENGTH,
  OPTIONS_PER_SELECT,
  pageOf,
  row,
  select,
  turnButtons,
  userSelect,
  type ActionRow,
} from '../../messages/components.ts';
import { customId } from '../../messages/custom-id.ts';
import { dateTime, clip, excerpt } from '../../messages/markup.ts';
import type { Blocklist, RuleList } from '../../services/guilds/blocklist/blocklists.ts';
import { RULE_LENGTH } from '../../services/guilds/blocklist/rule.ts';
import type { Words } from '../../messages/words/words.ts';
import type { MessageBody } from '../../messages/message.ts';

const SHOWN_PEOPLE = 15;
const SHOWN_REASON_LENGTH = 80;

/** A rule or exception of a blocklist. */
export interface ListEntry {
  list: RuleList;
  rule: string;
}

/** All rules, then all exceptions, each in the order of the alphabet. */
export const entriesOf = (blocklist: Blocklist): ListEntry[] =>
  (['rules', 'exceptions'] as const).flatMap((list) =>
    blocklist[list].toSorted((a, b) => a.localeCompare(b)).map((rule) => ({ list, rule })),
  );

/** An entry's value in the menu, where a rule may be too long. */
export const idOf = ({ list, rule }: ListEntry): string =>
  createHash('sha256').update(`${list} ${rule}`).digest('base64url');

/** A whole rule, set off from what is around it. */
export const shownRule = (rule: string): string => excerpt(rule, RULE_LENGTH);

const paragraph = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [[title, ...lines.map((line) => `- ${line}`)].join('\n')];

const peopleLines = ({ bans }: Blocklist, { blocklist: texts }: Words): string[] => {
  const shown = bans.slice(0, SHOWN_PEOPLE).map(({ personId, until, reason }) => {
    const why = reason === undefined ? '' : ` · ${excerpt(reason, SHOWN_REASON_LENGTH)}`;
    return `<@${personId}> ${texts.end(until === undefined ? undefined : dateTime(until))}${why}`;
  });
  const left = bans.length - SHOWN_PEOPLE;
  return left > 0 ? [...shown, texts.more(left)] : shown;
};

const removeRow = (entries: readonly ListEntry[], page: number, { blocklist: texts }: Words): ActionRow =>
  row(
    select(
      customId('blocklist-remove', 'here', page),
      texts.remove,
      entries.map((entry) => ({
        label: clip(entry.rule, OPTION_LENGTH),
        value: idOf(entry),
        description: texts.lists[entry.list],
      })),
    ),
  );

/** The panel in which admins see and change what and who is blocked in their server. */
export const blocklistPanel = (
  blocklist: Blocklist,
  wanted: number,
  { content = '', words }: { content?: string; words: Words },
): MessageBody => {
  const { blocklist: texts } = words;
  const entries = entriesOf(blocklist);
  const found = pageOf(entries, OPTIONS_PER_SELECT, wanted);
  const { shown, page, pages, count } = found;
  const ofList = (list: RuleList) =>
    shown.filter((entry) => entry.list === list).map(({ rule }) => excerpt(rule, OPTION_LENGTH));
  const parts = [
    ...paragraph(`**${texts.lists.rules}**`, ofList('rules')),
    ...paragraph(`**${texts.lists.exceptions}**`, ofList('exceptions')),
  ];
  const people = paragraph(`**${texts.people}**`, peopleLines(blocklist, words));
  const description = [...parts, ...people].length === 0 ? texts.empty : parts.join('\n\n');
  const footer = { text: texts.page(page, pages, count) };
  const turns = turnButtons(found, (to) => customId('blocklist', 'here', to), [texts.previous, texts.next]);
  return {
    content,
    embeds: [
      { title: texts.title, description, ...(pages > 1 && { footer }) },
      ...people.map((text) => ({ description: text })),
    ],
    components: compact([
      shown.length > 0 && removeRow(shown, page, words),
      row(userSelect(customId('blocklist-person'), texts.block)),
      ...buttonRows([button(customId('blocklist-add'), texts.add, { style: 'primary' }), ...turns]),
    ]),
  };
};
