import type { Runtime } from '../operations/runtime.ts';
import { chunks } from '../../lib/lists.ts';
import { DAY_MS } from '../../lib/clock.ts';
import { marksOf } from './job-rows.ts';
import type { JobStores, OpenJobs } from './open-jobs.ts';
import { retarget, withoutToken } from './transitions.ts';

/** How many jobs are read or removed at once. */
const PAGE = 50;

/** All jobs of a person, page by page: to export or delete them. */
export class PersonalJobs {
  constructor(
    private readonly runtime: Pick<Runtime, 'clock'>,
    private readonly openJobs: OpenJobs,
    private readonly stores: JobStores,
    /** How long a closed job is kept, in milliseconds; no open job is older either. */
    private readonly retentionMs: number,
  ) {}

  /** All jobs of a person that are kept, oldest first. The tokens of their answers, which are keys, are left out. */
  async *of(personId: string): AsyncGenerator<object> {
    const found = await this.stores.open.find(personId, (id, job) =>
      job?.personId === personId ? [[id, job] as const] : [],
    );
    const open = new Map(found);
    const closed = (await marksOf(personId, this.stores)).keys();
    const ids = [...new Set([...closed, ...open.keys()])].sort();
    for (const page of chunks(ids, PAGE)) {
      const jobs = await this.stores.jobs.getMany(page);
      for (const [index, id] of page.entries()) {
        const job = open.get(id) ?? jobs[index];
        if (job?.personId === personId) yield retarget(job, withoutToken(job.target));
      }
    }
  }

  /** From now on, no job that a person has asked for so far is kept once it is closed. */
  async beginErasing(personId: string): Promise<void> {
    await this.stores.erased.set(personId, this.runtime.clock.now(), this.retentionMs + DAY_MS);
  }

  /** Deletes all jobs of a person. Those that are open afterwards are finished and brought first, and not kept then. */
  async erase(personId: string): Promise<void> {
    await this.#purge(personId);
    // Results that needed a click won't be fetched any more.
    await this.openJobs.closeParked((job) => job.personId === personId);
  }

  /** Erases again for all people who deleted their data: jobs that were closed meanwhile, here or by another process. */
  async eraseLeftovers(): Promise<void> {
    for (const [personId, erasedAt] of await this.stores.erased.entries())
      await this.#purge(personId, erasedAt);
    await this.openJobs.closeParked((job) => this.openJobs.hasErasedSince(job.personId, job.acceptedAt));
  }

  /** Whether anybody has deleted their data since a time. */
  async haveErasedSince(time: number): Promise<boolean> {
    return (await this.stores.erased.entries()).some(([, erasedAt]) => erasedAt >= time);
  }

  async #purge(personId: string, until?: number): Promise<void> {
    const marks = await marksOf(personId, this.stores);
    for (const page of chunks([...marks], PAGE)) await this.openJobs.purge(new Map(page), until);
  }
}
