/** What a free key waits for: the work never starts before its caller has gone on. */
const NOTHING = Promise.resolve();

/** Runs work on the same key strictly in order and work on different keys in parallel. */
export class KeyedMutex {
  /** A key without work has no entry. */
  readonly #queues = new Map<string, { length: number; end: Promise<void> }>();

  /** How many keys have work under way or waiting. */
  get size(): number {
    return this.#queues.size;
  }

  /** How much work of a key is under way or waiting. */
  queued(key: string): number {
    return this.#queues.get(key)?.length ?? 0;
  }

  /**
   * Runs the work once everything that was called before on any of these keys has settled.
   * @param work is handed a way to ask whether something else already waits for it.
   */
  run<Result>(keys: readonly string[], work: (isAwaited: () => boolean) => Promise<Result>): Promise<Result> {
    const isAwaited = (): boolean => keys.some((key) => this.#queues.get(key)?.end !== end);
    const result = this.#after(keys, () => work(isAwaited));
    const release = (): void => {
      for (const key of keys) {
        const queue = this.#queues.get(key);
        if (queue && (queue.length -= 1) === 0) this.#queues.delete(key);
      }
    };
    const end = result.then(release, release);
    for (const key of keys) this.#queues.set(key, { length: this.queued(key) + 1, end });
    return result;
  }

  /** Resolves once everything that was called before, on the keys it concerns, has settled. */
  idle(concerns: (key: string) => boolean = () => true): Promise<void> {
    return this.#after([...this.#queues.keys()].filter(concerns), () => Promise.resolve());
  }

  #after<Result>(keys: readonly string[], work: () => Promise<Result>): Promise<Result> {
    const ends = keys.flatMap((key) => this.#queues.get(key)?.end ?? []);
    const before: Promise<unknown> = ends.length > 1 ? Promise.all(ends) : (ends[0] ?? NOTHING);
    return before.then(work);
  }
}
