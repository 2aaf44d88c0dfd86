import { isDeepStrictEqual } from 'node:util';
import type { REST } from '@discordjs/rest';
import {
  ApplicationCommandType,
  ApplicationIntegrationType,
  InteractionContextType,
  Routes,
} from 'discord-api-types/v10';
import { z } from 'zod';
import type { CommandData, CommandOption } from '../../commands/command.ts';

const optionFields = (option: CommandOption) => ({
  type: option.type,
  name: option.name,
  description: option.description,
  required: option.required ?? false,
  choices: 'choices' in option ? (option.choices ?? []).map(({ name, value }) => ({ name, value })) : [],
  max_length: 'max_length' in option ? option.max_length : undefined,
});

/** What Discord is told of a command: in servers and in direct messages with the bot. */
export const payloadOf = ({ name, description, options = [] }: CommandData) => ({
  type: ApplicationCommandType.ChatInput,
  name,
  description,
  options: options.map(optionFields),
  contexts: [InteractionContextType.Guild, InteractionContextType.BotDM],
  integration_types: [ApplicationIntegrationType.GuildInstall],
});

const registeredSchema = z.array(
  z.object({
    type: z.number(),
    name: z.string(),
    description: z.string(),
    options: z
      .array(
        z.object({
          type: z.number(),
          name: z.string(),
          description: z.string(),
          required: z.boolean().default(false),
          choices: z
            .array(z.object({ name: z.string(), value: z.union([z.string(), z.number()]) }))
            .default([]),
          max_length: z.number().optional(),
        }),
      )
      .default([]),
    contexts: z.array(z.number()).nullish(),
    integration_types: z.array(z.number()).nullish(),
  }),
);

const sorted = (commands: readonly { name: string }[]): unknown =>
  // Through JSON, so that a field that is undefined and one that is absent are the same.
  JSON.parse(JSON.stringify([...commands].sort((a, b) => (a.name < b.name ? -1 : 1))));

/** Whether what Discord has registered is anything else than what is wanted. */
export const differs = (registered: unknown, wanted: readonly CommandData[]): boolean =>
  !isDeepStrictEqual(sorted(registeredSchema.parse(registered)), sorted(wanted.map(payloadOf)));

/** Registers the commands, if Discord does not have them as they are. Returns whether it had to. */
export const registerCommands = async (
  rest: Pick<REST, 'get' | 'put'>,
  applicationId: string,
  commands: readonly CommandData[],
): Promise<boolean> => {
  const route = Routes.applicationCommands(applicationId);
  if (!differs(await rest.get(route), commands)) return false;
  await rest.put(route, { body: commands.map(payloadOf) });
  return true;
};
