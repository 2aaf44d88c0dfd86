import { PermissionFlagsBits } from 'discord-api-types/v10';
import { VERSION } from '../lib/version.ts';
import {
  defineCommand,
  type CommandAccess,
  type CommandContext,
  type TopLevelCommand,
} from './framework/command.ts';
import type { Words } from './framework/language.ts';
import { hasPermission, type Invocation } from './framework/invocation.ts';

/** Whether the reader can use a command here. Administrators can use all. */
const mayUse = (
  { name, permissions = 0n, serverOnly = false }: TopLevelCommand,
  { context, personPermissions, botIsHere }: Invocation,
  { isAllowed }: CommandAccess,
): boolean => {
  if (context !== 'guild') return !serverOnly;
  if (permissions !== 0n && !botIsHere) return false;
  return (
    hasPermission(personPermissions, permissions) && (isAdministrator(personPermissions) || isAllowed(name))
  );
};

const isAdministrator = (bits: string): boolean => hasPermission(bits, PermissionFlagsBits.Administrator);

/** A command that can be clicked: https://docs.discord.com/developers/reference#message-formatting */
const mention = (path: string, id: string | undefined): string =>
  id === undefined ? `**/${path}**` : `</${path}:${id}>`;

const commandLines = (
  { name, description, members }: TopLevelCommand,
  { ids }: CommandAccess,
  { words }: CommandContext,
): string[] => {
  const id = ids.get(name);
  const [only] = members;
  if (members.length === 1 && only?.data.name === name)
    return [`${mention(name, id)} ${words.commands[description]}`];
  return members.map(
    ({ data }) => `${mention(`${name} ${data.name}`, id)} ${words.commands[data.description]}`,
  );
};

const exampleLines = (
  usable: readonly TopLevelCommand[],
  { ids }: CommandAccess,
  examples: Words['help']['examples'],
): string[] =>
  (['imagine', 'gen'] as const)
    .filter((name) => usable.some((command) => command.name === name))
    .flatMap((name) => examples[name].map((example) => `${mention(name, ids.get(name))} ${example}`));

const lines = (title: string, entries: readonly string[]): string => [title, ...entries].join('\n');

/** `/help`: what the reader can do here. */
export const help = defineCommand({ name: 'help', description: 'help' }, true, async (_values, context) => {
  const { commands, words, invocation, commandAccess } = context;
  const { help: texts, commands: names } = words;
  const access = await commandAccess(invocation);
  const usable = commands.filter((command) => mayUse(command, invocation, access));
  const description = [
    texts.introduction,
    lines(texts.try, exampleLines(usable, access, texts.examples)),
    lines(
      texts.commands,
      usable.flatMap((command) => commandLines(command, access, context)),
    ),
    lines(texts.buttons, Object.values(texts.button)),
    texts.menu(names['edit-this-picture'], names['use-in-easel'], names['picture-details']),
  ].join('\n\n');
  return {
    kind: 'private',
    message: { embeds: [{ title: texts.title, description, footer: { text: `Easel ${VERSION}` } }] },
  };
});
