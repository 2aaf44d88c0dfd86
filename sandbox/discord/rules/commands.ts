import { z } from 'zod';
import { CommandType, OptionType } from '../numbers.ts';
import { choiceSchema } from './interactions.ts';
import { addProblem, addWordedProblem, may } from './problems.ts';

/** The name of a chat command or option: small letters of any script, digits, `-`, `_`, `'`. */
const namePattern = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u;
const chatName = z.string().refine((name) => namePattern.test(name) && name === name.toLowerCase(), {
  error: 'Command name is invalid',
  params: { code: 'APPLICATION_COMMAND_INVALID_NAME' },
});
const description = z.string().min(1).max(100);
const localizations = may(z.record(z.string(), z.string().min(1).max(100)));
const texts = {
  name: chatName,
  name_localizations: localizations,
  description,
  description_localizations: localizations,
};

const valueOption = z
  .strictObject({
    type: z.enum(OptionType).exclude(['Subcommand', 'SubcommandGroup']),
    ...texts,
    required: may(z.boolean()),
    choices: may(z.array(choiceSchema).max(25)),
    autocomplete: may(z.boolean()),
    min_value: may(z.number()),
    max_value: may(z.number()),
    min_length: may(z.int().min(0).max(6000)),
    max_length: may(z.int().min(1).max(6000)),
    channel_types: may(z.array(z.int())),
    file_types: may(z.array(z.string().min(1)).max(10)),
  })
  .superRefine((option, context) => {
    if (option.autocomplete && option.choices?.length)
      addProblem(context, 'APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_CHOICES', ['autocomplete']);
    const values = option.choices?.map(({ value }) => value) ?? [];
    const message = 'The value of a choice has the type of its option';
    if (values.some((value) => (typeof value === 'string') !== (option.type === OptionType.String)))
      addWordedProblem(context, 'BASE_TYPE_INVALID', ['choices'], message);
  });

const checkList = (
  options: readonly { name: string; required?: boolean | undefined }[],
  context: z.RefinementCtx,
): void => {
  const names = options.map(({ name }) => name);
  if (new Set(names).size !== names.length) addProblem(context, 'APPLICATION_COMMAND_OPTIONS_NAME_INVALID');
  const lateRequired = options.findIndex(
    ({ required }, index) => required && options.slice(0, index).some((earlier) => !earlier.required),
  );
  if (lateRequired !== -1)
    addProblem(context, 'APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID', [lateRequired]);
};

const valueOptions = may(z.array(valueOption).max(25).superRefine(checkList));
const subcommand = z.strictObject({
  type: z.literal(OptionType.Subcommand),
  ...texts,
  required: may(z.boolean()),
  options: valueOptions,
});
const subcommandGroup = z.strictObject({
  type: z.literal(OptionType.SubcommandGroup),
  ...texts,
  required: may(z.boolean()),
  options: may(z.array(subcommand).max(25)),
});
const anyOption = z.discriminatedUnion('type', [subcommand, subcommandGroup, valueOption]);

const settings = {
  default_member_permissions: may(z.union([z.string(), z.number()]).transform(String)),
  dm_permission: may(z.boolean()),
  nsfw: may(z.boolean()),
  contexts: may(z.array(z.int().min(0).max(2)).min(1)),
  integration_types: may(z.array(z.int().min(0).max(1)).min(1)),
  id: may(z.string()),
};

const chatCommand = z.strictObject({
  type: z.literal(CommandType.ChatInput),
  ...texts,
  ...settings,
  options: may(z.array(anyOption).max(25).superRefine(checkList)).superRefine((options, context) => {
    const grouped = (options ?? []).filter(({ type }) => type <= OptionType.SubcommandGroup).length;
    if (grouped === 0 || grouped === options?.length) return;
    addProblem(context, 'APPLICATION_COMMAND_OPTIONS_TYPE_INVALID');
  }),
});

const menuCommand = z.strictObject({
  type: z.literal([CommandType.User, CommandType.Message]),
  name: z.string().trim().min(1).max(32),
  name_localizations: localizations,
  description: may(z.literal('')).transform(() => ''),
  description_localizations: may(z.record(z.string(), z.string())),
  options: may(z.array(z.never())),
  ...settings,
});

/** What launches an activity: docs.discord.com/developers/interactions/application-commands#entry-point-commands */
const entryPoint = z.strictObject({
  type: z.literal(CommandType.PrimaryEntryPoint),
  ...texts,
  description: may(z.string().max(100)).transform((text) => text ?? ''),
  options: may(z.array(z.never())),
  handler: z.int().min(1).max(2),
  ...settings,
});

const CHARACTERS_PER_COMMAND = 8000;

interface Counted {
  name: string;
  description: string;
  name_localizations?: Record<string, string> | undefined;
  description_localizations?: Record<string, string> | undefined;
  options?: readonly Counted[] | undefined;
  choices?: readonly { name: string; value: string | number }[] | undefined;
}

const longest = (text: string, localized: Record<string, string> = {}): number =>
  Math.max(text.length, ...Object.values(localized).map((other) => other.length));

const charactersOf = (part: Counted): number =>
  longest(part.name, part.name_localizations) +
  longest(part.description, part.description_localizations) +
  (part.choices ?? []).reduce((sum, { name, value }) => sum + name.length + String(value).length, 0) +
  (part.options ?? []).reduce((sum, option) => sum + charactersOf(option), 0);

const withType = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && !('type' in body)
    ? { ...body, type: CommandType.ChatInput }
    : body;

/** One command as a bot registers it; without a type it is a chat command. */
export const commandSchema = z.preprocess(
  withType,
  z.discriminatedUnion('type', [chatCommand, menuCommand, entryPoint]).superRefine((command, context) => {
    if (charactersOf(command) <= CHARACTERS_PER_COMMAND) return;
    addProblem(context, 'APPLICATION_COMMAND_TOO_LARGE');
  }),
);

export type CommandBody = z.output<typeof commandSchema>;
export type ValueOption = z.output<typeof valueOption>;
export type CommandOption = z.output<typeof anyOption>;

/** A registered command as the API answers it. */
export interface ApplicationCommand {
  id: string;
  application_id: string;
  version: string;
  type: CommandBody['type'];
  name: string;
  description: string;
  name_localizations: Record<string, string> | null;
  description_localizations: Record<string, string> | null;
  default_member_permissions: string | null;
  contexts: number[] | null;
  integration_types: number[];
  nsfw: boolean;
  options: CommandOption[];
  handler?: number;
}
