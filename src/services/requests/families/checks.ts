import { isBlank } from '../../../lib/text.ts';
import { UserError, type FactsOf } from '../../../lib/user-error.ts';
import { pageAt } from '../addresses.ts';
import { parseUrl } from '../../../lib/url.ts';

/** In characters. Discord accepts no more: https://docs.discord.com/developers/interactions/application-commands */
export const MAX_PROMPT_LENGTH = 6_000;
/** In UTF-16 units, of which a character takes two at most: nothing that is longer is looked at. */
export const MAX_TYPED_LENGTH = 2 * MAX_PROMPT_LENGTH;

/** The options of which the person picks one out of a list, as they are typed. */
type ChoiceOption = 'mode' | 'model' | 'aspect_ratio' | 'size';
/** The options that hold addresses, as they are typed. */
type UrlOption = 'prompt' | 'hook_url' | 'reference' | 'reference_urls';

/**
 * @param style its name, where the prompt was put into one.
 * @throws UserError prompt-empty, prompt-too-long
 */
export const checkPrompt = (prompt: string, style?: string): void => {
  if (isBlank(prompt)) throw new UserError('prompt-empty');
  // Counted as people and Discord count: an emoji outside the basic plane is one character, not two.
  const { length } = Array.from(prompt);
  if (length > MAX_PROMPT_LENGTH)
    throw new UserError('prompt-too-long', { length, limit: MAX_PROMPT_LENGTH, style });
};

/** @throws UserError unknown-choice */
export const checkChoice = <Choice extends string>(
  option: ChoiceOption,
  value: string | undefined,
  choices: readonly Choice[],
): Choice | undefined => {
  if (value === undefined) return undefined;
  const choice = choices.find((candidate) => candidate === value);
  if (choice === undefined) throw new UserError('unknown-choice', { option, value, choices });
  return choice;
};

/** @throws UserError unusable-url */
export const checkUrl = (option: UrlOption, typed: string): string => {
  const url = typed.trim();
  const refuse = (reason: FactsOf<'unusable-url'>['reason'], shown = url) =>
    new UserError('unusable-url', { option, reason, url: shown });
  // The URL parser accepts spaces, which here mean two joined addresses, or no address.
  const parsed = url.length > MAX_TYPED_LENGTH || /\s/.test(url) ? undefined : parseUrl(url);
  if (parsed === undefined) throw refuse('address');
  if (parsed.protocol !== 'https:' && parsed.protocol !== 'http:') throw refuse('address');
  if (parsed.username !== '' || parsed.password !== '') {
    parsed.username = '';
    parsed.password = '';
    throw refuse('address', parsed.href);
  }
  const page = option === 'hook_url' ? undefined : pageAt(url);
  if (page !== undefined) throw refuse(page);
  // Byte for byte, since a parser's result may be a different address for some servers.
  return url;
};

/** @throws UserError unusable-url */
export const checkHook = (typed: string | undefined): string | undefined =>
  typed === undefined ? undefined : checkUrl('hook_url', typed);
