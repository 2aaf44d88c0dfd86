interface Queue {
  /** How much work is under way or waiting. */
  length: number;
  /** The work that was called last. */
  last: Promise<unknown>;
}

/** Runs work on the same key strictly in order and work on different keys in parallel. */
export class KeyedMutex {
  /** A key without work has no entry. */
  readonly #queues = new Map<string, Queue>();

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
    const isAwaited = (): boolean => keys.some((key) => this.#queues.get(key)?.last !== result);
    const result = this.#after(this.#settled(keys), keys, () => work(isAwaited));
    for (const key of keys) this.#queues.set(key, { length: this.queued(key) + 1, last: result });
    return result;
  }

  /** Resolves once everything that was called before, on the keys it concerns, has settled. */
  async idle(concerns: (key: string) => boolean = () => true): Promise<void> {
    await this.#settled([...this.#queues.keys()].filter(concerns));
  }

  /** Settles once the work that was called last on these keys has; undefined where there is none. */
  #settled(keys: readonly string[]): Promise<unknown> | undefined {
    let last: Promise<unknown>[] | undefined;
    for (const key of keys) {
      const queue = this.#queues.get(key);
      if (queue) (last ??= []).push(queue.last);
    }
    return last && Promise.allSettled(last);
  }

  async #after<Result>(
    before: Promise<unknown> | undefined,
    keys: readonly string[],
    work: () => Promise<Result>,
  ): Promise<Result> {
    // Even where there is nothing to wait for: the work never starts before its caller has gone on.
    await before;
    try {
      return await work();
    } finally {
      for (const key of keys) {
        const queue = this.#queues.get(key);
        if (queue && (queue.length -= 1) === 0) this.#queues.delete(key);
      }
    }
  }
}
