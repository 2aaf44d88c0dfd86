import type { Change } from '../storage/store.ts';
import type { Job } from './job.ts';
import { personalKey, type JobStores } from './job-stores.ts';

/** How many rows are written in one step. */
const CHUNK = 500;

/**
 * Which open jobs a person has in each slot, so that they are found without reading all open jobs: a row belongs to the
 * slot's owner, and is written together with the job. Where one process has all jobs, nothing is.
 */
export class PersonalRows {
  readonly #stores: JobStores;

  constructor(stores: JobStores) {
    this.#stores = stores;
  }

  /** The job is open from now on. */
  adding(job: Job): Change[] {
    return this.#updating(job, (ids) => [...new Set([...ids, job.id])]);
  }

  /** The job is no longer open. */
  removing(job: Job): Change[] {
    return this.#updating(job, (ids) => ids.filter((id) => id !== job.id));
  }

  /** Rewrites the rows of all jobs of some slots: an older version wrote none, and another number of slots wrote others. */
  async index(jobs: readonly Job[]): Promise<void> {
    const { personal, commit, shared, fenceOf } = this.#stores;
    if (!shared) return;
    const rows = new Map<string, { slot: number; ids: string[] }>();
    for (const { personId, ...job } of jobs) {
      const slot = shared.slotOf(job);
      const row = rows.get(personalKey(personId, slot)) ?? { slot, ids: [] };
      rows.set(personalKey(personId, slot), { slot, ids: [...row.ids, job.id] });
    }
    const fences = new Map(jobs.map((job) => [shared.slotOf(job), fenceOf(job)]));
    for (const [slot, fence] of fences) {
      const own = [...rows].filter(([, row]) => row.slot === slot);
      const changes = own.map(([key, { ids }]) => personal.setting(key, ids));
      while (changes.length > 0) await commit(changes.splice(0, CHUNK), fence);
    }
  }

  /** A person's open jobs in the slots of other processes. */
  async elsewhere(personId: string): Promise<Job[]> {
    const { personal, open, shared } = this.#stores;
    if (!shared) return [];
    const slots = Array.from({ length: shared.slots }, (_, slot) => slot).filter(
      (slot) => !shared.owns(slot),
    );
    const keys = slots.map((slot) => personalKey(personId, slot));
    const rows = await personal.getMany(keys);
    const jobs = await open.getMany(rows.flatMap((ids) => ids ?? []));
    return jobs.filter((job) => job !== undefined);
  }

  #updating(job: Job, change: (ids: string[]) => string[]): Change[] {
    const { personal, shared } = this.#stores;
    if (!shared) return [];
    const key = personalKey(job.personId, shared.slotOf(job));
    return [
      personal.updating(key, (ids = []) => {
        const after = change(ids);
        return after.length > 0 ? after : undefined;
      }),
    ];
  }
}
