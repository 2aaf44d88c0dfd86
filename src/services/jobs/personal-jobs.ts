import { DAY_MS, type Clock } from '../../lib/clock.ts';
import { personJobKey } from './job-rows.ts';
import type { JobStores, OpenJobs } from './open-jobs.ts';
import { retarget, withoutToken } from './transitions.ts';

export interface PersonalJobsOptions {
  openJobs: OpenJobs;
  stores: JobStores;
  /** How long a closed job is kept, in milliseconds; no open job is older either. */
  retentionMs: number;
  clock: Pick<Clock, 'now'>;
}

/** All jobs of a person: to export or delete them. */
export class PersonalJobs {
  readonly #options: PersonalJobsOptions;

  constructor(options: PersonalJobsOptions) {
    this.#options = options;
  }

  /** All jobs of a person that are kept, oldest first. The tokens of their answers, which are keys, are left out. */
  async of(personId: string): Promise<object[]> {
    const { stores } = this.#options;
    const closed = await stores.jobs.getMany(await this.#closedIds(personId));
    const open = (await stores.open.entries()).map(([, job]) => job);
    const all = [...closed.filter((job) => job !== undefined), ...open];
    const byId = new Map(all.filter((job) => job.personId === personId).map((job) => [job.id, job]));
    return [...byId.values()]
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .map((job) => retarget(job, withoutToken(job.target)));
  }

  /** From now on, no job that a person has asked for so far is kept once it is closed. */
  async beginErasing(personId: string): Promise<void> {
    const { stores, retentionMs, clock } = this.#options;
    await stores.erased.set(personId, clock.now(), retentionMs + DAY_MS);
  }

  /** Deletes all jobs of a person. Those that are open afterwards are finished and brought first, and not kept then. */
  async erase(personId: string): Promise<void> {
    const { openJobs } = this.#options;
    for (const id of await this.#closedIds(personId)) await openJobs.purge(id, personId);
    // Results that needed a click won't be fetched any more.
    await openJobs.closeParked((job) => job.personId === personId);
  }

  /** Erases again for all people who deleted their data: jobs that were closed meanwhile, here or by another process. */
  async eraseLeftovers(): Promise<void> {
    const { openJobs, stores } = this.#options;
    for (const [personId, erasedAt] of await stores.erased.entries()) {
      const ids = await this.#closedIds(personId);
      const jobs = await stores.jobs.getMany(ids);
      for (const [index, id] of ids.entries())
        if ((jobs[index]?.acceptedAt ?? 0) <= erasedAt) await openJobs.purge(id, personId);
    }
    await openJobs.closeParked((job) => openJobs.hasErasedSince(job.personId, job.acceptedAt));
  }

  async #closedIds(personId: string): Promise<string[]> {
    const prefix = personJobKey({ personId, id: '' });
    return (await this.#options.stores.jobsByPerson.keys(prefix)).map((key) => key.slice(prefix.length));
  }
}
