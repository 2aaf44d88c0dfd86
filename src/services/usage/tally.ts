import { z } from 'zod';
import { FAMILIES, type Family } from '../image-api/wire.ts';
import type { JobFacts } from './job-facts.ts';
import { addDuration, durationsSchema } from './durations.ts';

/** A job's outcome so far. `refused`: the service never accepted it; `quota`: because the quota was used up. */
export const OUTCOMES = [
  'running',
  'succeeded',
  'failed',
  'timedOut',
  'unknown',
  'refused',
  'quota',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

const countsSchema = z.partialRecord(z.enum(OUTCOMES), z.int().min(0));
/** How many jobs came to each outcome. */
export type Counts = z.infer<typeof countsSchema>;

const personSchema = z.object({
  artgen: countsSchema.exactOptional(),
  gen: countsSchema.exactOptional(),
});

const tallySchema = z.object({
  people: z.record(z.string(), personSchema),
  durations: z.partialRecord(z.enum(FAMILIES), durationsSchema),
  /** How many places each account's jobs use up, by its fingerprint; older rows lack it. */
  accounts: z.record(z.string(), z.int().min(0)).exactOptional(),
  /** Counted jobs that may be reported again, with the outcome under which each is counted. */
  open: z.record(z.string(), z.enum(OUTCOMES)),
});

/** The counts of an owner's jobs on one day. */
export type Tally = z.infer<typeof tallySchema>;

/** Reads a tally that comes out of the store. Throws when the value is invalid. */
export const parseTally = (value: unknown): Tally => tallySchema.parse(value);

/** A day on which nothing was asked for. */
export const emptyTally = (): Tally => ({ people: {}, durations: {}, open: {} });

/** The facts about a job for counting. */
export type Countable = Pick<
  JobFacts,
  'id' | 'personId' | 'submission' | 'state' | 'failure' | 'acceptedAt' | 'submittedAt' | 'endedAt'
> &
  Partial<Pick<JobFacts, 'account'>>;

/** The outcome under which a job is counted; undefined for one that was not submitted (yet). */
export const outcomeOf = ({ state, failure }: Pick<JobFacts, 'state' | 'failure'>): Outcome | undefined => {
  switch (state) {
    case 'running':
    case 'succeeded':
    case 'unknown':
      return state;
    case 'timed-out':
      return 'timedOut';
    case 'failed':
      if (failure?.kind === 'task-failed') return 'failed';
      return failure?.kind === 'quota' ? 'quota' : 'refused';
    case 'waiting':
    case 'submitting':
    case 'stopped':
      return undefined;
  }
};

/** Whether the outcome counts toward limits: yes if it may have been paid for, no if it failed. */
export const uses = (outcome: Outcome | undefined): boolean =>
  outcome === 'running' || outcome === 'succeeded' || outcome === 'timedOut' || outcome === 'unknown';

/** How many jobs of these counts use up a place. */
export const usedOf = (counts: Counts | undefined): number =>
  (counts?.running ?? 0) + (counts?.succeeded ?? 0) + (counts?.timedOut ?? 0) + (counts?.unknown ?? 0);

/** How many places a person's jobs use up, by all families. */
export const usedBy = (tally: Tally, personId: string): number => {
  const person = tally.people[personId];
  return usedOf(person?.artgen) + usedOf(person?.gen);
};

/** How many places everybody's jobs use up. */
export const usedByAll = (tally: Tally): number =>
  Object.keys(tally.people).reduce((sum, personId) => sum + usedBy(tally, personId), 0);

/** How many places an account's jobs use up. */
export const usedByAccount = (tally: Tally, accountId: string): number =>
  tally.accounts ? (tally.accounts[accountId] ?? 0) : usedByAll(tally);

/** Counts from before accounts were distinguished go to the first account. */
const accountsAfter = (tally: Tally, { account }: Countable, change: number): Tally['accounts'] => {
  if (!account || change === 0) return tally.accounts;
  const used = Math.max(0, usedByAccount(tally, account.id) + change);
  return { ...tally.accounts, [account.id]: used };
};

/** Moves a job to another outcome. Changed parts are replaced, the rest is shared with the previous tally. */
const move = (
  tally: Tally,
  job: Countable,
  before: Outcome | undefined,
  after: Outcome | undefined,
): void => {
  const family: Family = job.submission.family;
  const person = { ...tally.people[job.personId] };
  const counts = { ...person[family] };
  if (before !== undefined) counts[before] = Math.max(0, (counts[before] ?? 0) - 1);
  if (after !== undefined) counts[after] = (counts[after] ?? 0) + 1;
  const accounts = accountsAfter(tally, job, Number(uses(after)) - Number(uses(before)));
  if (accounts) tally.accounts = accounts;
  tally.people[job.personId] = { ...person, [family]: counts };
  const { submittedAt, endedAt } = job;
  if (after !== 'succeeded' || submittedAt === undefined || endedAt === undefined) return;
  tally.durations[family] = addDuration(tally.durations[family] ?? {}, endedAt - submittedAt);
};

/** Whether counting these jobs would change nothing, for example when they are reported again after a start. */
export const isCounted = (
  { open }: Tally,
  jobs: readonly Countable[],
  isOpen: (jobId: string) => boolean,
): boolean =>
  jobs.every((job) => open[job.id] === outcomeOf(job)) &&
  Object.entries(open).every(([jobId, outcome]) => outcome === 'timedOut' || isOpen(jobId));

/**
 * Counts jobs under their present outcome. A job that was counted before moves from its earlier outcome, so that a
 * repeated report changes nothing.
 *
 * @param isOpen whether a job may be reported again; others aren't remembered individually. Timed-out jobs are,
 *   because a person can check them once more at any time.
 */
export const count = (
  tally: Tally,
  jobs: readonly Countable[],
  isOpen: (jobId: string) => boolean,
): Tally => {
  const next: Tally = {
    people: { ...tally.people },
    durations: { ...tally.durations },
    open: {},
    ...(tally.accounts && { accounts: tally.accounts }),
  };
  const open = new Map(Object.entries(tally.open));
  for (const job of jobs) {
    const before = open.get(job.id);
    const after = outcomeOf(job);
    if (before === after) continue;
    move(next, job, before, after);
    if (after === undefined) open.delete(job.id);
    else open.set(job.id, after);
  }
  for (const [jobId, outcome] of open)
    if (outcome === 'timedOut' || isOpen(jobId)) next.open[jobId] = outcome;
  return next;
};

/** Days with the jobs that run, which are counted when they have ended. */
export const withRunning = (
  tallies: readonly Tally[],
  labels: readonly string[],
  running: readonly Countable[],
  labelOf: (time: number) => string,
): Tally[] =>
  tallies.map((tally, index) => {
    const jobs = running.filter(({ acceptedAt }) => labelOf(acceptedAt) === labels[index]);
    return jobs.length === 0 ? tally : count(tally, jobs, () => true);
  });
