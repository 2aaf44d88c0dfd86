import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import { UserError } from '../../lib/user-error.ts';
import { NO_CHOICE } from '../../messages/components.ts';
import { oneLine } from '../../messages/markup.ts';
import { NO_STYLES, type GuildStyles } from '../../services/guilds/guild-styles.ts';
import { defaultsOf } from '../../services/guilds/settings.ts';
import { nearestRatio } from '../../services/requests/output-size.ts';
import { asksPrivately, ratioIn, readPrompt } from '../../services/requests/prompt.ts';
import { styleNamed, stylesLike, type Style } from '../../services/requests/styles.ts';
import { mergeDefaults, type Defaults } from '../../services/people/profiles.ts';
import type { AnyValues, Command } from '../framework/command.ts';
import type { CommandContext } from '../framework/context.ts';
import { serverOf } from '../framework/invocation.ts';

/** https://docs.discord.com/developers/interactions/application-commands#application-command-object-application-command-option-choice-structure */
const SUGGESTION_LENGTH = 100;
const MAX_SUGGESTIONS = 25;

export const styleOption = {
  type: ApplicationCommandOptionType.String,
  name: 'style',
  autocomplete: true,
} as const;

/** The style and the defaults that complete the typed options. */
export interface Choices {
  style?: Pick<Style, 'name' | 'text'> | undefined;
  defaults: Defaults;
  /** The style's own aspect ratio. */
  ratio?: Style['aspectRatio'];
  /** Why the request can't be made: there is no such style. */
  refusal?: UserError;
}

/** The styles of the server where a person acts; none in direct messages. */
export const serverStyles = async ({ invocation, guilds }: CommandContext): Promise<GuildStyles> => {
  const guildId = serverOf(invocation);
  return guildId === undefined ? NO_STYLES : guilds.styles.of(guildId);
};

const partsOf = ({ id, name, text, ...options }: Style) => {
  const inText = ratioIn(readPrompt(text).prompt);
  const ratio = options.aspectRatio ?? (inText && nearestRatio(inText));
  return { style: { name, text }, options, ratio };
};

/**
 * The chosen style, or else the server's standard one, and the defaults. A chosen style's options count before the person's
 * defaults, and these before the server's.
 *
 * @param chosen a style's id, as suggestions have it, or a name that was typed.
 */
export const choicesFor = async (
  { style: chosen }: { style?: string | undefined },
  context: CommandContext,
): Promise<Choices> => {
  const { invocation, profiles } = context;
  const [profile, settings, { styles, standardId }] = await Promise.all([
    profiles.of(invocation.personId),
    context.settings(),
    serverStyles(context),
  ]);
  const server = defaultsOf(settings);
  const defaults = mergeDefaults(profile.defaults, server);
  if (chosen === undefined) {
    const standard = styles.find(({ id }) => id === standardId);
    if (!standard) return { defaults };
    const { style, options, ratio } = partsOf(standard);
    // A person's own default counts before what the server takes for everybody.
    const own = profile.defaults.aspectRatio === undefined ? { ratio } : {};
    return { style, ...own, defaults: mergeDefaults(profile.defaults, mergeDefaults(options, server)) };
  }
  const found =
    [...profile.styles, ...styles].find(({ id }) => id === chosen) ??
    styleNamed(profile.styles, chosen) ??
    styleNamed(styles, chosen);
  if (!found) return chosen === NO_CHOICE ? { defaults } : { defaults, refusal: new UserError('style-gone') };
  const { style, options, ratio } = partsOf(found);
  return { style, ratio, defaults: mergeDefaults(options, defaults) };
};

/** The place of pictures: by the command's option, or else by the person's default. */
export const answersFor = async (
  { private: typed, prompt }: AnyValues,
  { profiles, invocation }: CommandContext,
): Promise<'privately' | 'publicly'> => {
  if (typeof prompt === 'string' && asksPrivately(prompt)) return 'privately';
  const isPrivate = typed ?? (await profiles.of(invocation.personId)).defaults.isPrivate;
  return isPrivate === true ? 'privately' : 'publicly';
};

/** Suggests the person's own styles and the server's, and none at all where one is standard. */
export const suggestStyles: NonNullable<Command['suggest']> = async (option, typed, context) => {
  if (option !== styleOption.name) return [];
  const { profiles, invocation, words } = context;
  const { styles: texts } = words;
  const [profile, server] = await Promise.all([profiles.of(invocation.personId), serverStyles(context)]);
  const none = server.standardId === undefined ? [] : [{ name: texts.none, value: NO_CHOICE }];
  const shown = ({ id, name, text }: Style, whose: string) => ({
    name: oneLine(`${name} · ${whose} · ${text}`, SUGGESTION_LENGTH),
    value: id,
  });
  return [
    ...none,
    ...stylesLike(profile.styles, typed).map((style) => shown(style, texts.own)),
    ...stylesLike(server.styles, typed).map((style) =>
      shown(style, style.id === server.standardId ? texts.standard : texts.server),
    ),
  ].slice(0, MAX_SUGGESTIONS);
};
