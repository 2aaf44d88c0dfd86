import { NoKeyError, SharedKeyLimitError, UnknownKeyRefError } from '../../services/accounts/accounts.ts';
import { MAX_KEY_LENGTH, MIN_KEY_LENGTH, UnusableKeyError } from '../../services/accounts/keys.ts';
import { QuotaClosedError } from '../../services/accounts/quotas.ts';
import { KeyRefusedError } from '../key/set-key.ts';
import { BotAbsentError } from '../framework/rights.ts';
import { relativeTime } from '../../messages/markup.ts';
import type { Words } from '../../messages/words/words.ts';
import type { Refusal } from './refusal.ts';

const quotaMessage = (
  { reopensAt }: QuotaClosedError,
  { quotaClosed, quotaTrial, quotaReopens }: Words['refusals']['keys'],
): string => quotaClosed(reopensAt === undefined ? quotaTrial : quotaReopens(relativeTime(reopensAt)));

/** Why there is no key to ask for pictures with. */
export const keyRefusal: Refusal = (error, { keys }) => {
  if (error instanceof NoKeyError) return error.inServer ? keys.noKeyInServer : keys.noKey;
  if (error instanceof QuotaClosedError) return quotaMessage(error, keys);
  if (error instanceof UnusableKeyError) return keys.unusable(MIN_KEY_LENGTH, MAX_KEY_LENGTH);
  if (error instanceof KeyRefusedError) return keys.refused;
  if (error instanceof BotAbsentError) return keys.botAbsent;
  if (error instanceof UnknownKeyRefError) return keys.gone;
  if (error instanceof SharedKeyLimitError)
    return keys.sharedLimit(error.limit, relativeTime(error.resetsAt));
  return undefined;
};
