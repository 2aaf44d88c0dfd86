import { cut, normalized } from '../../lib/text.ts';
import { MAX_TYPED_LENGTH } from '../../services/image-api/request-rules.ts';

/** Of anything longer only the beginning is searched; no prompt that was submitted is. */
const comparable = (text: string): string => normalized(cut(text, MAX_TYPED_LENGTH), 'NFKC').toLowerCase();

const words = (text: string): string[] => [...new Set(comparable(text).match(/\S+/gu))];

/** Whether a prompt holds every word of a search, or something that begins, ends or contains it. */
export const holdsWords = (prompt: string, text: string): boolean => {
  const normal = comparable(prompt);
  return words(text).every((word) => normal.includes(word));
};
