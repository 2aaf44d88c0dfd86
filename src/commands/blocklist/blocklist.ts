import { createHash } from 'node:crypto';
import { ApplicationCommandOptionType, PermissionFlagsBits } from 'discord-api-types/v10';
import { button, buttonRows } from '../../messages/components.ts';
import { customId } from '../../messages/custom-id.ts';
import type { RuleList } from '../../services/guilds/blocklist/blocklists.ts';
import { RULE_LENGTH, tidyRule } from '../../services/guilds/blocklist/rule-text.ts';
import type { Action } from '../framework/action.ts';
import type { CommandText } from '../../messages/words/words.ts';
import { defineCommand, type TopLevelCommand } from '../framework/command.ts';
import { recordChange } from '../framework/record-change.ts';
import { privateText } from '../framework/reply.ts';
import { managedGuild, managedGuildOrNone } from '../framework/rights.ts';
import { ban, unban } from './bans.ts';
import { list, shownRule } from './list-rules.ts';
import { parseRuleFile, readTextFile } from './rule-file.ts';
import { FOR_ADMINS_ON_PANEL } from '../framework/may.ts';

/** As many as Discord shows: https://docs.discord.com/developers/interactions/application-commands#autocomplete */
const MAX_SUGGESTIONS = 25;
const SUGGESTION_LENGTH = 100;

const ruleOption = <const D extends CommandText>(description: D) =>
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
  description: 'exception',
} as const;

/** By the numbers of their buttons. */
const LISTS = ['rules', 'exceptions'] as const satisfies readonly RuleList[];
const ID_LENGTH = 40;

/** A rule's name in a custom id, which only has letters and digits. */
const idOf = (rule: string): string => createHash('sha256').update(rule).digest('hex').slice(0, ID_LENGTH);

const listOf = (exception: boolean | undefined): RuleList => (exception === true ? 'exceptions' : 'rules');

/** `/blocklist add` */
const add = defineCommand(
  {
    name: 'add',
    description: 'blocklist add',
    options: [ruleOption('add rule'), exceptionOption],
  },
  true,
  async ({ rule, exception }, context) => {
    const guildId = managedGuild(context.invocation);
    const list = listOf(exception);
    const text = shownRule(tidyRule(rule));
    const { blocklist: texts } = context.words;
    const added = await context.guilds.blocklists.add(guildId, { [list]: [rule] });
    if (added[list] === 0) return privateText(texts.known(text));
    recordChange(context, guildId, ({ log }) => log.changes.ruleAdded[list], { typed: text });
    return privateText(texts.added[list](text));
  },
);

/** `/blocklist remove` */
const remove = defineCommand(
  {
    name: 'remove',
    description: 'blocklist remove',
    options: [{ ...ruleOption('remove rule'), autocomplete: true }, exceptionOption],
  },
  true,
  async ({ rule, exception }, context) => {
    const guildId = managedGuild(context.invocation);
    const { blocklist: texts } = context.words;
    // The suggestions are from both lists, unless it is said which.
    for (const list of exception === undefined ? LISTS : [listOf(exception)]) {
      const found = await context.guilds.blocklists.find(guildId, list, rule);
      if (found === undefined) continue;
      const id = customId('blocklist-remove', idOf(found), LISTS.indexOf(list));
      const confirm = button(id, texts.remove[list], { style: 'danger' });
      const content = texts.question[list](shownRule(found));
      return { kind: 'private', message: { content, components: buttonRows([confirm]) } };
    }
    return privateText(texts.noSuch[listOf(exception)]);
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

/** The blocklist's actions. */
export const blocklistActions: readonly Action[] = [
  /** Removes a rule or an exception, after it was asked whether that is meant. */
  {
    name: 'blocklist-remove',
    may: FOR_ADMINS_ON_PANEL,
    answers: 'in-place',
    run: async ({ subject, number = 0 }, context) => {
      const guildId = managedGuild(context.invocation);
      const { blocklists } = context.guilds;
      const list = LISTS[number] ?? 'rules';
      const { blocklist: texts } = context.words;
      const rule = (await blocklists.of(guildId))[list].find((candidate) => idOf(candidate) === subject);
      const removed = rule === undefined ? undefined : await blocklists.remove(guildId, list, rule);
      if (removed === undefined)
        return { kind: 'update', message: { content: texts.noSuch[list], components: [] } };
      const typed = shownRule(removed);
      recordChange(context, guildId, ({ log }) => log.changes.ruleRemoved[list], { typed });
      return { kind: 'update', message: { content: texts.removed[list](typed), components: [] } };
    },
  },
];

/** `/blocklist test` */
const test = defineCommand(
  {
    name: 'test',
    description: 'blocklist test',
    options: [
      {
        type: ApplicationCommandOptionType.String,
        name: 'prompt',
        description: 'test prompt',
        required: true,
      },
    ],
  },
  true,
  async ({ prompt }, { invocation, guilds, words: { blocklist: texts } }) => {
    const found = await guilds.blocklists.findIn(managedGuild(invocation), prompt);
    return privateText(found ? texts.blocked(shownRule(found.rule)) : texts.allowed);
  },
);

/** `/blocklist import` */
const importRules = defineCommand(
  {
    name: 'import',
    description: 'blocklist import',
    options: [
      {
        type: ApplicationCommandOptionType.Attachment,
        name: 'file',
        description: 'import file',
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
    const { blocklist: texts } = context.words;
    recordChange(context, guildId, ({ log }) => log.changes.imported(added.rules, added.exceptions));
    const known = rules.length + exceptions.length - added.rules - added.exceptions;
    const rest = known > 0 ? texts.alreadyThere(known) : '';
    return privateText(`${texts.imported(added.rules, added.exceptions)}${rest}`);
  },
);

/** `/blocklist`: what and who may not be painted for in a server. */
export const blocklist: TopLevelCommand = {
  name: 'blocklist',
  description: 'blocklist',
  permissions: PermissionFlagsBits.ManageGuild,
  serverOnly: true,
  members: [add, remove, list, test, importRules, ban, unban],
};
