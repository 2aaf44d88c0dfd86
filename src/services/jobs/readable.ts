import { UnreadableValueError, type Store } from '../storage/store.ts';

/** Whether the error says that a row can't be read, of which the store tells by itself. */
const isUnreadable = (error: unknown): boolean => error instanceof UnreadableValueError;

/** The value of a key; undefined also when what is stored can't be read. */
export const readOne = async <T>(store: Store<T>, key: string): Promise<T | undefined> => {
  try {
    return await store.get(key);
  } catch (error) {
    if (isUnreadable(error)) return undefined;
    throw error;
  }
};

/** The values of keys, in their order; undefined also where what is stored can't be read. */
export const readMany = async <T>(store: Store<T>, keys: readonly string[]): Promise<(T | undefined)[]> => {
  try {
    return await store.getMany(keys);
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    return Promise.all(keys.map((key) => readOne(store, key)));
  }
};
