import { FAMILIES, FAMILY_NAMES } from '../services/requests/families/index.ts';
import { PermissionFlagsBits } from 'discord-api-types/v10';
import { VERSION } from '../lib/version.ts';
import { button, buttonRows } from '../messages/components.ts';
import { customId } from '../messages/custom-id.ts';
import type { Action } from './framework/action.ts';
import { defineCommand } from './framework/command.ts';
import type { CommandContext } from './framework/context.ts';
import { hasPermission, type Invocation } from './framework/invocation.ts';
import { FOR_ONESELF_ON_PANEL } from './framework/may.ts';
import type { CommandAccess } from '../discord/rights.ts';
import type { MessageBody } from '../messages/message.ts';

/** Whether a server lets a person use one of the commands that make pictures. Administrators can use all. */
const mayUse = (
  name: string,
  { context, personPermissions }: Invocation,
  { isAllowed }: CommandAccess,
): boolean =>
  context !== 'guild' ||
  hasPermission(personPermissions, PermissionFlagsBits.Administrator) ||
  isAllowed(name);

/** A command that can be clicked: https://docs.discord.com/developers/reference#message-formatting */
const mention = (path: string, id: string | undefined): string =>
  id === undefined ? `**/${path}**` : `</${path}:${id}>`;

const exampleLines = async ({ invocation, rights, words }: CommandContext): Promise<string[]> => {
  const access = await rights.commandAccess(invocation);
  return FAMILY_NAMES.map((family) => FAMILIES[family].command)
    .filter((name) => mayUse(name, invocation, access))
    .flatMap((name) =>
      Object.values(words.help.examples[name]).map(
        (example) => `${mention(name, access.ids.get(name))} ${example}`,
      ),
    );
};

const PAGES = ['start', 'buttons'] as const;
type Page = (typeof PAGES)[number];

const isPage = (word: string): word is Page => PAGES.some((page) => page === word);

const pageText = async (page: Page, context: CommandContext): Promise<string> => {
  if (page === 'start')
    return [context.words.help.introduction, '', ...(await exampleLines(context))].join('\n');
  const { button: onCards, menu } = (await context.wordsBesideCards()).help;
  return [...Object.values(onCards), '', menu].join('\n');
};

/** A page that fits a phone's screen, and the ways to the others. */
const helpMessage = async (page: Page, context: CommandContext): Promise<MessageBody> => {
  const { help: texts } = context.words;
  const ways = PAGES.map((one) => {
    const look = { style: one === page ? 'primary' : 'secondary', disabled: one === page } as const;
    return button(customId('help', one), texts.pages[one], look);
  });
  // The last known answer is enough here: the panel asks Discord again.
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
