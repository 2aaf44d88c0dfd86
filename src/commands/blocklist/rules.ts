import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import type { AdminChange } from '../../services/guilds/admin-log.ts';
import type { RuleList } from '../../services/guilds/blocklist/blocklists.ts';
import { RULE_LENGTH, tidyRule } from '../../services/guilds/blocklist/rule.ts';
import { defineCommand, type CommandContext } from '../framework/command.ts';
import { literal } from '../../messages/markup.ts';
import { privateText } from '../framework/reply.ts';
import { managedGuild, managedGuildOrNone } from '../framework/rights.ts';
import { parseRuleFile, readTextFile } from './rule-file.ts';

/** As many as Discord shows: https://docs.discord.com/developers/interactions/application-commands#autocomplete */
const MAX_SUGGESTIONS = 25;
const SUGGESTION_LENGTH = 100;

const ruleOption = <const D extends string>(description: D) =>
  ({
    type: ApplicationCommandOptionType.String,
    name: 'rule',
    description,
    required: true,
    max_length: RULE_LENGTH,
  }) as const;

const exceptionOption = {
  type: ApplicationCommandOptionType.Boolean,
  name: 'exception',
  description: 'Make it an exception: prompts are always allowed to contain it',
} as const;

const listOf = (exception: boolean | undefined): RuleList => (exception === true ? 'exceptions' : 'rules');
const kindOf = (list: RuleList): string => (list === 'rules' ? 'rule' : 'exception');

const record = (
  { invocation, guilds }: CommandContext,
  guildId: string,
  event: Pick<AdminChange, 'what' | 'typed'>,
): void => {
  guilds.adminLog.record({ guildId, personId: invocation.personId, ...event });
};

/** `/blocklist add` */
export const add = defineCommand(
  {
    name: 'add',
    description: 'Block prompts with a word, a phrase or a match of a /regular expression/',
    options: [ruleOption('A word, a phrase or a regular expression between slashes'), exceptionOption],
  },
  true,
  async ({ rule, exception }, context) => {
    const guildId = managedGuild(context.invocation);
    const list = listOf(exception);
    const text = literal(tidyRule(rule));
    const added = await context.guilds.blocklists.add(guildId, { [list]: [rule] });
    if (added[list] === 0) return privateText(`${text} is already on the blocklist.`);
    record(context, guildId, { what: `Blocklist: added the ${kindOf(list)}`, typed: text });
    return privateText(
      list === 'rules'
        ? `Prompts with ${text} are now blocked.`
        : `${text} is now always allowed, whatever the rules say.`,
    );
  },
);

/** `/blocklist remove` */
export const remove = defineCommand(
  {
    name: 'remove',
    description: 'Remove a rule or an exception',
    options: [
      { ...ruleOption('The rule, as /blocklist list shows it'), autocomplete: true },
      exceptionOption,
    ],
  },
  true,
  async ({ rule, exception }, context) => {
    const guildId = managedGuild(context.invocation);
    const list = listOf(exception);
    const removed = await context.guilds.blocklists.remove(guildId, list, rule);
    if (removed === undefined)
      return privateText(`There's no such ${kindOf(list)}. \`/blocklist list\` shows them all.`);
    record(context, guildId, { what: `Blocklist: removed the ${kindOf(list)}`, typed: literal(removed) });
    return privateText(`Removed the ${kindOf(list)} ${literal(removed)}.`);
  },
  async (_option, typed, { invocation, guilds }) => {
    const guildId = managedGuildOrNone(invocation);
    if (guildId === undefined) return [];
    const { rules, exceptions } = await guilds.blocklists.of(guildId);
    return [...rules, ...exceptions]
      .filter((rule) => rule.length <= SUGGESTION_LENGTH && rule.toLowerCase().includes(typed.toLowerCase()))
      .slice(0, MAX_SUGGESTIONS)
      .map((rule) => ({ name: rule, value: rule }));
  },
);

/** `/blocklist test` */
export const test = defineCommand(
  {
    name: 'test',
    description: 'Check if a prompt would be blocked, and by which rule. Nothing is submitted',
    options: [
      {
        type: ApplicationCommandOptionType.String,
        name: 'prompt',
        description: 'The prompt to check',
        required: true,
      },
    ],
  },
  true,
  async ({ prompt }, { invocation, guilds }) => {
    const rule = await guilds.blocklists.ruleAgainst(managedGuild(invocation), prompt);
    return privateText(
      rule === undefined ? 'This prompt is allowed.' : `This prompt is blocked by the rule ${literal(rule)}.`,
    );
  },
);

/** `/blocklist import` */
export const importRules = defineCommand(
  {
    name: 'import',
    description: 'Add rules from a text file: one per line, exceptions start with !, comments with #',
    options: [
      {
        type: ApplicationCommandOptionType.Attachment,
        name: 'file',
        description: 'A text file in UTF-8',
        required: true,
      },
    ],
  },
  true,
  async ({ file }, context) => {
    const guildId = managedGuild(context.invocation);
    const { blocklists } = context.guilds;
    const { rules, exceptions } = parseRuleFile(await readTextFile(file, context.web));
    const added = await blocklists.add(guildId, { rules, exceptions });
    const what = `${added.rules} new rules and ${added.exceptions} new exceptions`;
    record(context, guildId, { what: `Blocklist: imported ${what}` });
    const known = rules.length + exceptions.length - added.rules - added.exceptions;
    return privateText(`Imported ${what}.${known > 0 ? ` ${known} were already on the blocklist.` : ''}`);
  },
);
