import { z } from 'zod';
import { DAY_MS, type Clock } from '../../lib/clock.ts';
import { isEnded } from './job.ts';
import type { JobStores } from './job-stores.ts';
import type { OpenJobs } from './open-jobs.ts';
import { retarget, withoutToken } from './transitions.ts';

const erasedAtSchema = z.number();
/** Reads when a person's data were deleted, out of the store. */
export const parseErasedAt = (value: unknown): number => erasedAtSchema.parse(value);

const askedSchema = z.literal(true);
/** Reads the mark that a person asked for a job, out of the store. */
export const parseAsked = (value: unknown): true => askedSchema.parse(value);

export interface PersonalJobsOptions {
  open: OpenJobs;
  stores: JobStores;
  /** How long a closed job is kept, in milliseconds; no open job is older either. */
  retentionMs: number;
  /** Resolves once these jobs' deliveries are over, or take too long. */
  delivered: (jobIds: readonly string[]) => Promise<void>;
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
    const open = (await stores.open.entries()).map(([, job]) => job);
    const closed = await stores.jobs.getMany(await this.#closedIds(personId));
    const own = [...open, ...closed.filter((job) => job !== undefined)].filter(
      (job) => job.personId === personId,
    );
    const byId = new Map(own.map((job) => [job.id, job]));
    return [...byId.values()]
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .map((job) => retarget(job, withoutToken(job.target)));
  }

  /** From now on, no job that a person has asked for so far is kept once it is closed. */
  async beginErasing(personId: string): Promise<void> {
    const { open, retentionMs, clock } = this.#options;
    // The clocks of two processes may differ.
    const accepted = (await open.allOfPerson(personId)).map(({ acceptedAt }) => acceptedAt);
    await open.erasures.add(personId, Math.max(clock.now(), ...accepted), retentionMs + DAY_MS);
  }

  /** Deletes all jobs of a person. Those that are open afterwards are finished and brought first, and not kept then. */
  async erase(personId: string): Promise<void> {
    const { open, delivered } = this.#options;
    for (const id of await this.#closedIds(personId)) await open.purge(id, personId);
    const ended = open.ofPerson(personId).filter(isEnded);
    // Results that needed a click won't be fetched anymore. Other processes close theirs within an hour.
    await open.closeParked((job) => job.personId === personId);
    await delivered(ended.map(({ id }) => id));
  }

  async #closedIds(personId: string): Promise<string[]> {
    const prefix = `${personId} `;
    const marks = await this.#options.stores.asked.keys();
    return marks.flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []));
  }
}
