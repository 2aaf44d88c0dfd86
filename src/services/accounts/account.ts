/** The key ref of the operator's own key. */
export const SHARED_KEY_REF = 'shared';

/** One API key and all that belongs to it, known by a fingerprint and never by the key. */
export interface Account {
  id: string;
  /** Which of the owner's keys it is: a task can be asked for only with the key that submitted it. */
  keyRef: string;
}

/** Whether it is the operator's own account. */
export const isShared = ({ keyRef }: Pick<Account, 'keyRef'>): boolean => keyRef === SHARED_KEY_REF;
