import { useSyncExternalStore } from 'preact/compat';
import { useEffect, useState } from 'preact/hooks';

/** A value that tells those who watch it when it is another. */
export class Store<State> {
  #state: State;
  readonly #watchers = new Set<() => void>();

  constructor(state: State) {
    this.#state = state;
  }

  get state(): State {
    return this.#state;
  }

  /** Replaces the value by what the change makes of it. */
  update(change: (state: State) => State): void {
    const next = change(this.#state);
    if (next === this.#state) return;
    this.#state = next;
    for (const watcher of [...this.#watchers]) watcher();
  }

  /** Replaces some fields. */
  set(fields: Partial<State>): void {
    this.update((state) => ({ ...state, ...fields }));
  }

  /** Returns what ends the watching. */
  readonly watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };
}

/** The value of a store, redrawn whenever it changes. */
export const useStore = <State>(store: Store<State>): State =>
  useSyncExternalStore(store.watch, () => store.state);

/** The time in milliseconds since 1970, redrawn every so often. */
export const useNow = (everyMs: number): number => {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
};
