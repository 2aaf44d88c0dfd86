import { clip, literal } from '../../commands/markup.ts';
import type { PromptFault } from '../image-api/prompt-lint.ts';
import type { Note } from '../jobs/job.ts';

/** As many characters of a corrected prompt as leave room for the rest of a card. */
const CORRECTED_LENGTH = 300;
/** Where flags stand in a prompt that is too long to be shown: at its end. */
const CORRECTED_END_LENGTH = 200;

const faultWords = ({ kind, flag = '' }: PromptFault): string => {
  switch (kind) {
    case 'wrong-dash':
      return `\`${flag}\` begins with a long dash instead of two hyphens`;
    case 'smart-quotes':
      return 'curly quotes stand where straight ones belong';
    case 'glued-value':
      return `\`${flag}\` needs a space before its value`;
    case 'flag-twice':
      return `\`${flag}\` is there more than once`;
    case 'value-missing':
      return `\`${flag}\` lacks its value`;
    case 'text-after-flags':
      return 'text stands after flags';
    case 'only-flags':
      return 'there are flags and no words to paint';
  }
};

const shown = (corrected: string): string => {
  const line = corrected.replace(/\s+/g, ' ');
  if (line.length <= CORRECTED_LENGTH) return literal(line);
  const beginning = clip(line, CORRECTED_LENGTH - CORRECTED_END_LENGTH);
  return `${literal(beginning)} ${literal(Array.from(line).slice(-CORRECTED_END_LENGTH).join(''))}`;
};

/** One line about something in the request that the person may not have meant. */
export const noteLine = (note: Note): string => {
  switch (note.kind) {
    case 'size-set-to-4k':
      return '`size` is 4K, because `output_size` needs it.';
    case 'output-size-corrected':
      return `The service makes ${note.requested.replace('x', ' × ')} into **${note.width} × ${note.height}**.`;
    case 'prompt-faults': {
      const faults = note.faults.map(faultWords).join('; ');
      return note.corrected === undefined
        ? `⚠️ ${faults}.`
        : `⚠️ ${faults}. Corrected: ${shown(note.corrected)}`;
    }
  }
};
