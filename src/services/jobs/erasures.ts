import { KeyedMutex } from '../../lib/keyed-mutex.ts';
import type { JobStores } from './job-stores.ts';

/** When people deleted their data: a job that was accepted before is not kept once it is closed. */
export class Erasures {
  readonly #stores: Pick<JobStores, 'erased' | 'shared'>;
  /** By person, milliseconds since the epoch. It is all that is in the store, where one process has all jobs. */
  readonly #known = new Map<string, number>();
  readonly #locks = new KeyedMutex();

  constructor(stores: Pick<JobStores, 'erased' | 'shared'>) {
    this.#stores = stores;
  }

  /** Reads what happened before this process began. */
  async load(): Promise<void> {
    const { erased, shared } = this.#stores;
    if (shared) return;
    for (const [personId, at] of await erased.entries()) this.#known.set(personId, at);
  }

  /**
   * A person deletes their data. Jobs that are closed from now on are not kept, those that are about to be are found.
   *
   * @param lifetimeMs how long this is known, in milliseconds.
   * @throws StorageWriteError: nothing is deleted then.
   */
  add(personId: string, at: number, lifetimeMs: number): Promise<void> {
    return this.#locks.run([personId], async () => {
      const before = this.#known.get(personId);
      this.#known.set(personId, at);
      try {
        await this.#stores.erased.set(personId, at, lifetimeMs);
      } catch (error) {
        if (before === undefined) this.#known.delete(personId);
        else this.#known.set(personId, before);
        throw error;
      }
      for (const [known, since] of this.#known) if (since < at - lifetimeMs) this.#known.delete(known);
    });
  }

  /** Whether a person has deleted their data at that time or later, through whatever process. */
  async hasErasedSince(personId: string, time: number): Promise<boolean> {
    const { erased, shared } = this.#stores;
    const erasedAt = shared ? await erased.get(personId) : this.#known.get(personId);
    return erasedAt !== undefined && time <= erasedAt;
  }
}
