import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import { UserError } from '../../lib/user-error.ts';
import { defaultsOf } from '../../services/guilds/settings.ts';
import { mergeDefaults, type Defaults, presetNamed, presetsLike } from '../../services/people/profile.ts';
import type { Command, CommandContext } from '../framework/command.ts';
import { serverOf } from '../framework/invocation.ts';
import { oneLine } from '../../messages/markup.ts';

/** https://docs.discord.com/developers/interactions/application-commands#application-command-object-application-command-option-choice-structure */
const SUGGESTION_LENGTH = 100;

export const presetOption = {
  type: ApplicationCommandOptionType.String,
  name: 'preset',
  description: 'preset',
  autocomplete: true,
} as const;

/** The text of the chosen preset, and the defaults for options that weren't typed. */
export interface Choices {
  preset?: string | undefined;
  defaults: Defaults;
}

/**
 * What completes the typed options: the chosen preset's text, and the person's defaults, then the server's.
 *
 * @throws UserError unknown-preset
 */
export const choicesFor = async (
  { preset: name }: { preset?: string | undefined },
  { invocation, people, guilds }: CommandContext,
): Promise<Choices> => {
  const guildId = serverOf(invocation);
  const [profile, settings] = await Promise.all([
    people.profiles.of(invocation.personId),
    guilds.settings.of(guildId),
  ]);
  const preset = name === undefined ? undefined : presetNamed(profile, name);
  if (name !== undefined && !preset) throw new UserError('unknown-preset', { name });
  return {
    preset: preset?.text,
    defaults: mergeDefaults(profile.defaults, defaultsOf(settings)),
  };
};

/** Whether an answer is for the person alone: as the command says, or else as they have decided. */
export const isPrivateFor: Command['isPrivate'] = async ({ private: isPrivate }, { people, invocation }) => {
  if (typeof isPrivate === 'boolean') return isPrivate;
  return (await people.profiles.of(invocation.personId)).defaults.isPrivate ?? false;
};

/** Suggests the person's own presets. */
export const suggestPresets: NonNullable<Command['suggest']> = async (
  option,
  typed,
  { people, invocation },
) => {
  if (option !== presetOption.name) return [];
  const profile = await people.profiles.of(invocation.personId);
  return presetsLike(profile, typed).map(({ name, text }) => ({
    name: oneLine(`${name} · ${text}`, SUGGESTION_LENGTH),
    value: name,
  }));
};
