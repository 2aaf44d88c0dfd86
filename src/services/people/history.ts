import { z } from 'zod';
import { FAMILIES, type Family } from '../image-api/wire.ts';
import type { Erasures } from '../jobs/erasures.ts';
import type { JobObserver } from '../jobs/events.ts';
import type { Job } from '../jobs/job.ts';
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
  /** Jobs that may be missing in the history, by row: the last process may have ended before it added them. */
  readonly #unchecked = new Map<string, Job[]>();
  /** The rows to which jobs are being added, or could not be, by job. */
  readonly #unwritten = new Map<string, string>();
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
    const prefix = `${personId} `;
    const rows = (await this.#options.store.entries()).filter(([key]) => key.startsWith(prefix));
    return Object.fromEntries(
      rows.map(([key, row]) => [key.slice(prefix.length), row.map(({ jobId }) => jobId)]),
    );
  }

  /** Forgets all jobs of a person. */
  async forgetPerson(personId: string): Promise<void> {
    const { store } = this.#options;
    const isTheirs = (key: string) => key.startsWith(`${personId} `);
    // A first row may still be on its way to the store.
    const expected = [...this.#unchecked.keys(), ...this.#unwritten.values()].filter(isTheirs);
    for (const key of expected) this.#unchecked.delete(key);
    const keys = new Set([...expected, ...(await store.keys()).filter(isTheirs)]);
    // At once, since each waits for others to share its commit.
    await Promise.all([...keys].map((key) => store.delete(key)));
  }

  readonly observer: JobObserver = {
    accepted: (job) => {
      this.#remember(job);
    },
    withdrawn: (job) => {
      const key = keyOf(placeOf(job));
      this.#forgetUnchecked(key, [job]);
      this.#update(key, (row) => row.filter(({ jobId }) => jobId !== job.id)).catch((error: unknown) => {
        this.#options.log.error("couldn't remove a job from the history", { jobId: job.id, error });
      });
    },
    closing: async ({ id }) => {
      const key = this.#unwritten.get(id);
      if (key === undefined) return;
      await this.#complete(key, []);
      this.#unwritten.delete(id);
    },
    takenUp: (jobs) => {
      for (const job of jobs) this.#addUnchecked(keyOf(placeOf(job)), job);
      this.#checked = this.#checkAll();
    },
  };

  #uncheckedOf(key: string): Entry[] {
    return (this.#unchecked.get(key) ?? []).map(entryOf);
  }

  #addUnchecked(key: string, job: Job): void {
    const others = this.#unchecked.get(key);
    if (others) others.push(job);
    else this.#unchecked.set(key, [job]);
  }

  #forgetUnchecked(key: string, jobs: readonly Job[]): void {
    const ids = new Set(jobs.map(({ id }) => id));
    const others = this.#unchecked.get(key)?.filter(({ id }) => !ids.has(id)) ?? [];
    if (others.length > 0) this.#unchecked.set(key, others);
    else this.#unchecked.delete(key);
    for (const id of ids) this.#unwritten.delete(id);
  }

  /** Adds a job now, or before it is closed. */
  #remember(job: Job): void {
    const key = keyOf(placeOf(job));
    this.#addUnchecked(key, job);
    this.#unwritten.set(job.id, key);
    this.#update(key, (row) => withEntries(row, [entryOf(job)])).then(
      () => {
        this.#forgetUnchecked(key, [job]);
      },
      (error: unknown) => {
        this.#options.log.error("couldn't add a job to the history yet", { jobId: job.id, error });
      },
    );
  }

  /** Looks at some rows at a time, and writes those that lack something. Never rejects. */
  async #checkAll(): Promise<void> {
    const all = [...this.#unchecked.keys()];
    while (all.length > 0) {
      const keys = all.splice(0, CHECKED_TOGETHER);
      try {
        const rows = await this.#options.store.getMany(keys);
        await Promise.all(keys.map((key, index) => this.#complete(key, rows[index] ?? [])));
      } catch (error) {
        for (const key of keys)
          for (const { id } of this.#unchecked.get(key) ?? []) this.#unwritten.set(id, key);
        this.#options.log.error("couldn't add jobs to the history yet", { count: keys.length, error });
      }
    }
  }

  /** Adds what a row lacks of the jobs that should be in it. */
  async #complete(key: string, row: HistoryRow): Promise<void> {
    const known = new Set(row.map(({ jobId }) => jobId));
    const jobs = [...(this.#unchecked.get(key) ?? [])];
    const missing = jobs.filter(({ id }) => !known.has(id));
    const { erasures } = this.#options;
    const erased = await Promise.all(
      missing.map(({ personId, acceptedAt }) => erasures.hasErasedSince(personId, acceptedAt)),
    );
    const lost = new Set(missing.filter((_, index) => erased[index] === false).map(({ id }) => id));
    // Without those that were withdrawn meanwhile, or whose person has deleted everything.
    const entries = this.#uncheckedOf(key).filter(({ jobId }) => lost.has(jobId));
    if (entries.length > 0) await this.#update(key, (present) => withEntries(present, entries));
    this.#forgetUnchecked(key, jobs);
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
