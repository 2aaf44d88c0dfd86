import { chunks } from '../../lib/chunks.ts';
import { DAY_MS, type Clock } from '../../lib/clock.ts';
import { marksOf } from './job-rows.ts';
import type { JobStores, OpenJobs } from './open-jobs.ts';
import { retarget, withoutToken } from './transitions.ts';

/** How many jobs are read or removed at once. */
const PAGE = 50;

export interface PersonalJobsOptions {
  openJobs: OpenJobs;
  stores: JobStores;
  /** How long a closed job is kept, in milliseconds; no open job is older either. */
  retentionMs: number;
  clock: Pick<Clock, 'now'>;
}

/** All jobs of a person, page by page: to export or delete them. */
export class PersonalJobs {
  readonly #options: PersonalJobsOptions;

  constructor(options: PersonalJobsOptions) {
    this.#options = options;
  }

  /** All jobs of a person that are kept, oldest first. The tokens of their answers, which are keys, are left out. */
  async *of(personId: string): AsyncGenerator<object> {
    const { stores } = this.#options;
    const found = await stores.open.find(personId, (id, job) =>
      job?.personId === personId ? [[id, job] as const] : [],
    );
    const open = new Map(found);
    const closed = (await marksOf(personId, stores)).keys();
    const ids = [...new Set([...closed, ...open.keys()])].sort();
    for (const page of chunks(ids, PAGE)) {
      const jobs = await stores.jobs.getMany(page);
      for (const [index, id] of page.entries()) {
        const job = open.get(id) ?? jobs[index];
        if (job?.personId === personId) yield retarget(job, withoutToken(job.target));
      }
    }
  }

  /** From now on, no job that a person has asked for so far is kept once it is closed. */
  async beginErasing(personId: string): Promise<void> {
    const { stores, retentionMs, clock } = this.#options;
    await stores.erased.set(personId, clock.now(), retentionMs + DAY_MS);
  }

  /** Deletes all jobs of a person. Those that are open afterwards are finished and brought first, and not kept then. */
  async erase(personId: string): Promise<void> {
    await this.#purge(personId);
    // Results that needed a click won't be fetched any more.
    await this.#options.openJobs.closeParked((job) => job.personId === personId);
  }

  /** Erases again for all people who deleted their data: jobs that were closed meanwhile, here or by another process. */
  async eraseLeftovers(): Promise<void> {
    const { openJobs, stores } = this.#options;
    for (const [personId, erasedAt] of await stores.erased.entries()) await this.#purge(personId, erasedAt);
    await openJobs.closeParked((job) => openJobs.hasErasedSince(job.personId, job.acceptedAt));
  }

  /** Whether anybody has deleted their data since a time. */
  async haveErasedSince(time: number): Promise<boolean> {
    return (await this.#options.stores.erased.entries()).some(([, erasedAt]) => erasedAt >= time);
  }

  async #purge(personId: string, until?: number): Promise<void> {
    const { openJobs, stores } = this.#options;
    const marks = await marksOf(personId, stores);
    for (const page of chunks([...marks], PAGE)) await openJobs.purge(new Map(page), until);
  }
}
