import { hash } from 'node:crypto';
import { UserError } from '../../lib/user-error.ts';

/** The key ref of the operator's own key. */
export const SHARED_KEY_REF = 'shared';

/** One API key and all that belongs to it, known by a fingerprint and never by the key. */
export interface Account {
  id: string;
  /** Which of the owner's keys it is: a task is asked for with the key that submitted it. */
  keyRef: string;
}

/** Whether it is the operator's own account. */
export const isShared = ({ keyRef }: Pick<Account, 'keyRef'>): boolean => keyRef === SHARED_KEY_REF;

/** No service gives out anything shorter, and a shorter text could not be masked well. */
export const MIN_KEY_LENGTH = 8;
export const MAX_KEY_LENGTH = 512;

/** Parses the entered text as a key. @throws UserError unusable-key */
export const usableKey = (entered: string): string => {
  const apiKey = entered.trim();
  if (apiKey.length < MIN_KEY_LENGTH || apiKey.length > MAX_KEY_LENGTH || !/^[\x21-\x7e]+$/.test(apiKey))
    throw new UserError('unusable-key', { shortest: MIN_KEY_LENGTH, longest: MAX_KEY_LENGTH });
  return apiKey;
};

/** Of a shorter key, four characters would give too much away. */
const MIN_SHOWN_KEY_LENGTH = 16;

/** The characters by which people recognise a key; undefined when it is too short for that. */
export const lastFourOf = (apiKey: string): string | undefined =>
  apiKey.length >= MIN_SHOWN_KEY_LENGTH ? apiKey.slice(-4) : undefined;

const HEX_DIGITS = 12;

/** Identifies an API key in code, logs and stores: the first 12 hex digits of its SHA-256. */
export const fingerprint = (apiKey: string): string => hash('sha256', apiKey, 'hex').slice(0, HEX_DIGITS);
