import { z } from 'zod';
import { cut, normalized } from '../../lib/text.ts';
import { UserError } from '../../lib/user-error.ts';
import { NOTIFICATIONS } from '../jobs/job.ts';
import { MAX_WITHOUT_LENGTH } from '../image-api/prompt.ts';
import { ASPECT_RATIOS, MODES, SIZES } from '../image-api/wire.ts';

/** Parses stored defaults of a person or a server. */
export const defaultsSchema = z.object({
  mode: z.enum(MODES).exactOptional(),
  size: z.enum(SIZES).exactOptional(),
  aspectRatio: z.enum(ASPECT_RATIOS).exactOptional(),
  /** What pictures must not show, separated by commas. Servers can't set it. */
  without: z.string().max(MAX_WITHOUT_LENGTH).exactOptional(),
  isPrivate: z.boolean().exactOptional(),
  spoiler: z.boolean().exactOptional(),
  /** How a person is notified of finished requests; absent: not at all. Servers can't set it. */
  notify: z.enum(NOTIFICATIONS).exactOptional(),
});

/** Default options of commands. Absent ones are left to the next level. */
export type Defaults = z.infer<typeof defaultsSchema>;

/** The defaults that apply: a person's own before those of the server, one by one. */
export const mergeDefaults = (person: Defaults, server: Defaults): Defaults => ({ ...server, ...person });

/** As many as Discord suggests at once: https://docs.discord.com/developers/interactions/application-commands */
export const MAX_PRESETS = 25;
/** In characters; short enough for one line of a phone's screen. */
export const MAX_PRESET_NAME_LENGTH = 50;
/** In characters; as many as a text field of a modal takes: https://docs.discord.com/developers/components/reference */
export const MAX_PRESET_TEXT_LENGTH = 4_000;

const presetSchema = z.object({ id: z.string(), name: z.string(), text: z.string() });

/** A text under a name, to be put behind prompts. */
export type Preset = z.infer<typeof presetSchema>;

const profileSchema = z.object({ defaults: defaultsSchema, presets: z.array(presetSchema) });

/** A person's choices for all their requests. */
export type Profile = z.infer<typeof profileSchema>;

/** Reads a profile that comes out of the store. Throws when the value is invalid. */
export const parseProfile = (value: unknown): Profile => profileSchema.parse(value);

/** The profile of a person who has decided nothing. */
export const EMPTY_PROFILE: Profile = { defaults: {}, presets: [] };

/** In UTF-16 units: more than any name has. */
const COMPARED_LENGTH = 4 * MAX_PRESET_NAME_LENGTH;

/** Names are compared as people read them: letters of any width and case are the same. */
const comparable = (name: string): string =>
  normalized(cut(name.trim(), COMPARED_LENGTH), 'NFKC').trim().toLowerCase();

/** The person's preset of that name. */
export const presetNamed = ({ presets }: Profile, name: string): Preset | undefined =>
  presets.find((preset) => comparable(preset.name) === comparable(name));

/** The presets whose name contains the typed text; those that begin with it come first. */
export const presetsLike = ({ presets }: Profile, typed: string): Preset[] => {
  const wanted = comparable(typed);
  const begins = ({ name }: Preset): boolean => comparable(name).startsWith(wanted);
  const found = presets.filter(({ name }) => comparable(name).includes(wanted));
  return [...found.filter(begins), ...found.filter((preset) => !begins(preset))];
};

/** The profile with changed defaults; null removes a default. */
export const withDefaults = (
  profile: Profile,
  changes: { [Name in keyof Defaults]?: Defaults[Name] | null },
): Profile => {
  const entries = Object.entries({ ...profile.defaults, ...changes }).filter(([, value]) => value !== null);
  return { ...profile, defaults: defaultsSchema.parse(Object.fromEntries(entries)) };
};

/**
 * The profile with a preset more, or with one changed when it has its id.
 *
 * @throws UserError preset-incomplete, preset-name-taken, too-many-presets
 */
export const withPreset = (profile: Profile, { id, name, text }: Preset): Profile => {
  const preset = {
    id,
    name: cut(name.trim(), 2 * MAX_PRESET_NAME_LENGTH),
    text: cut(text.trim(), 2 * MAX_PRESET_TEXT_LENGTH),
  };
  if (preset.name === '' || preset.text === '') throw new UserError('preset-incomplete');
  const namesake = presetNamed(profile, preset.name);
  if (namesake && namesake.id !== id) throw new UserError('preset-name-taken', { name: preset.name });
  const others = profile.presets.filter((other) => other.id !== id);
  if (others.length >= MAX_PRESETS) throw new UserError('too-many-presets', { limit: MAX_PRESETS });
  const presets = [...others, preset].sort((a, b) => a.name.localeCompare(b.name, 'en'));
  return { ...profile, presets };
};

/** The profile without a preset. */
export const withoutPreset = (profile: Profile, id: string): Profile => ({
  ...profile,
  presets: profile.presets.filter((preset) => preset.id !== id),
});
