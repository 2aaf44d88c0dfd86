import type { Fence, Storage, Store } from '../storage/store.ts';
import type { Job } from './job.ts';
import type { TaskRow } from './task-rows.ts';

/** What jobs need of the database. */
export interface JobStores {
  open: Store<Job>;
  jobs: Store<Job>;
  messages: Store<string>;
  tasks: Store<TaskRow>;
  /** Which person asked for which closed job: the person's id and the job's, with a space between. */
  asked: Store<true>;
  /** When a person's data were deleted: what was accepted before is not kept once it is closed. */
  erased: Store<number>;
  /** Makes changes of several of these at once, or none. */
  writeTogether: Storage['writeTogether'];
  /** What the writes of a job are compared with, where several processes share the store and the job is of this one. */
  fenceOf: (job: Pick<Job, 'guildId'>) => Fence | undefined;
  /** Sees to it that nothing of what was removed can be read in the files any more. */
  scrub: () => Promise<void>;
}

/** Under what a closed job is found by whoever asked for it. */
export const askedKey = ({ personId, id }: Pick<Job, 'personId' | 'id'>): string => `${personId} ${id}`;
