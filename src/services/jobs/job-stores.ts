import type { Fence, Mailboxes, Storage, Store } from '../storage/store.ts';
import type { Job } from './job.ts';
import type { TaskRow } from './task-rows.ts';

/** What is to be known of the other processes that have jobs in the same store. */
export interface SharedJobs {
  /** How many slots the jobs are divided into. */
  slots: number;
  slotOf: (job: Pick<Job, 'guildId'>) => number;
  /** Whether a slot's jobs are this process's own. */
  owns: (slot: number) => boolean;
  mail: Mailboxes;
}

/** What jobs need of the database. */
export interface JobStores {
  open: Store<Job>;
  jobs: Store<Job>;
  messages: Store<string>;
  tasks: Store<TaskRow>;
  /** Which person asked for which closed job: the person's id and the job's, with a space between. */
  asked: Store<true>;
  /** Which open jobs a person has in a slot, where several processes share the store: see {@link personalKey}. */
  personal: Store<string[]>;
  /** When a person's data were deleted: what was accepted before is not kept once it is closed. */
  erased: Store<number>;
  /** Makes changes of several of these at once, or none. */
  writeTogether: Storage['writeTogether'];
  /** What the writes of a job are compared with, where several processes share the store and the job is of this one. */
  fenceOf: (job: Pick<Job, 'guildId'>) => Fence | undefined;
  /** Absent where one process has all jobs. */
  shared?: SharedJobs | undefined;
  /** Sees to it that nothing of what was removed can be read in the files any more. */
  scrub: () => Promise<void>;
}

/** Under what a closed job is found by whoever asked for it. */
export const askedKey = ({ personId, id }: Pick<Job, 'personId' | 'id'>): string => `${personId} ${id}`;

/** Under what a person's open jobs of a slot are found. */
export const personalKey = (personId: string, slot: number): string => `${personId} ${slot}`;
