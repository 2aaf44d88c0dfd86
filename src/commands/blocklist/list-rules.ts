import type { Blocklist } from '../../services/guilds/blocklist/blocklists.ts';
import { defineCommand } from '../framework/command.ts';
import { literal, relativeTime } from '../../messages/markup.ts';
import type { Reply } from '../framework/reply.ts';
import { managedGuild } from '../framework/rights.ts';
import { writeRuleFile } from './rule-file.ts';

/** An embed takes 4,096 characters; what is longer goes into a file: https://docs.discord.com/developers/resources/message#embed-object-embed-limits */
const SHOWN_LENGTH = 3_000;
const SHOWN_BARS = 20;

const paragraph = (title: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : `**${title}**\n${lines.map((line) => `- ${line}`).join('\n')}`;

const barLines = ({ bars }: Blocklist): string[] => {
  const shown = bars.slice(0, SHOWN_BARS).map(({ personId, until }) => {
    const end = until === undefined ? 'until someone unblocks them' : `until ${relativeTime(until)}`;
    return `<@${personId}> ${end}`;
  });
  return bars.length > SHOWN_BARS ? [...shown, `and ${bars.length - SHOWN_BARS} more`] : shown;
};

/** A blocklist as a private message; a long one with its rules in a file that can be imported again. */
const blocklistReply = (blocklist: Blocklist): Reply => {
  const { rules, exceptions } = blocklist;
  const barred = paragraph('Blocked people', barLines(blocklist));
  const listed = [
    paragraph('Blocked', rules.map(literal)),
    paragraph('Always allowed', exceptions.map(literal)),
  ].filter((text) => text !== '');
  const isLong = listed.join('\n\n').length > SHOWN_LENGTH;
  const inFile = `The ${rules.length} rules and ${exceptions.length} exceptions are in the file. To import it again, use \`/blocklist import\`.`;
  const parts = [...(isLong ? [inFile] : listed), barred].filter((text) => text !== '');
  const description =
    parts.length === 0
      ? 'Nothing and no one is blocked yet. Add a rule with `/blocklist add`.'
      : parts.join('\n\n');
  const file = {
    name: 'blocklist.txt',
    data: Buffer.from(writeRuleFile(blocklist)),
    contentType: 'text/plain',
    altText: 'The rules of the blocklist',
  };
  return {
    kind: 'private',
    message: { embeds: [{ title: 'Blocklist', description }] },
    ...(isLong && { files: [file] }),
  };
};

/** `/blocklist list` */
export const list = defineCommand(
  { name: 'list', description: 'See the words, exceptions and people on the blocklist' },
  true,
  async (_values, { invocation, guilds }) =>
    blocklistReply(await guilds.blocklists.of(managedGuild(invocation))),
);
