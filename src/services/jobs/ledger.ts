import type { Change } from '../storage/store.ts';
import type { EndedJob, Job } from './job.ts';

/** What is counted or listed of closed jobs. Its rows change in the very commit that closes a job, or opens it again. */
export interface Ledger {
  /** What the job shares with others here. Nothing else changes those rows while the job is closed or opened again. */
  locks: (job: Job) => string[];
  /**
   * @param by 1: the job is closed; -1: it is open again.
   * @param isListed false for a job whose person has deleted their data: it is counted, and not listed. Read at the same time as
   *   what the ledger reads.
   */
  changes: (job: EndedJob, by: 1 | -1, isListed: Promise<boolean>) => Promise<Change[]>;
}
