import { z } from 'zod';
import { compact } from '../../lib/lists.ts';
import { isStoreKey, type Change, type Store } from '../storage/store.ts';
import { isEnded, taskIdOf, type EndedJob, type Job } from './job.ts';

export const taskRowSchema = z.array(
  z.object({ jobId: z.string(), channelId: z.string(), messageId: z.string().optional() }),
);

/** The jobs that a task belongs to, and where their cards stand: several when the service gave them the same id. */
export type TaskRow = z.infer<typeof taskRowSchema>;

/** The stores in which a job stands, and by which it is found. */
export interface JobRowStores {
  open: Store<Job>;
  jobs: Store<Job>;
  /** By a message, the job whose card it is, or once was. */
  messages: Store<string>;
  tasks: Store<TaskRow>;
  /** A mark for each closed job of a person: see {@link markOf}. */
  jobsByPerson: Store<true>;
}

export interface JobRowsOptions {
  stores: JobRowStores;
  /** How long a closed job is kept, in milliseconds. */
  retentionMs: number;
  /** All open jobs: the service may have given several the same task id. */
  open: () => Iterable<Job>;
}

/** How many closed jobs of a person are kept, by whether the service may have taken them. What it refuses costs nothing. */
const KEPT = { taken: 2_000, untaken: 100 };
/** How many go at most when another one is closed. */
const DROPPED_AT_ONCE = 50;

const keptKindOf = (job: Job): keyof typeof KEPT =>
  taskIdOf(job) !== undefined || job.state === 'unknown' ? 'taken' : 'untaken';

/** The key under which a person's closed job is found. */
const markOf = (job: Job): string => `${job.personId} ${keptKindOf(job)} ${job.id}`;

const idOf = (mark: string): string => mark.slice(mark.lastIndexOf(' ') + 1);

/** The marks of a person's closed jobs by the jobs' ids, the oldest job first. */
export const marksOf = async (
  personId: string,
  { jobsByPerson }: Pick<JobRowStores, 'jobsByPerson'>,
): Promise<Map<string, string>> => {
  const marks = await jobsByPerson.keys(`${personId} `);
  return new Map(marks.map((mark) => [idOf(mark), mark] as const).sort(([a], [b]) => (a < b ? -1 : 1)));
};

/** Whether a job has left the open ones: it ended, and its answer was delivered or never can be. */
export const isClosed = (job: Job): job is EndedJob => isEnded(job) && job.delivery === 'done';

const taskOf = (job: Job): string | undefined => {
  const id = taskIdOf(job);
  // The service may name a task with any string: where it can't be a key, the job alone knows its task.
  return id !== undefined && isStoreKey(id) ? id : undefined;
};

const taskEntryOf = ({ id, target: { channelId, messageId } }: Job): TaskRow[number] => ({
  jobId: id,
  channelId,
  messageId,
});

const placeRowsOf = (
  before: Job | undefined,
  after: Job,
  { stores: { open, jobs, jobsByPerson }, retentionMs }: JobRowsOptions,
): Change[] =>
  isClosed(after)
    ? compact([
        before && !isClosed(before) && open.deleting(after.id),
        jobs.setting(after.id, after, retentionMs),
        jobsByPerson.setting(markOf(after), true, retentionMs),
      ])
    : [open.setting(after.id, after)];

/** Where a job's card stands, and its task, where either is new. They are kept as long as a job can be open, and then kept. */
const mappingOf = (
  before: Job | undefined,
  after: Job,
  { stores: { messages, tasks }, retentionMs, open }: JobRowsOptions,
): Change[] => {
  const lifetimeMs = 2 * retentionMs;
  const { messageId } = after.target;
  const task = taskOf(after);
  const isNewTask = task !== undefined && (!before || taskIdOf(before) === undefined);
  const others = isNewTask ? [...open()].filter((job) => job.id !== after.id && taskOf(job) === task) : [];
  return compact([
    messageId !== undefined &&
      messageId !== before?.target.messageId &&
      messages.setting(messageId, after.id, lifetimeMs),
    isNewTask && tasks.setting(task, [...others, after].map(taskEntryOf), lifetimeMs),
  ]);
};

/**
 * The rows that a change of a job writes: where it stands, which follows from the job, the mark of its person, and what its card and
 * its task lead to.
 *
 * @param before undefined: the job is new.
 */
export const rowsOf = (before: Job | undefined, after: Job, options: JobRowsOptions): Change[] => [
  ...placeRowsOf(before, after, options),
  ...mappingOf(before, after, options),
];

/** What removes all rows of a job. */
export const removalOf = (
  job: Job,
  { stores: { open, jobs, jobsByPerson, messages, tasks } }: Pick<JobRowsOptions, 'stores'>,
): Change[] => {
  const { messageId } = job.target;
  const task = taskOf(job);
  return compact([
    !isClosed(job) && open.deleting(job.id),
    jobs.deleting(job.id),
    jobsByPerson.deleting(markOf(job)),
    messageId !== undefined && messages.deleting(messageId),
    task !== undefined && tasks.deleting(task),
  ]);
};

/** What removes the person's jobs that are too many once this one is closed: its card stays, and where its copies are. */
export const droppingOf = async (
  job: EndedJob,
  { jobs, jobsByPerson }: Pick<JobRowStores, 'jobs' | 'jobsByPerson'>,
): Promise<Change[]> => {
  const kind = keptKindOf(job);
  const marks = await jobsByPerson.keysBeyond(KEPT[kind] - 1, `${job.personId} ${kind} `, DROPPED_AT_ONCE);
  return marks
    .filter((mark) => mark !== markOf(job))
    .flatMap((mark) => [jobs.deleting(idOf(mark)), jobsByPerson.deleting(mark)]);
};
