import { FAMILIES, FAMILY_NAMES } from '../services/requests/families/index.ts';
import { PermissionFlagsBits } from 'discord-api-types/v10';
import { VERSION } from '../lib/version.ts';
import { button, buttonRows } from '../messages/components.ts';
import { customId } from '../messages/custom-id.ts';
import type { Action } from './framework/action.ts';
import {
  defineCommand,
  describe,
  pathsOf,
  type CommandContext,
  type TopLevelCommand,
} from './framework/command.ts';
import type { Words } from '../messages/words/words.ts';
import { hasPermission, type Invocation } from './framework/invocation.ts';
import { FOR_ONESELF_ON_PANEL } from './framework/may.ts';
import type { CommandAccess } from '../discord/rights.ts';
import type { MessageBody } from '../messages/message.ts';

/** Administrators can use all commands. */
const mayUse = (
  { data: { name, permissions = 0n, serverOnly = false } }: TopLevelCommand,
  { context, personPermissions, botIsHere }: Invocation,
  { isAllowed }: CommandAccess,
): boolean => {
  if (context !== 'guild') return !serverOnly;
  if (permissions !== 0n && !botIsHere) return false;
  return (
    hasPermission(personPermissions, permissions) && (isAdministrator(personPermissions) || isAllowed(name))
  );
};

const isAdministrator = (bits: bigint): boolean => hasPermission(bits, PermissionFlagsBits.Administrator);

/** A command that can be clicked: https://docs.discord.com/developers/reference#message-formatting */
const mention = (path: string, id: string | undefined): string =>
  id === undefined ? `**/${path}**` : `</${path}:${id}>`;

const commandLines = (
  command: TopLevelCommand,
  { ids }: CommandAccess,
  { words }: CommandContext,
): string[] =>
  pathsOf(command).map((path) => `${mention(path, ids.get(command.data.name))} ${describe(path, words)}`);

const exampleLines = (
  usable: readonly TopLevelCommand[],
  { ids }: CommandAccess,
  examples: Words['help']['examples'],
): string[] =>
  FAMILY_NAMES.map((family) => FAMILIES[family].command)
    .filter((name) => usable.some(({ data }) => data.name === name))
    .flatMap((name) =>
      Object.values(examples[name]).map((example) => `${mention(name, ids.get(name))} ${example}`),
    );

const PAGES = ['start', 'commands', 'buttons'] as const;
type Page = (typeof PAGES)[number];

const isPage = (word: string): word is Page => PAGES.some((page) => page === word);

const pageText = async (page: Page, context: CommandContext): Promise<string> => {
  const { commands, invocation, rights, words } = context;
  const { help: texts } = words;
  if (page === 'buttons') {
    const { button: onCards, menu } = (await context.wordsBesideCards()).help;
    return [...Object.values(onCards), '', menu].join('\n');
  }
  const access = await rights.commandAccess(invocation);
  const usable = commands.filter((command) => mayUse(command, invocation, access));
  if (page === 'commands')
    return usable.flatMap((command) => commandLines(command, access, context)).join('\n');
  return [texts.introduction, '', ...exampleLines(usable, access, texts.examples)].join('\n');
};

/** A page that fits a phone's screen, and the ways to the others. */
const helpMessage = async (page: Page, context: CommandContext): Promise<MessageBody> => {
  const { help: texts } = context.words;
  const ways = PAGES.map((one) => {
    const look = { style: one === page ? 'primary' : 'secondary', disabled: one === page } as const;
    return button(customId('help', one), texts.pages[one], look);
  });
  // What it opens asks Discord again.
  const isOperator = await context.rights.isOperator(context.invocation.personId, 'last');
  if (isOperator) ways.push(button(customId('operator'), context.words.operator.title));
  return {
    embeds: [
      {
        title: texts.title,
        description: await pageText(page, context),
        footer: { text: `Easel ${VERSION}` },
      },
    ],
    components: buttonRows(ways),
  };
};

/** `/help`: what the reader can do here. */
export const help = defineCommand({
  name: 'help',
  answers: 'privately',
  run: async (_values, context) => ({ kind: 'private', message: await helpMessage('start', context) }),
});

/** Shows another page of `/help`. */
export const helpPage: Action = {
  name: 'help',
  may: FOR_ONESELF_ON_PANEL,
  answers: 'in-place',
  run: async ({ subject }, context) => ({
    kind: 'update',
    message: await helpMessage(isPage(subject) ? subject : 'start', context),
  }),
};
