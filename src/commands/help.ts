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
  { language }: CommandContext,
): string[] => {
  const { name, description } = command.data;
  const id = ids.get(name);
  if (!('members' in command)) return [`${mention(name, id)} ${description[language]}`];
  return command.members.map(
    ({ data }) => `${mention(`${name} ${data.name}`, id)} ${data.description[language]}`,
  );
};

const exampleLines = (
  usable: readonly TopLevelCommand[],
  { ids }: CommandAccess,
  examples: Words['help']['examples'],
): string[] =>
  (['imagine', 'gen'] as const)
    .filter((name) => usable.some(({ data }) => data.name === name))
    .flatMap((name) => examples[name].map((example) => `${mention(name, ids.get(name))} ${example}`));

const lines = (title: string, entries: readonly string[]): string => [title, ...entries].join('\n');

/** `/help`: what the reader can do here. */
export const help = defineCommand(
  {
    name: 'help',
    description: {
      en: 'See what you can do here, with examples',
      de: 'Ansehen, was du hier tun kannst, mit Beispielen',
    },
  },
  'privately',
  async (_values, context) => {
    const { commands, words, invocation, commandAccess } = context;
    const { help: texts } = words;
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
      texts.menu,
    ].join('\n\n');
    return {
      kind: 'private',
      message: { embeds: [{ title: texts.title, description, footer: { text: `Easel ${VERSION}` } }] },
    };
  },
);
