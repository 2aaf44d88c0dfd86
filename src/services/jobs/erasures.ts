import type { Job } from './job.ts';
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

  /** A person deletes their data. Jobs that are closed from now on are not kept. */
  async add(personId: string, at: number, lifetimeMs: number): Promise<void> {
    await this.#stores.erased.set(personId, at, lifetimeMs);
    this.#known.set(personId, at);
  }

  /** Whether this process knows that a job's person has deleted their data. */
  covers({ personId, acceptedAt }: Job): boolean {
    return acceptedAt <= (this.#known.get(personId) ?? -Infinity);
  }

  /** The same, where it may have happened in another process. */
  async coverAnywhere({ personId, acceptedAt }: Job): Promise<boolean> {
    return acceptedAt <= ((await readOne(this.#stores.erased, personId)) ?? -Infinity);
  }
}
