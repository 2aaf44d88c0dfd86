/** Work that was started without a wait for its end, until a stop has to wait for all of it. */
export class InFlight {
  readonly #work = new Set<Promise<unknown>>();

  /** Tracks work until it settles; returns the same promise. */
  track<T>(work: Promise<T>): Promise<T> {
    const done = (): void => void this.#work.delete(settled);
    const settled: Promise<void> = work.then(done, done);
    this.#work.add(settled);
    return work;
  }

  /** Resolves once everything that is under way now has settled, whether well or not. */
  async idle(): Promise<void> {
    await Promise.all(this.#work);
  }
}
