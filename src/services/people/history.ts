import { z } from 'zod';
import { FAMILIES, type Family } from '../image-api/wire.ts';
import type { JobObserver } from '../jobs/events.ts';
import type { Job } from '../jobs/job.ts';
import type { Log } from '../operations/log.ts';
import type { Store } from '../storage/store.ts';

/** Forty pages of five: more than anybody leafs through, and small enough to be written with each job. */
const MAX_REMEMBERED_JOBS = 200;
const DAY_MS = 86_400_000;

const entrySchema = z.object({ jobId: z.string(), family: z.enum(FAMILIES) });
type Entry = z.infer<typeof entrySchema>;

const rowSchema = z.array(entrySchema);

/** A person's jobs in one place, newest first. */
export type HistoryRow = z.infer<typeof rowSchema>;

/** Reads a history that comes out of the store. Throws when it is none. */
export const parseHistory = (value: unknown): HistoryRow => rowSchema.parse(value);

/** Whose jobs, and where: in a server, or in direct messages. */
export interface Place {
  personId: string;
  guildId?: string;
}

export interface HistoryOptions {
  store: Store<HistoryRow>;
  /** How long a closed job is kept, in milliseconds. */
  retentionMs: number;
  log: Log;
}

/** A server's jobs are one process's affair, so a row of its own for each place is never written by two. */
const keyOf = ({ personId, guildId }: Place): string => `${personId} ${guildId ?? 'direct'}`;

/** Where the job's answer is, which is where its person looks for it. */
const placeOf = ({ personId, target: { guildId } }: Job): Place => ({
  personId,
  ...(guildId !== undefined && { guildId }),
});

/** Job ids grow with time, so the newest are the greatest. */
const withEntry = (row: HistoryRow, entry: Entry): HistoryRow =>
  [entry, ...row.filter(({ jobId }) => jobId !== entry.jobId)]
    .sort((a, b) => (a.jobId < b.jobId ? 1 : -1))
    .slice(0, MAX_REMEMBERED_JOBS);

/** Remembers which jobs a person asked for in each place. */
export class History {
  readonly #options: HistoryOptions;

  constructor(options: HistoryOptions) {
    this.#options = options;
  }

  /** The ids of a person's jobs in one place, newest first. Some of the jobs may no longer be kept. */
  async jobIds(place: Place, family?: Family): Promise<string[]> {
    const row = (await this.#options.store.get(keyOf(place))) ?? [];
    return row.filter((entry) => family === undefined || entry.family === family).map(({ jobId }) => jobId);
  }

  /** The ids of all jobs of a person, by the server's id, or `direct` for direct messages. */
  async placesOf(personId: string): Promise<Record<string, string[]>> {
    const rows = await this.#rowsOf(personId);
    return Object.fromEntries(
      rows.map(([key, row]) => [key.slice(personId.length + 1), row.map(({ jobId }) => jobId)]),
    );
  }

  /** Forgets all jobs of a person. */
  async forgetPerson(personId: string): Promise<void> {
    for (const [key] of await this.#rowsOf(personId)) await this.#options.store.delete(key);
  }

  readonly observer: JobObserver = {
    accepted: (job) => {
      this.#remember(job);
    },
    withdrawn: (job) => {
      this.#write(placeOf(job), job.id, (row) => row.filter(({ jobId }) => jobId !== job.id));
    },
    takenUp: (jobs) => {
      // The last process may have ended between the job and its place in the history.
      for (const job of jobs) this.#remember(job);
    },
  };

  #remember(job: Job): void {
    const { family } = job.submission;
    this.#write(placeOf(job), job.id, (row) => withEntry(row, { jobId: job.id, family }));
  }

  async #rowsOf(personId: string): Promise<[string, HistoryRow][]> {
    const rows = await this.#options.store.entries();
    return rows.filter(([key]) => key.startsWith(`${personId} `));
  }

  #write(place: Place, jobId: string, change: (row: HistoryRow) => HistoryRow): void {
    const { store, retentionMs, log } = this.#options;
    // The job's own time begins when it is closed, which may be hours later.
    store
      .update(keyOf(place), (row = []) => change(row), retentionMs + DAY_MS)
      .catch((error: unknown) => {
        log.error('a job could not be put into its history', { jobId, error });
      });
  }
}
