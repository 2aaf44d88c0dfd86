import type { Submission } from '../image-api/wire.ts';
import type { Account } from './account.ts';

/** What a server's services are told of a job. Times are milliseconds since the epoch. */
export interface JobFacts {
  jobId: string;
  personId: string;
  guildId?: string;
  channelId: string;
  messageId?: string;
  /** Whether the answer is seen by the person alone. */
  isPrivate: boolean;
  account: Account;
  submission: Submission;
  state: 'waiting' | 'submitting' | 'running' | 'succeeded' | 'failed' | 'timed-out' | 'unknown' | 'stopped';
  acceptedAt: number;
  submittedAt?: number;
  endedAt?: number;
  /** Why a failed job failed. */
  failure?: 'task-failed' | 'quota' | 'refused-key' | 'key-gone' | 'refused' | 'unreachable';
}
