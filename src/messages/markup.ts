import { cut } from '../lib/text.ts';
import type { ReplyTarget } from '../services/jobs/job.ts';

const ELLIPSIS = '…';
const CHARACTERS = new Intl.Segmenter();

/** Discord shows no longer text: https://docs.discord.com/developers/resources/message#embed-object-embed-limits */
const MAX_SHOWN_LENGTH = 6_000;
/** Characters of a text that are read for one line, spaces included. */
const MAX_SCANNED_LENGTH = 10_000;

// Discord's markdown takes a backslash before any character that is neither a letter, a digit nor white space as "show
// this character". Escaping all ASCII punctuation therefore disarms every rule there is: emphasis, spoilers, code,
// headings, lists, quotes, masked links, bare addresses, mentions, timestamps and custom emoji.
const ASCII_PUNCTUATION = /[!-/:-@[-`{-~]/g;

/**
 * Text that a person or a service wrote, so that Discord shows it as typed: it can't ping, link or format anything. What is
 * longer than any message is cut.
 */
export const literal = (text: string): string =>
  cut(text, MAX_SHOWN_LENGTH).replace(ASCII_PUNCTUATION, String.raw`\$&`);

/**
 * The beginning of a text, cut between two characters as people see them, with an ellipsis where something is left out.
 *
 * @param length the most UTF-16 units that the outcome may have, which is how Discord counts at the strictest.
 */
export const clip = (text: string, length: number): string => {
  if (text.length <= length) return text;
  // The first character for which there is no room.
  const next = CHARACTERS.segment(text.slice(0, length)).containing(length - ELLIPSIS.length);
  return text.slice(0, next?.index ?? 0) + ELLIPSIS;
};

/** The beginning of a text on one line, as {@link clip}. */
export const oneLine = (text: string, length: number): string =>
  clip(cut(text.trimStart(), MAX_SCANNED_LENGTH).replace(/\s+/gu, ' ').trim(), length);

/** Looks like a backtick, and doesn't end code style. */
const GRAVE_ACCENT = 'ˋ';

/**
 * The beginning of a text that was typed, set off from the sentence around it: on one line and in code style, in which Discord
 * neither pings, links nor formats anything.
 */
export const excerpt = (text: string, length = 100): string =>
  `\`${oneLine(text, length).replaceAll('`', GRAVE_ACCENT) || ' '}\``;

/** A text that was typed, as a block quote of at most that many typed characters. */
export const quote = (text: string, length: number): string =>
  literal(clip(text.trim(), length))
    .split(/\r\n|[\n\r\u2028\u2029]/u)
    .map((line) => `> ${line}`)
    .join('\n');

/** A moment as Discord shows it in the reader's own words ("2 minutes ago"), moving by itself. */
export const relativeTime = (milliseconds: number): string => `<t:${Math.floor(milliseconds / 1000)}:R>`;

/** A moment as Discord shows it in the reader's own words, with its date. */
export const dateTime = (milliseconds: number): string => `<t:${Math.floor(milliseconds / 1000)}:f>`;

/** Roles as Discord shows them, in a list. */
export const roleMentions = (roleIds: readonly string[]): string =>
  roleIds.map((roleId) => `<@&${roleId}>`).join(', ');

/** A number with its unit, between which no line breaks. */
const withUnit = (number: number | string, unit: string): string => `${number}\u00A0${unit}`;

/** A length of time in words: "42 s", "3 min 5 s", "1 h 4 min". */
export const duration = (milliseconds: number): string => {
  const seconds = Math.max(1, Math.round(milliseconds / 1000));
  const minutes = Math.floor(seconds / 60);
  const rest = withUnit(seconds % 60, 's');
  if (minutes === 0) return withUnit(seconds, 's');
  if (minutes < 60) return [withUnit(minutes, 'min'), ...(seconds % 60 === 0 ? [] : [rest])].join(' ');
  return `${withUnit(Math.floor(minutes / 60), 'h')} ${withUnit(minutes % 60, 'min')}`;
};

/** The texts that fit, one after the other: longer ones are left out. */
export const fitting = (texts: readonly string[], separator: string, length: number): string => {
  const shown: string[] = [];
  for (const text of texts) if ([...shown, text].join(separator).length <= length) shown.push(text);
  return shown.join(separator);
};

/** https://docs.discord.com/developers/resources/message#attachment-object */
const ALT_TEXT_LENGTH = 1_024;

/** A picture's alt text: its prompt. */
export const altTextOf = (prompt: string): string => clip(prompt, ALT_TEXT_LENGTH);

/** The address of a message; outside of servers Discord writes `@me` for the server. */
export const messageLink = (message: {
  guildId?: string | undefined;
  channelId: string;
  messageId: string;
}): string =>
  `https://discord.com/channels/${message.guildId ?? '@me'}/${message.channelId}/${message.messageId}`;

/** The address of an answer's message; undefined when there is none, or one person alone can see it. */
export const linkTo = ({ messageId, ...target }: ReplyTarget): string | undefined =>
  target.ephemeral || messageId === undefined ? undefined : messageLink({ ...target, messageId });
