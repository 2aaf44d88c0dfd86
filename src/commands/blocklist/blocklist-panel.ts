import { createHash } from 'node:crypto';
import { button, buttonRows, chunks, row, select, userSelect, type Row } from '../../messages/components.ts';
import { customId } from '../../messages/custom-id.ts';
import { clip, excerpt } from '../../messages/markup.ts';
import type { Blocklist, RuleList } from '../../services/guilds/blocklist/blocklists.ts';
import { RULE_LENGTH } from '../../services/guilds/blocklist/rule-text.ts';
import type { Words } from '../framework/language.ts';
import type { MessageBody } from '../framework/reply.ts';

export const SUBJECT = 'panel';

/** One menu offers as many: https://docs.discord.com/developers/components/reference#string-select */
const RULES_PER_PAGE = 25;
const OPTION_LENGTH = 100;
const SHOWN_PEOPLE = 15;
const SHOWN_REASON_LENGTH = 80;

/** A rule or exception of a blocklist. */
export interface Entry {
  list: RuleList;
  rule: string;
}

/** All rules, then all exceptions, each in the order of the alphabet. */
export const entriesOf = (blocklist: Blocklist): Entry[] =>
  (['rules', 'exceptions'] as const).flatMap((list) =>
    blocklist[list].toSorted((a, b) => a.localeCompare(b)).map((rule) => ({ list, rule })),
  );

/** An entry's value in the menu, where a rule may be too long. */
export const idOf = ({ list, rule }: Entry): string =>
  createHash('sha256').update(`${list} ${rule}`).digest('base64url');

/** A whole rule, set off from what is around it. */
export const shownRule = (rule: string): string => excerpt(rule, RULE_LENGTH);

const paragraph = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [[title, ...lines.map((line) => `- ${line}`)].join('\n')];

const peopleLines = ({ bans }: Blocklist, { blocklist: texts }: Words): string[] => {
  const shown = bans.slice(0, SHOWN_PEOPLE).map(({ personId, until, reason }) => {
    const why = reason === undefined ? '' : ` · ${excerpt(reason, SHOWN_REASON_LENGTH)}`;
    return `<@${personId}> ${texts.end(until)}${why}`;
  });
  const left = bans.length - SHOWN_PEOPLE;
  return left > 0 ? [...shown, texts.more(left)] : shown;
};

const removeRow = (entries: readonly Entry[], page: number, { blocklist: texts }: Words): Row =>
  row(
    select(
      customId('blocklist-remove', SUBJECT, page),
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
  const { blocklist: texts, jobs } = words;
  const entries = entriesOf(blocklist);
  const pages = chunks(entries, RULES_PER_PAGE);
  const page = Math.min(Math.max(1, wanted), Math.max(1, pages.length));
  const shown = pages[page - 1] ?? [];
  const ofList = (list: RuleList) =>
    shown.filter((entry) => entry.list === list).map(({ rule }) => excerpt(rule, OPTION_LENGTH));
  const parts = [
    ...paragraph(`**${texts.lists.rules}**`, ofList('rules')),
    ...paragraph(`**${texts.lists.exceptions}**`, ofList('exceptions')),
  ];
  const people = paragraph(`**${texts.people}**`, peopleLines(blocklist, words));
  const description = [...parts, ...people].length === 0 ? texts.empty : parts.join('\n\n');
  const turn = (to: number, label: string) =>
    button(customId('blocklist', SUBJECT, to), label, { disabled: to < 1 || to > pages.length });
  const footer = { footer: { text: jobs.page(page, pages.length, entries.length) } };
  return {
    content,
    embeds: [
      { title: texts.title, description, ...(pages.length > 1 && footer) },
      ...people.map((text) => ({ description: text })),
    ],
    components: [
      ...(shown.length > 0 ? [removeRow(shown, page, words)] : []),
      row(userSelect(customId('blocklist-person', SUBJECT), texts.block)),
      ...buttonRows([
        button(customId('blocklist-add', SUBJECT), texts.add, { style: 'primary' }),
        ...(entries.length > 0 ? [button(customId('blocklist-file', SUBJECT), texts.download)] : []),
        ...(pages.length > 1 ? [turn(page - 1, texts.previous), turn(page + 1, texts.next)] : []),
      ]),
    ],
  };
};
