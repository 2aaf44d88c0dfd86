import type { Owner } from '../../services/accounts/accounts.ts';
import type { KeyVerdict } from '../../services/accounts/key-check.ts';
import type { CurrentKey } from '../../services/accounts/key-rows.ts';
import { relativeTime } from '../../messages/markup.ts';

const VERDICTS: Record<KeyVerdict, string> = {
  accepted: 'The image service accepts it now.',
  refused: '**The image service refuses it now.** Set a valid one with `/key set`.',
  'not-refused': 'Whether the image service accepts it is unknown: it answered, and did not refuse it.',
  'not-asked': 'Whether the image service accepts it is unknown: it could not be asked just now.',
};

/** What the service makes of a key, in words. */
export const verdictText = (verdict: KeyVerdict): string => VERDICTS[verdict];

/** How a key may be shown: who set it and when, its fingerprint and its end. */
export const describeKey = ({ setBy, setAt, fingerprint, lastFour }: CurrentKey): string =>
  [
    `Set by <@${setBy}> ${relativeTime(setAt)}`,
    `Fingerprint \`${fingerprint}\`${lastFour === undefined ? '' : `, last four characters \`${lastFour}\``}`,
  ].join('\n');

/** Whose key it is, for a sentence. */
export const ownerText = ({ guildId }: Owner): string =>
  guildId === undefined ? 'your own' : "this server's";
