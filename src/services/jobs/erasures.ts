import type { JobStores } from './job-stores.ts';
import { readOne } from './readable.ts';

/** When people deleted their data: a job that was accepted before is not kept once it is closed. */
export class Erasures {
  readonly #stores: Pick<JobStores, 'erased' | 'shared'>;
  /** By person, milliseconds since the epoch. It is all that is in the store, where one process has all jobs. */
  readonly #known = new Map<string, number>();

  constructor(stores: Pick<JobStores, 'erased' | 'shared'>) {
    this.#stores = stores;
  }

  /** Reads what happened before this process began. */
  async load(): Promise<void> {
    const { erased, shared } = this.#stores;
    if (shared) return;
    for (const [personId, at] of await erased.entries()) this.#known.set(personId, at);
  }

  /** A person deletes their data. Jobs that are closed from now on are not kept, those that are about to be are found. */
  async add(personId: string, at: number, lifetimeMs: number): Promise<void> {
    this.#known.set(personId, at);
    await this.#stores.erased.set(personId, at, lifetimeMs);
  }

  /** Whether a person has deleted their data at that time or later, through whatever process. */
  async hasErasedSince(personId: string, time: number): Promise<boolean> {
    const { erased, shared } = this.#stores;
    const erasedAt = shared ? await readOne(erased, personId) : this.#known.get(personId);
    return erasedAt !== undefined && time <= erasedAt;
  }
}
