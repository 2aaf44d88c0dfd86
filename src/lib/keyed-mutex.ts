/** Runs work on the same key strictly in order, unless it shares the key, and work on different keys in parallel. */
export class KeyedMutex {
  /** The work that was called last on each key; a key without work has no entry. */
  readonly #last = new Map<string, Promise<unknown>>();
  /** What shares a key, and was called since then. */
  readonly #sharing = new Map<string, Set<Promise<unknown>>>();

  /** Runs the work once everything that was called before on any of these keys has settled. */
  run<Result>(keys: readonly string[], work: () => Promise<Result>): Promise<Result> {
    const before = keys.flatMap((key) => [...this.#before(key), ...(this.#sharing.get(key) ?? [])]);
    // The work never starts before its caller has gone on.
    const result = Promise.allSettled(before).then(work);
    for (const key of keys) {
      this.#last.set(key, result);
      this.#sharing.delete(key);
    }
    const forget = () => {
      for (const key of keys) if (this.#last.get(key) === result) this.#last.delete(key);
    };
    result.then(forget, forget);
    return result;
  }

  /** As {@link run}, but works that share a key run in parallel. */
  share<Result>(keys: readonly string[], work: () => Promise<Result>): Promise<Result> {
    const result = Promise.allSettled(keys.flatMap((key) => this.#before(key))).then(work);
    const shared = keys.map((key) => {
      const sharing = this.#sharing.get(key) ?? new Set();
      this.#sharing.set(key, sharing.add(result));
      return { key, sharing };
    });
    const forget = () => {
      for (const { key, sharing } of shared) {
        sharing.delete(result);
        if (sharing.size === 0 && this.#sharing.get(key) === sharing) this.#sharing.delete(key);
      }
    };
    result.then(forget, forget);
    return result;
  }

  /** Resolves once everything that was called before and doesn't share its key, on the keys it concerns, has settled. */
  async idle(concerns: (key: string) => boolean): Promise<void> {
    await Promise.allSettled([...this.#last].flatMap(([key, last]) => (concerns(key) ? last : [])));
  }

  #before(key: string): Promise<unknown>[] {
    const last = this.#last.get(key);
    return last ? [last] : [];
  }
}
