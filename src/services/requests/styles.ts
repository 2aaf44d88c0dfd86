import { z } from 'zod';
import { cut, normalized } from '../../lib/text.ts';
import { UserError } from '../../lib/user-error.ts';
import { ASPECT_RATIOS, MODES, SIZES } from './values.ts';

/** As many as a menu of Discord's offers: https://docs.discord.com/developers/components/reference#string-select */
export const MAX_OWN_STYLES = 25;
export const MAX_SERVER_STYLES = 50;
/** In UTF-16 units; short enough for one line of a phone's screen. */
export const MAX_STYLE_NAME_LENGTH = 50;
/** In UTF-16 units; as many as a text field of a form takes: https://docs.discord.com/developers/components/reference */
export const MAX_STYLE_TEXT_LENGTH = 4_000;

/** Reads a style that comes out of the store. What its form has no room for could not be edited. */
export const styleSchema = z.object({
  id: z.string(),
  name: z.string().max(MAX_STYLE_NAME_LENGTH),
  /** With `{prompt}` where the prompt goes; without it, it is added to the prompt. */
  text: z.string().max(MAX_STYLE_TEXT_LENGTH),
  mode: z.enum(MODES).optional(),
  aspectRatio: z.enum(ASPECT_RATIOS).optional(),
  size: z.enum(SIZES).optional(),
});

/** A text under a name that prompts are put into, and options that go with it. */
export type Style = z.infer<typeof styleSchema>;

/** In UTF-16 units: more than any name has. */
const COMPARED_LENGTH = 4 * MAX_STYLE_NAME_LENGTH;

/** Names are compared as people read them: letters of any width and case are the same. */
const comparable = (name: string): string =>
  normalized(cut(name.trim(), COMPARED_LENGTH), 'NFKC').trim().toLowerCase();

/** The style of that name. */
export const styleNamed = (styles: readonly Style[], name: string): Style | undefined =>
  styles.find((style) => comparable(style.name) === comparable(name));

/** The styles whose name contains the typed text. */
export const stylesLike = (styles: readonly Style[], typed: string): Style[] => {
  const wanted = comparable(typed);
  return styles.filter(({ name }) => comparable(name).includes(wanted));
};

/**
 * The styles with one more, or with one changed when it has its id.
 *
 * @throws UserError style-incomplete, style-name-taken, too-many-styles
 */
export const withStyle = (styles: readonly Style[], changed: Style, limit: number): Style[] => {
  const style = { ...changed, name: changed.name.trim(), text: changed.text.trim() };
  if (style.name === '' || style.text === '') throw new UserError('style-incomplete');
  const namesake = styleNamed(styles, style.name);
  if (namesake && namesake.id !== style.id) throw new UserError('style-name-taken', { name: style.name });
  const others = styles.filter(({ id }) => id !== style.id);
  if (others.length >= limit) throw new UserError('too-many-styles', { limit });
  return [...others, style].sort((a, b) => a.name.localeCompare(b.name, 'en'));
};
