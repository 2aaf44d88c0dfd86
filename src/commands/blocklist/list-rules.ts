import type { Blocklist } from '../../services/guilds/blocklist/blocklists.ts';
import { defineCommand } from '../framework/command.ts';
import { excerpt } from '../../messages/markup.ts';
import { RULE_LENGTH } from '../../services/guilds/blocklist/rule-text.ts';
import type { Words } from '../framework/language.ts';
import { endOf } from './end-date.ts';
import type { Reply } from '../framework/reply.ts';
import { managedGuild } from '../framework/rights.ts';
import { writeRuleFile } from './rule-file.ts';

/** An embed has at most 4,096 characters; longer lists go into a file: https://docs.discord.com/developers/resources/message#embed-object-embed-limits */
const SHOWN_LENGTH = 3_000;
const SHOWN_BANS = 20;

/** A whole rule, set off from what is around it. */
export const shownRule = (rule: string): string => excerpt(rule, RULE_LENGTH);

const paragraph = (title: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : `**${title}**\n${lines.map((line) => `- ${line}`).join('\n')}`;

const banLines = ({ bars }: Blocklist, words: Words): string[] => {
  const shown = bars
    .slice(0, SHOWN_BANS)
    .map(({ personId, until }) => `<@${personId}> ${endOf(until, words)}`);
  const left = bars.length - SHOWN_BANS;
  return left > 0 ? [...shown, words.blocklist.more(left)] : shown;
};

/** A blocklist as a private message; a long one with its rules in a file that can be imported again. */
const blocklistReply = (blocklist: Blocklist, words: Words): Reply => {
  const { blocklist: texts } = words;
  const { rules, exceptions } = blocklist;
  const banned = paragraph(texts.people, banLines(blocklist, words));
  const listed = [
    paragraph(texts.rules, rules.map(shownRule)),
    paragraph(texts.exceptions, exceptions.map(shownRule)),
  ].filter((text) => text !== '');
  const isLong = listed.join('\n\n').length > SHOWN_LENGTH;
  const inFile = texts.inFile(rules.length, exceptions.length);
  const parts = [...(isLong ? [inFile] : listed), banned].filter((text) => text !== '');
  const description = parts.length === 0 ? texts.empty : parts.join('\n\n');
  const file = {
    name: 'blocklist.txt',
    data: Buffer.from(writeRuleFile(blocklist)),
    contentType: 'text/plain',
    altText: texts.fileAltText,
  };
  return {
    kind: 'private',
    message: { embeds: [{ title: texts.title, description }] },
    ...(isLong && { files: [file] }),
  };
};

/** `/blocklist list` */
export const list = defineCommand(
  { name: 'list', description: 'blocklist list' },
  true,
  async (_values, { invocation, guilds, words }) =>
    blocklistReply(await guilds.blocklists.of(managedGuild(invocation)), words),
);
