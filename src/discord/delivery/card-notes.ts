import { excerpt, fitting, literal } from '../../messages/markup.ts';
import type { Words } from '../../commands/framework/language.ts';
import { isPersonalAddress } from '../../services/image-api/personal-addresses.ts';
import type { Note, Job } from '../../services/jobs/job.ts';

/** In characters: as much of a typed text as a line holds. */
const TYPED_LENGTH = 200;

/** One line about something in the request that the person may not have meant. */
export const noteLine = (note: Note, words: Words['card']): string => {
  switch (note.kind) {
    case 'size-set-to-4k':
      return words.sizeSetTo4k;
    case 'ratio-overridden':
      return words.ratioOverridden(note.ratio);
    case 'output-size-corrected':
      return words.sizeCorrected(note.requested.replace('x', ' × '), `${note.width} × ${note.height}`);
    case 'option-overridden':
      return words.optionOverridden(note.flag, excerpt(note.value, TYPED_LENGTH));
    case 'prompt-corrected':
      return `-# ${words.sentAs(excerpt(note.sent, TYPED_LENGTH))}`;
  }
};

/** The style that the prompt is in. */
export const styleLine = ({ style }: Job, words: Words['card']): string[] =>
  style ? [words.style(literal(style.name))] : [];

/** In characters: addresses that are signed are long. */
const LINKS_LENGTH = 800;

/** The pictures from which the request starts, with links but to addresses that are a secret of its person. */
export const startsFromLine = ({ submission, origin }: Job, words: Words['card']): string[] => {
  const urls = submission.family === 'gen' ? (submission.body.referImages ?? []) : [];
  // The line about its origin leads there.
  if (urls.length === 0 || (urls.length === 1 && origin?.link !== undefined && origin.kind !== 'again'))
    return [];
  const links = urls.flatMap((url, index) => (isPersonalAddress(url) ? [] : [`[${index + 1}](<${url}>)`]));
  return [words.startsFrom(urls.length, fitting(links, ' · ', LINKS_LENGTH))];
};

/**
 * Who requested it, where others see it; for a picture that was made out of an earlier one with a link back to that. In an embed a mention shows the
 * name and sends no notification: https://docs.discord.com/developers/resources/message#allowed-mentions-object
 */
export const originLine = ({ origin, personId, target }: Job, words: Words['card']): string[] => {
  if (!origin) return target.ephemeral ? [] : [`-# ${words.by} <@${personId}>`];
  const { did, back } = words.origins[origin.kind];
  const link = origin.link === undefined ? '' : ` · [${back}](${origin.link})`;
  return [`${did} <@${personId}>${link}`];
};
