import { cut, normalized } from '../../../lib/text.ts';

/** Long enough for any phrase, short enough for one line of a list. */
export const RULE_LENGTH = 200;
/** Enough, with spaces and marks, to see that a rule is too long. */
const MAX_SCANNED_LENGTH = 10 * RULE_LENGTH;

/** A stored rule: as typed, with single spaces. */
export const tidyRule = (text: string): string =>
  normalized(cut(text.trim(), MAX_SCANNED_LENGTH), 'NFC').trim().replace(/\s+/gu, ' ');
