import { DAY_MS, type Clock } from '../../lib/clock.ts';
import { isEnded, type Job } from './job.ts';
import { askedKey, type JobStores } from './job-stores.ts';
import type { OpenJobs } from './open-jobs.ts';
import { retarget, withoutDeadToken, withoutToken } from './transitions.ts';

/** Closed jobs that are read at a time: few enough that nothing else has to wait for them. */
const BATCH = 100;

export interface DeadTokensOptions {
  open: OpenJobs;
  stores: JobStores;
  /** How long a closed job is kept, in milliseconds. */
  retentionMs: number;
  clock: Pick<Clock, 'now'>;
}

/** Removes expired interaction tokens from stored jobs. */
export class DeadTokens {
  readonly #options: DeadTokensOptions;
  #closedAreClean = false;

  constructor(options: DeadTokensOptions) {
    this.#options = options;
  }

  /** Takes them out of open jobs, and the first time also out of jobs that an older version closed. */
  async remove(): Promise<void> {
    const { open, clock } = this.#options;
    const now = clock.now();
    const dead = [...open.all()].filter((job) => withoutDeadToken(job, now));
    for (const { id } of dead) await open.change(id, (job) => withoutDeadToken(job, now));
    if (this.#closedAreClean) return;
    await this.#cleanClosed();
    this.#closedAreClean = true;
  }

  async #cleanClosed(): Promise<void> {
    const { stores } = this.#options;
    const ids = await this.#closedIds();
    for (let start = 0; start < ids.length; start += BATCH) {
      const jobs = await stores.jobs.getMany(ids.slice(start, start + BATCH));
      for (const job of jobs) if (job?.target.token !== undefined) await this.#clean(job);
    }
  }

  /** Every closed job has a mark for the person who asked for it, and a message that shows it if it ever had one. */
  async #closedIds(): Promise<string[]> {
    const { asked, messages } = this.#options.stores;
    const marked = (await asked.entries()).map(([key]) => key.slice(key.indexOf(' ') + 1));
    const shown = (await messages.entries()).map(([, id]) => id);
    return [...new Set([...marked, ...shown])];
  }

  async #clean(job: Job): Promise<void> {
    const { stores, retentionMs, clock } = this.#options;
    const endedAt = isEnded(job) ? job.endedAt : job.acceptedAt;
    const left = endedAt + retentionMs - clock.now();
    const clean = (present: Job | undefined) => present && retarget(present, withoutToken(present.target));
    // The time that is left is not stored beside the row: what ended then is kept a day longer rather than too short.
    const lifetimeMs = Math.max(left, 0) + DAY_MS;
    let isKept = false;
    const cleanIfKept = (present: Job | undefined) => {
      isKept = present !== undefined;
      return clean(present);
    };
    await stores.writeTogether([
      stores.jobs.updating(job.id, cleanIfKept, lifetimeMs),
      // No job outlives the mark by which its person's data are found.
      stores.asked.updating(askedKey(job), () => (isKept ? true : undefined), lifetimeMs),
    ]);
  }
}
