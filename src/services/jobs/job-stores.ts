import type { Fence, Storage, Store } from '../storage/store.ts';
import type { Job } from './job.ts';
import type { TaskRow } from './task-rows.ts';

/** How the processes on one store share its jobs. */
export interface SharedJobs {
  /** How many slots the jobs are divided into. */
  slots: number;
  slotOf: (job: Pick<Job, 'guildId'>) => number;
  /** Whether a slot's jobs are this process's own. */
  owns: (slot: number) => boolean;
}

/** The stores that jobs need. */
export interface JobStores {
  open: Store<Job>;
  jobs: Store<Job>;
  messages: Store<string>;
  tasks: Store<TaskRow>;
  /** Which person asked for which closed job: the person's id and the job's, with a space between. */
  asked: Store<true>;
  /** Which open jobs a person has in a slot, where several processes share the store: see {@link personalKey}. */
  personal: Store<string[]>;
  /** When a person's data was deleted: jobs accepted before that aren't stored after they are closed. */
  erased: Store<number>;
  /** Makes changes of several of these at once, or none. */
  commit: Storage['commit'];
  /** The fence of a job's writes, where several processes share the store and this one owns the job. */
  fenceOf: (job: Pick<Job, 'guildId'>) => Fence | undefined;
  /** Absent where one process has all jobs. */
  shared?: SharedJobs | undefined;
  /** Makes deleted data unreadable in the store's files. */
  scrub: () => Promise<void>;
}

/** The key under which a person's closed job is found. */
export const askedKey = ({ personId, id }: Pick<Job, 'personId' | 'id'>): string => `${personId} ${id}`;

/** The key under which a person's open jobs of a slot are found. */
export const personalKey = (personId: string, slot: number): string => `${personId} ${slot}`;
