/** Runs work on the same key strictly in order and work on different keys in parallel. */
export class KeyedMutex {
  /** The end of each key's queue; a key without work has no entry. */
  readonly #tails = new Map<string, Promise<void>>();

  /** How many keys have work under way or waiting. */
  get size(): number {
    return this.#tails.size;
  }

  /** Whether a key has work under way or waiting. */
  isBusy(key: string): boolean {
    return this.#tails.has(key);
  }

  /**
   * Runs the work once everything that was called before on any of these keys has settled.
   * @param work is handed a way to ask whether something else already waits for it.
   */
  run<Result>(keys: readonly string[], work: (isAwaited: () => boolean) => Promise<Result>): Promise<Result> {
    const isAwaited = (): boolean => keys.some((key) => this.#tails.get(key) !== tail);
    const result = this.#after(keys, () => work(isAwaited));
    const release = (): void => {
      for (const key of keys) if (this.#tails.get(key) === tail) this.#tails.delete(key);
    };
    const tail = result.then(release, release);
    for (const key of keys) this.#tails.set(key, tail);
    return result;
  }

  /** Resolves once everything that was called before, on the keys it concerns, has settled. */
  idle(concerns: (key: string) => boolean = () => true): Promise<void> {
    return this.#after([...this.#tails.keys()].filter(concerns), () => Promise.resolve());
  }

  async #after<Result>(keys: readonly string[], work: () => Promise<Result>): Promise<Result> {
    const tails = new Set(keys.map((key) => this.#tails.get(key)));
    for (const tail of tails) await tail;
    return work();
  }
}
