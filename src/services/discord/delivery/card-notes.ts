import { clip, excerpt, oneLine } from '../../../messages/markup.ts';
import type { Words } from '../../../commands/framework/language.ts';
import type { Note, Job } from '../../jobs/job.ts';

/** As many characters of a corrected prompt as leave room for the rest of a card. */
const CORRECTED_LENGTH = 300;
/** How much of a long prompt's end is shown: its flags are there. */
const CORRECTED_END_LENGTH = 200;

const FLAG_LENGTH = 40;
/** More faults than anybody reads. */
const FAULTS_SHOWN = 10;

const shown = (corrected: string): string => {
  if (corrected.length <= CORRECTED_LENGTH) return excerpt(corrected, CORRECTED_LENGTH);
  const beginning = oneLine(corrected, CORRECTED_LENGTH - CORRECTED_END_LENGTH);
  const end = Array.from(corrected.slice(-2 * CORRECTED_END_LENGTH)).slice(-CORRECTED_END_LENGTH);
  return excerpt(`${beginning} ${end.join('')}`, 2 * CORRECTED_LENGTH);
};

const asSentence = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** One line about something in the request that the person may not have meant. */
export const noteLine = (note: Note, words: Words['card']): string => {
  switch (note.kind) {
    case 'size-set-to-4k':
      return words.sizeSetTo4k;
    case 'ratio-overridden':
      return words.ratioOverridden(note.ratio);
    case 'output-size-corrected':
      return words.sizeCorrected(note.requested.replace('x', ' × '), `${note.width} × ${note.height}`);
    case 'prompt-faults': {
      const texts = note.faults
        .slice(0, FAULTS_SHOWN)
        .map(({ kind, flag = '' }) => words.faults[kind](clip(flag, FLAG_LENGTH)));
      const faults = asSentence(texts.join('; '));
      return note.corrected === undefined
        ? `⚠️ ${faults}.`
        : `⚠️ ${faults}. ${words.corrected}: ${shown(note.corrected)}`;
    }
  }
};

/**
 * Who requested a picture that was made out of an earlier one, with a link back to that. In an embed a mention shows the
 * name and notifies nobody: https://docs.discord.com/developers/resources/message#allowed-mentions-object
 */
export const originLine = ({ origin, personId }: Job, words: Words['card']): string[] => {
  if (!origin) return [];
  const { did, back } = words.origins[origin.kind];
  const link = origin.link === undefined ? '' : ` · [${back}](${origin.link})`;
  return [`${did} <@${personId}>${link}`];
};
