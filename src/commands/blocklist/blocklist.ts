import { PermissionFlagsBits } from 'discord-api-types/v10';
import { customId } from '../../messages/custom-id.ts';
import { MAX_FIELD_LENGTH, modal, textField, textOf } from '../../messages/forms.ts';
import { excerpt } from '../../messages/markup.ts';
import { compact } from '../../lib/lists.ts';
import { isUserError, type UserError } from '../../lib/user-error.ts';
import { parseRule } from '../../services/guilds/blocklist/rule.ts';
import type { Action } from '../framework/action.ts';
import { defineCommand } from '../framework/command.ts';
import type { CommandContext } from '../framework/context.ts';
import type { Words } from '../../messages/words/words.ts';
import { FOR_ADMINS, FOR_ADMINS_ON_PANEL } from '../framework/may.ts';
import { recordChange } from '../framework/record-change.ts';
import type { Problem, Reply } from '../framework/reply.ts';
import { managedGuild } from '../framework/rights.ts';
import { blockPerson } from './block-person.ts';
import { blocklistPanel, entriesOf, idOf, shownRule } from './blocklist-panel.ts';

const RULES = 'rules';
const PROMPT = 'prompt';

/** In characters: as much of the added rules as a line of the log channel holds. */
const LOGGED_LENGTH = 200;

/** Before an exception. */
const EXCEPT = '!';

/** The rule of a line, without the sign of an exception. */
const ruleIn = (line: string): string => (line.startsWith(EXCEPT) ? line.slice(EXCEPT.length) : line);

/** Why a line can't be a rule or an exception. */
const errorIn = (line: string): UserError | undefined => {
  try {
    parseRule(ruleIn(line));
    return undefined;
  } catch (error) {
    if (isUserError(error)) return error;
    throw error;
  }
};

/** The form for new rules, which also tries a prompt. */
const rulesForm = ({ blocklist: { form, add } }: Words) =>
  modal(customId('blocklist-add'), add, [
    textField(RULES, { ...form.rules, isLong: true, isOptional: true, maxLength: MAX_FIELD_LENGTH }),
    textField(PROMPT, { ...form.prompt, isLong: true, isOptional: true, maxLength: MAX_FIELD_LENGTH }),
  ]);

/** What came of typed lines. */
interface Added {
  said: readonly string[];
  problem?: Problem | undefined;
}

/** @throws UserError blocklist-full */
const addLines = async (lines: readonly string[], context: CommandContext): Promise<string[]> => {
  const guildId = managedGuild(context.invocation);
  const { blocklists } = context.guilds;
  const { blocklist: texts } = context.words;
  const isException = (line: string) => line.startsWith(EXCEPT);
  const rules = lines.filter((line) => !isException(line));
  const exceptions = lines.filter(isException).map(ruleIn);
  const count = lines.length;
  if (count === 0) return [];
  const added = await blocklists.add(guildId, { rules, exceptions });
  const known = count - added.rules - added.exceptions;
  if (known < count)
    recordChange(context, guildId, ({ log }) => log.changes.rulesAdded(added.rules, added.exceptions), {
      typed: excerpt(lines.join('\n'), LOGGED_LENGTH),
    });
  return compact([
    known < count && texts.added(added.rules, added.exceptions),
    known > 0 && texts.known(known),
  ]);
};

/** Adds the lines that can be added, and tells what came of all. */
const addRules = async (typed: string, context: CommandContext): Promise<Added> => {
  const trimmed = typed.split(/[\n\r]+/u).map((line) => line.trim());
  const lines = trimmed.filter((line) => line !== '' && line !== EXCEPT);
  const wrong = new Map(
    lines.flatMap((line) => {
      const error = errorIn(line);
      return error ? [[line, error] as const] : [];
    }),
  );
  const left = (which: readonly string[], errors: readonly UserError[]): Problem | undefined =>
    errors.length > 0 ? { errors, fields: { [RULES]: which.join('\n') } } : undefined;
  const errors = [...wrong.values()];
  try {
    const said = await addLines(
      lines.filter((line) => !wrong.has(line)),
      context,
    );
    return { said, problem: left([...wrong.keys()], errors) };
  } catch (error) {
    if (!isUserError(error, 'blocklist-full')) throw error;
    return { said: [], problem: left(lines, [error, ...errors]) };
  }
};

const presentPanel = async (
  page: number,
  context: CommandContext,
  { said, problem }: Added = { said: [] },
): Promise<Reply> => {
  const { invocation, guilds, words } = context;
  const blocklist = await guilds.blocklists.of(managedGuild(invocation));
  return {
    kind: 'update',
    message: blocklistPanel(blocklist, page, { content: said.join('\n'), words }),
    problem,
  };
};

/** The actions of `/blocklist`. */
export const blocklistActions: readonly Action[] = [
  blockPerson,

  /** Another page of the list. */
  {
    name: 'blocklist',
    may: FOR_ADMINS_ON_PANEL,
    answers: 'in-place',
    run: ({ number: page = 1 }, context) => presentPanel(page, context),
  },

  /** Opens the form for rules, takes them, and says which rule speaks against a prompt. */
  {
    name: 'blocklist-add',
    may: FOR_ADMINS,
    answers: 'at-once',
    run: (_use, { words }) => ({ kind: 'modal', modal: rulesForm(words) }),
    form: {
      answers: 'in-place',
      run: async ({ fields }, context) => {
        const guildId = managedGuild(context.invocation);
        const { blocklists } = context.guilds;
        const { blocklist: texts } = context.words;
        const { said, problem } = await addRules(textOf(fields, RULES), context);
        const prompt = textOf(fields, PROMPT).trim();
        if (prompt === '') return presentPanel(1, context, { said, problem });
        const rule = await blocklists.findIn(guildId, prompt);
        const verdict = rule === undefined ? texts.allowed : texts.blocked(shownRule(rule));
        return presentPanel(1, context, { said: [...said, verdict], problem });
      },
    },
  },

  /** Removes the rule or exception that was picked. */
  {
    name: 'blocklist-remove',
    may: FOR_ADMINS_ON_PANEL,
    answers: 'in-place',
    run: async ({ number: page = 1, values: [picked] }, context) => {
      const guildId = managedGuild(context.invocation);
      const { blocklists } = context.guilds;
      const entry = entriesOf(await blocklists.of(guildId)).find((one) => idOf(one) === picked);
      if (!entry) return presentPanel(page, context);
      const { list, rule } = entry;
      await blocklists.remove(guildId, list, rule);
      const typed = shownRule(rule);
      recordChange(context, guildId, ({ log }) => log.changes.ruleRemoved[list], { typed });
      return presentPanel(page, context, { said: [context.words.blocklist.removed[list](typed)] });
    },
  },
];

/** `/blocklist`: what and who may not be painted for in a server. */
export const blocklist = defineCommand({
  name: 'blocklist',
  permissions: PermissionFlagsBits.ManageGuild,
  serverOnly: true,
  answers: 'privately',
  run: async (_values, context) => {
    const { invocation, guilds, words } = context;
    const present = await guilds.blocklists.of(managedGuild(invocation));
    return { kind: 'private', message: blocklistPanel(present, 1, { words }) };
  },
});
