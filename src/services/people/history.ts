import { z } from 'zod';
import { DAY_MS } from '../../lib/clock.ts';
import type { KeyedMutex } from '../../lib/keyed-mutex.ts';
import { FAMILY_NAMES, type Family } from '../requests/families/index.ts';
import type { EndedJob, Job } from '../jobs/job.ts';
import type { Ledger } from '../jobs/ledger.ts';
import type { OpenJobs } from '../jobs/open-jobs.ts';
import type { Change, Store } from '../storage/store.ts';

/** Forty pages of five: more than anybody leafs through, and small enough to be written with each job. */
const MAX_REMEMBERED_JOBS = 200;

const entrySchema = z.object({ jobId: z.string(), family: z.enum(FAMILY_NAMES) });
type Entry = z.infer<typeof entrySchema>;

export const historySchema = z.array(entrySchema);

/** A person's jobs in one place, newest first. */
export type HistoryRow = z.infer<typeof historySchema>;

/** Whose jobs, and where: in a server, or in direct messages. */
export interface HistoryScope {
  personId: string;
  guildId?: string | undefined;
}

/** One row per place, so that only one process writes it: each server belongs to one process. */
const keyOf = ({ personId, guildId }: HistoryScope): string => startOf(personId) + (guildId ?? 'direct');

const startOf = (personId: string): string => `${personId} `;

const lockOf = (personId: string): string => `history ${personId}`;

/** Where the job's answer is, which is where its person looks for it. */
const scopeOf = ({ personId, target: { guildId } }: Job): HistoryScope => ({
  personId,
  guildId,
});

const historyEntryOf = ({ id, submission: { family } }: Job): Entry => ({ jobId: id, family });

/** Job ids grow with time, so the newest are the greatest. */
const withEntries = (row: HistoryRow, added: Iterable<Entry>): HistoryRow =>
  [...new Map([...row, ...added].map((entry) => [entry.jobId, entry])).values()]
    .sort((a, b) => (a.jobId < b.jobId ? 1 : -1))
    .slice(0, MAX_REMEMBERED_JOBS);

/** Lists which jobs a person asked for in each place: closed jobs by the commit that closes them, open ones out of memory. */
export class History implements Ledger {
  constructor(
    private readonly store: Store<HistoryRow>,
    /** The jobs that are not closed: they are listed as well. */
    private readonly openJobs: Pick<OpenJobs, 'all'>,
    /** Those under which jobs are closed. */
    private readonly closing: KeyedMutex,
    /** How long a closed job is kept, in milliseconds. */
    private readonly retentionMs: number,
  ) {}

  locks({ personId }: Job): string[] {
    return [lockOf(personId)];
  }

  async changes(job: EndedJob, by: 1 | -1, isListed: Promise<boolean>): Promise<Change[]> {
    if (by < 0) return [];
    const key = keyOf(scopeOf(job));
    const [present, isKept] = await Promise.all([this.store.get(key), isListed]);
    if (!isKept) return [];
    const row = withEntries(present ?? [], [historyEntryOf(job)]);
    return [this.store.setting(key, row, this.retentionMs + DAY_MS)];
  }

  /**
   * The ids of a person's jobs in a server, newest first; in direct messages, of all their jobs anywhere. Some may no longer be
   * stored.
   */
  async jobIds(place: HistoryScope, family?: Family): Promise<string[]> {
    const { personId, guildId } = place;
    const isThere = (job: Job) =>
      job.personId === personId && (guildId === undefined || job.target.guildId === guildId);
    const open = [...this.openJobs.all()].filter(isThere).map(historyEntryOf);
    const closed =
      guildId === undefined
        ? (await this.store.entries({ start: startOf(personId) })).flatMap(([, row]) => row)
        : ((await this.store.get(keyOf(place))) ?? []);
    const row = withEntries(closed, open);
    return row.filter((entry) => family === undefined || entry.family === family).map(({ jobId }) => jobId);
  }

  /** The ids of a person's closed jobs, by the server's id, or `direct` for direct messages. */
  async placesOf(personId: string): Promise<Record<string, string[]>> {
    const rows = await this.store.entries({ start: startOf(personId) });
    return Object.fromEntries(
      rows.map(([key, row]) => [key.slice(personId.length + 1), row.map(({ jobId }) => jobId)]),
    );
  }

  /** Forgets all jobs of a person. */
  async forgetPerson(personId: string): Promise<void> {
    await this.closing.run([lockOf(personId)], async () => {
      for (const key of await this.store.keys(startOf(personId))) await this.store.delete(key);
    });
  }
}
