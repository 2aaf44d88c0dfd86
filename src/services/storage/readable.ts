import { UserError, type FactsOf } from '../../lib/user-error.ts';
import { UnreadableValueError, type Store } from './store.ts';

/** The value of a key; undefined also when it is unreadable, which the store reports. */
export const readOne = async <T>(store: Store<T>, key: string): Promise<T | undefined> => {
  try {
    return await store.get(key);
  } catch (error) {
    if (error instanceof UnreadableValueError) return undefined;
    throw error;
  }
};

/** The values of keys, in their order; undefined also where one is unreadable. */
export const readMany = async <T>(store: Store<T>, keys: readonly string[]): Promise<(T | undefined)[]> => {
  try {
    return await store.getMany(keys);
  } catch (error) {
    if (!(error instanceof UnreadableValueError)) throw error;
    return Promise.all(keys.map((key) => readOne(store, key)));
  }
};

/** For a read that fails: says so where its value is unreadable. */
export const unlessUnreadable = (error: unknown): 'unreadable' => {
  if (error instanceof UnreadableValueError) return 'unreadable';
  throw error;
};

/**
 * The value of a key that people can set again.
 *
 * @throws UserError unreadable-choices
 */
export const readChoices = async <T>(
  store: Store<T>,
  key: string,
  of: FactsOf<'unreadable-choices'>['of'],
): Promise<T | undefined> => {
  try {
    return await store.get(key);
  } catch (error) {
    if (error instanceof UnreadableValueError)
      throw new UserError('unreadable-choices', { of }, { cause: error });
    throw error;
  }
};

/**
 * Changes a value that people can set again.
 *
 * @throws UserError unreadable-choices when the present value is unreadable: nothing is changed then.
 */
export const changeChoices = <T>(
  store: Store<T>,
  key: string,
  of: FactsOf<'unreadable-choices'>['of'],
  change: (value: T | undefined) => T | undefined,
): Promise<T | undefined> =>
  store.update(key, (value, unreadable) => {
    if (unreadable) throw new UserError('unreadable-choices', { of }, { cause: unreadable });
    return change(value);
  });
