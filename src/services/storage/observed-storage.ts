import { isUserError } from '../../lib/user-error.ts';
import { StorageError, UnreadableValueError, type Storage, type Store } from './store.ts';

/** Anything that is thrown, by its class: a fixed word. */
const nameOf = (error: unknown): string => (error instanceof StorageError ? error.name : 'other');

export type ObservedStorage = Pick<Storage, 'open' | 'commit' | 'scrub'>;

/** The same storage, with an observer for every failed operation. */
export const observedStorage = (
  storage: ObservedStorage,
  onError: (name: string) => void,
): ObservedStorage => {
  const observe = <Result>(operation: Promise<Result>): Promise<Result> =>
    operation.catch((error: unknown) => {
      // What a change refuses is no failure, and unreadable rows are counted by themselves.
      if (!isUserError(error) && !(error instanceof UnreadableValueError)) onError(nameOf(error));
      throw error;
    });
  const observedStore = <T>(store: Store<T>): Store<T> => ({
    get: (key) => observe(store.get(key)),
    getMany: (keys) => observe(store.getMany(keys)),
    set: (key, value, lifetimeMs) => observe(store.set(key, value, lifetimeMs)),
    delete: (key) => observe(store.delete(key)),
    update: (key, change, lifetimeMs) => observe(store.update(key, change, lifetimeMs)),
    entries: (whenUnreadable) => observe(store.entries(whenUnreadable)),
    keys: () => observe(store.keys()),
    setting: (key, value, lifetimeMs) => store.setting(key, value, lifetimeMs),
    deleting: (key) => store.deleting(key),
    updating: (key, change, lifetimeMs) => store.updating(key, change, lifetimeMs),
  });
  return {
    open: (namespace, parse, options) => observedStore(storage.open(namespace, parse, options)),
    commit: (changes, fence) => observe(storage.commit(changes, fence)),
    scrub: () => observe(storage.scrub()),
  };
};
