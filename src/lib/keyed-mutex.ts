/** Runs work on the same key strictly in order and work on different keys in parallel. */
export class KeyedMutex {
  /** The work that was called last on each key; a key without work has no entry. */
  readonly #last = new Map<string, Promise<unknown>>();

  /** Runs the work once everything that was called before on any of these keys has settled. */
  run<Result>(keys: readonly string[], work: () => Promise<Result>): Promise<Result> {
    const before = keys.flatMap((key) => this.#last.get(key) ?? []);
    // The work never starts before its caller has gone on.
    const result = Promise.allSettled(before).then(work);
    for (const key of keys) this.#last.set(key, result);
    const forget = () => {
      for (const key of keys) if (this.#last.get(key) === result) this.#last.delete(key);
    };
    result.then(forget, forget);
    return result;
  }

  /** Resolves once everything that was called before, on the keys it concerns, has settled. */
  async idle(concerns: (key: string) => boolean): Promise<void> {
    await Promise.allSettled([...this.#last].flatMap(([key, last]) => (concerns(key) ? last : [])));
  }
}
