import { clip, literal } from '../../commands/markup.ts';
import type { Words } from '../../commands/words/index.ts';
import type { Note } from '../jobs/job.ts';

/** As many characters of a corrected prompt as leave room for the rest of a card. */
const CORRECTED_LENGTH = 300;
/** Where flags stand in a prompt that is too long to be shown: at its end. */
const CORRECTED_END_LENGTH = 200;

const shown = (corrected: string): string => {
  const line = corrected.replace(/\s+/g, ' ');
  if (line.length <= CORRECTED_LENGTH) return literal(line);
  const beginning = clip(line, CORRECTED_LENGTH - CORRECTED_END_LENGTH);
  return `${literal(beginning)} ${literal(Array.from(line).slice(-CORRECTED_END_LENGTH).join(''))}`;
};

/** One line about something in the request that the person may not have meant. */
export const noteLine = (note: Note, words: Words['card']): string => {
  switch (note.kind) {
    case 'size-set-to-4k':
      return words.sizeSetTo4k;
    case 'output-size-corrected':
      return words.sizeCorrected(note.requested.replace('x', ' × '), `${note.width} × ${note.height}`);
    case 'prompt-faults': {
      const faults = note.faults.map(({ kind, flag = '' }) => words.faults[kind](flag)).join('; ');
      return note.corrected === undefined
        ? `⚠️ ${faults}.`
        : `⚠️ ${faults}. ${words.corrected}: ${shown(note.corrected)}`;
    }
  }
};
