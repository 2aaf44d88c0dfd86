import { z } from 'zod';
import { FAMILIES, type Family } from '../image-api/wire.ts';
import type { Erasures } from '../jobs/erasures.ts';
import type { JobObserver } from '../jobs/events.ts';
import type { Job } from '../jobs/job.ts';
import { readMany } from '../jobs/readable.ts';
import { DAY_MS } from '../../lib/clock.ts';
import type { Log } from '../operations/log.ts';
import type { Store } from '../storage/store.ts';

/** Forty pages of five: more than anybody leafs through, and small enough to be written with each job. */
const MAX_REMEMBERED_JOBS = 200;
/** After a start: few enough that nothing else has to wait for them. */
const CHECKED_TOGETHER = 100;

const entrySchema = z.object({ jobId: z.string(), family: z.enum(FAMILIES) });
type Entry = z.infer<typeof entrySchema>;

const rowSchema = z.array(entrySchema);

/** A person's jobs in one place, newest first. */
export type HistoryRow = z.infer<typeof rowSchema>;

/** Reads a history that comes out of the store. Throws when the value is invalid. */
export const parseHistory = (value: unknown): HistoryRow => rowSchema.parse(value);

/** Whose jobs, and where: in a server, or in direct messages. */
export interface Place {
  personId: string;
  guildId?: string;
}

export interface HistoryOptions {
  store: Store<HistoryRow>;
  erasures: Pick<Erasures, 'hasErasedSince'>;
  /** How long a closed job is kept, in milliseconds. */
  retentionMs: number;
  log: Log;
}

/** One row per place, so that only one process writes it: each server belongs to one process. */
const keyOf = ({ personId, guildId }: Place): string => `${personId} ${guildId ?? 'direct'}`;

/** Where the job's answer is, which is where its person looks for it. */
const placeOf = ({ personId, target: { guildId } }: Job): Place => ({
  personId,
  ...(guildId !== undefined && { guildId }),
});

const entryOf = ({ id, submission: { family } }: Job): Entry => ({ jobId: id, family });

/** Job ids grow with time, so the newest are the greatest. */
const withEntries = (row: HistoryRow, added: Iterable<Entry>): HistoryRow =>
  [...new Map([...row, ...added].map((entry) => [entry.jobId, entry])).values()]
    .sort((a, b) => (a.jobId < b.jobId ? 1 : -1))
    .slice(0, MAX_REMEMBERED_JOBS);

/** Remembers which jobs a person asked for in each place. */
export class History {
  readonly #options: HistoryOptions;
  /** Resumed jobs by row: the last process may have ended before it added them to the history. */
  readonly #unchecked = new Map<string, Job[]>();
  #checked: Promise<void> = Promise.resolve();

  constructor(options: HistoryOptions) {
    this.#options = options;
  }

  /** The ids of a person's jobs in one place, newest first. Some jobs may no longer be stored. */
  async jobIds(place: Place, family?: Family): Promise<string[]> {
    const key = keyOf(place);
    const row = withEntries((await this.#options.store.get(key)) ?? [], this.#uncheckedOf(key));
    return row.filter((entry) => family === undefined || entry.family === family).map(({ jobId }) => jobId);
  }

  /** The ids of all jobs of a person, by the server's id, or `direct` for direct messages. */
  async placesOf(personId: string): Promise<Record<string, string[]>> {
    await this.#checked;
    const rows = await this.#rowsOf(personId);
    return Object.fromEntries(
      rows.map(([key, row]) => [key.slice(personId.length + 1), row.map(({ jobId }) => jobId)]),
    );
  }

  /** Forgets all jobs of a person. */
  async forgetPerson(personId: string): Promise<void> {
    for (const key of this.#unchecked.keys()) if (key.startsWith(`${personId} `)) this.#unchecked.delete(key);
    // At once, since each waits for others to share its commit.
    await Promise.all((await this.#rowsOf(personId)).map(([key]) => this.#options.store.delete(key)));
  }

  readonly observer: JobObserver = {
    accepted: (job) => {
      this.#remember(job);
    },
    withdrawn: (job) => {
      const key = keyOf(placeOf(job));
      const unchecked = this.#unchecked.get(key)?.filter(({ id }) => id !== job.id);
      if (unchecked) this.#unchecked.set(key, unchecked);
      this.#write(placeOf(job), job.id, (row) => row.filter(({ jobId }) => jobId !== job.id));
    },
    takenUp: (jobs) => {
      for (const job of jobs) {
        const key = keyOf(placeOf(job));
        const others = this.#unchecked.get(key);
        if (others) others.push(job);
        else this.#unchecked.set(key, [job]);
      }
      this.#checked = this.#checkAll();
    },
  };

  #uncheckedOf(key: string): Entry[] {
    return (this.#unchecked.get(key) ?? []).map(entryOf);
  }

  #remember(job: Job): void {
    this.#write(placeOf(job), job.id, (row) => withEntries(row, [entryOf(job)]));
  }

  /** Looks at some rows at a time, and writes those that lack something. Never rejects. */
  async #checkAll(): Promise<void> {
    const { store, log } = this.#options;
    while (this.#unchecked.size > 0) {
      const keys = [...this.#unchecked.keys()].slice(0, CHECKED_TOGETHER);
      try {
        const rows = await readMany(store, keys);
        await Promise.all(keys.map((key, index) => this.#complete(key, rows[index] ?? [])));
      } catch (error) {
        log.error("couldn't add jobs to the history", { count: keys.length, error });
      }
      for (const key of keys) this.#unchecked.delete(key);
    }
  }

  async #complete(key: string, row: HistoryRow): Promise<void> {
    const known = new Set(row.map(({ jobId }) => jobId));
    const missing = (this.#unchecked.get(key) ?? []).filter(({ id }) => !known.has(id));
    const { erasures } = this.#options;
    const erased = await Promise.all(
      missing.map(({ personId, acceptedAt }) => erasures.hasErasedSince(personId, acceptedAt)),
    );
    const lost = new Set(missing.filter((_, index) => erased[index] === false).map(({ id }) => id));
    // Without those that were withdrawn meanwhile, or whose person has deleted everything.
    const entries = this.#uncheckedOf(key).filter(({ jobId }) => lost.has(jobId));
    if (entries.length > 0) await this.#update(key, (present) => withEntries(present, entries));
  }

  async #rowsOf(personId: string): Promise<[string, HistoryRow][]> {
    const rows = await this.#options.store.entries();
    return rows.filter(([key]) => key.startsWith(`${personId} `));
  }

  #write(place: Place, jobId: string, change: (row: HistoryRow) => HistoryRow): void {
    this.#update(keyOf(place), change).catch((error: unknown) => {
      this.#options.log.error("couldn't add a job to the history", { jobId, error });
    });
  }

  #update(key: string, change: (row: HistoryRow) => HistoryRow): Promise<unknown> {
    const { store, retentionMs } = this.#options;
    const updated = (row: HistoryRow = []) => {
      const after = change(row);
      return after.length > 0 ? after : undefined;
    };
    // The job's own time begins when it is closed, which may be hours later.
    return store.update(key, updated, retentionMs + DAY_MS);
  }
}
