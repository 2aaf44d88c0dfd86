import { z } from 'zod';
import { byFamily, FAMILY_NAMES, type Submission } from '../requests/families/index.ts';
import { addDuration, durationsSchema } from './durations.ts';
import type { Failure, Job } from '../jobs/job.ts';

/** The facts about a job for counting: a job has them all. Times are milliseconds since the epoch. */
export interface Countable {
  personId: string;
  /** Absent: it counts for no account. */
  account?: Job['account'];
  submission: Submission;
  state: Job['state'];
  acceptedAt: number;
  submittedAt?: number | undefined;
  endedAt?: number | undefined;
  /** It is known how long its task took. */
  isTimed?: true | undefined;
  /** Why a failed job failed. */
  failure?: Pick<Failure, 'kind'>;
}

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
type Outcome = (typeof OUTCOMES)[number];

const countsSchema = z.partialRecord(z.enum(OUTCOMES), z.int().min(0));
/** How many jobs came to each outcome. */
export type Counts = z.infer<typeof countsSchema>;

const personSchema = z.object({
  ...byFamily(() => countsSchema.optional()),
  /** How many requests an admin has added to the person's limit of the day. */
  granted: z.int().min(0).optional(),
});

export const tallySchema = z.object({
  people: z.record(z.string(), personSchema),
  durations: z.partialRecord(z.enum(FAMILY_NAMES), durationsSchema),
  /** How many jobs of each account were taken, by its fingerprint. */
  accounts: z.record(z.string(), z.int().min(0)),
});

/** The counts of an owner's jobs on one day. */
export type Tally = z.infer<typeof tallySchema>;

export const periodTallySchema = z.object({
  /** How many jobs of each person count toward limits. */
  people: z.record(z.string(), z.int().min(0)),
  /** How many jobs of all people were taken. */
  taken: z.int().min(0),
});

/** The counts of an owner's jobs in a period that is longer than a day. */
export type PeriodTally = z.infer<typeof periodTallySchema>;

/** A day on which nothing was asked for. */
export const emptyTally = (): Tally => ({ people: {}, durations: {}, accounts: {} });

/** The same where nothing was asked for. */
export const emptyPeriod = (): PeriodTally => ({ people: {}, taken: 0 });

/** Only a task that failed was taken by the image service. */
const FAILED: Readonly<Record<Failure['kind'], Outcome>> = {
  'task-failed': 'failed',
  quota: 'quota',
  'list-ended': 'quota',
  'refused-key': 'refused',
  'key-gone': 'refused',
  'source-deleted': 'refused',
  refused: 'refused',
  unreachable: 'refused',
  'wrong-address': 'refused',
  blocked: 'refused',
};

/** The outcome under which a job is counted; undefined for one that was not submitted (yet). */
export const outcomeOf = ({ state, failure }: Pick<Countable, 'state' | 'failure'>): Outcome | undefined => {
  switch (state) {
    case 'running':
    case 'succeeded':
    case 'unknown':
      return state;
    case 'timed-out':
      return 'timedOut';
    case 'failed':
      return FAILED[failure?.kind ?? 'refused'];
    case 'waiting':
    case 'submitting':
    case 'stopped':
      return undefined;
  }
};

/** Whether the service took a job, or may have: that costs the owner of the key, however it ended. */
export const wasTaken = (outcome: Outcome | undefined): boolean =>
  outcome !== undefined && outcome !== 'refused' && outcome !== 'quota';

/** Whether an outcome counts toward a server's own limits: what failed or was never confirmed brought its person nothing. */
export const countsTowardLimits = (outcome: Outcome | undefined): boolean =>
  wasTaken(outcome) && outcome !== 'failed' && outcome !== 'unknown';

/** Whether a job waits, is being submitted, or runs. */
export const isPending = ({ state }: Pick<Countable, 'state'>): boolean =>
  state === 'waiting' || state === 'submitting' || state === 'running';

/** Whether a job counts by its outcome: until it ends, it does. */
export const doesCount = (job: Pick<Countable, 'state' | 'failure'>, counts: typeof wasTaken): boolean =>
  isPending(job) || counts(outcomeOf(job));

const numberIn = (counts: Counts | undefined, isMeant: (outcome: Outcome) => boolean): number =>
  OUTCOMES.filter(isMeant).reduce((sum, outcome) => sum + (counts?.[outcome] ?? 0), 0);

/** How many of these jobs were taken. */
export const takenOf = (counts: Counts): number => numberIn(counts, wasTaken);

/** How many of these jobs count toward limits. */
export const countedIn = (counts: Counts | undefined): number => numberIn(counts, countsTowardLimits);

/** How many of each person's jobs count toward limits, of all families. */
export const countedBy = ({ people }: Tally): PeriodTally['people'] =>
  Object.fromEntries(
    Object.entries(people).map(([personId, person]) => [
      personId,
      FAMILY_NAMES.reduce((sum, family) => sum + countedIn(person[family]), 0),
    ]),
  );

const added = (count: number | undefined, by: number): number => Math.max(0, (count ?? 0) + by);

/** The counts with one more job under its outcome; with `by` -1, with one less. */
export const count = (tally: Tally, job: Countable, by: 1 | -1 = 1): Tally => {
  const outcome = outcomeOf(job);
  if (outcome === undefined) return tally;
  const { personId, account, submittedAt, endedAt } = job;
  const { family } = job.submission;
  const person = tally.people[personId];
  const counts = { ...person?.[family], [outcome]: added(person?.[family]?.[outcome], by) };
  const people = { ...tally.people, [personId]: { ...person, [family]: counts } };
  const { durations, accounts } = tally;
  const isTimed = outcome === 'succeeded' && job.isTimed === true;
  return {
    people,
    durations:
      isTimed && submittedAt !== undefined && endedAt !== undefined
        ? { ...durations, [family]: addDuration(durations[family] ?? {}, endedAt - submittedAt, by) }
        : durations,
    accounts:
      account && wasTaken(outcome)
        ? { ...accounts, [account.id]: added(accounts[account.id], by) }
        : accounts,
  };
};

/** The period's tally with one more job, or one less. */
export const countInPeriod = (
  { people, taken }: PeriodTally,
  { personId, ...job }: Countable,
  by: 1 | -1,
): PeriodTally => {
  const outcome = outcomeOf(job);
  return {
    people: countsTowardLimits(outcome) ? { ...people, [personId]: added(people[personId], by) } : people,
    taken: wasTaken(outcome) ? added(taken, by) : taken,
  };
};
