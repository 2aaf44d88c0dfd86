import { EventEmitter } from 'node:events';
import type { Period } from '../../lib/calendar.ts';
import type { DueTakedowns } from './copies.ts';
import type { EndedJob, Job, RunningJob } from './job.ts';

/** Why an account rests. */
export type PauseReason = 'outage' | 'away' | 'busy';

/** What happens to jobs and the keys that pay for them, told once it is stored. What a listener does must neither throw nor take long. */
export class JobEvents extends EventEmitter<{
  /** The service took the job. */
  taken: [job: RunningJob];
  /** The job's account rests from this submission on. */
  rests: [job: Job, reason: PauseReason];
  /** The job's account submits as usual again. */
  recovered: [job: Job, reason: PauseReason];
  /** The quota of the own key of the job's server or person is used up. Told of each at most once an hour. */
  quotaUsedUp: [job: Job];
  /** The operator's key is declined, or has no quota. */
  sharedKeyRefused: [why: 'key' | 'quota'];
  /** A request was refused, since a total of the operator's key is reached. */
  totalReached: [period: Period];
  /** The job ended, one way or another. */
  ended: [job: EndedJob];
  /** The job is no longer open. */
  closed: [job: EndedJob];
  /** A picture from which the job starts was deleted, and that ended it. */
  sourceDeleted: [job: EndedJob];
  /** Messages are to go, or to lose a picture. */
  withdrawn: [takedowns: DueTakedowns];
}> {}
