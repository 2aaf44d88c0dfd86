import { isUserError } from '../lib/user-error.ts';
import { factsOf } from './job-facts.ts';
import type { Guilds } from '../services/guilds/index.ts';
import { BrokenSealError } from '../services/accounts/sealing.ts';
import type { SubmissionGuard } from '../services/jobs/submission-guard.ts';
import { isEnded, type Job } from '../services/jobs/job.ts';
import type { Log } from '../services/operations/log.ts';

/** Opens the key of an account for its jobs; undefined when it is gone for good. */
export const keyOpenerFor =
  ({ accounts }: Pick<Guilds, 'accounts'>, log: Pick<Log, 'error'>) =>
  async (account: Job['account']): Promise<string | undefined> => {
    try {
      return await accounts.apiKeyOf(account);
    } catch (error) {
      if (!(isUserError(error, 'key-gone') || error instanceof BrokenSealError)) throw error;
      const { id: accountId, keyRef } = account;
      log.error('the key of an account is gone', { accountId, keyRef, error });
      return undefined;
    }
  };

/** Whether an open job needs a key. One that ended and waits for a click alone asks the service nothing more. */
export const needsKey = (jobs: Iterable<Job>, keyRef: string): boolean => {
  for (const job of jobs) {
    const isOver = isEnded(job) && job.delivery === 'parked';
    if (job.account.keyRef === keyRef && !isOver) return true;
  }
  return false;
};

/** Asks the servers' services whether a job may be submitted. */
export const guardFor = ({ quotas }: Pick<Guilds, 'quotas'>): SubmissionGuard => ({
  canSubmit: (job) => quotas.canSubmit(factsOf(job)),
  exhausted: (job) => {
    quotas.exhausted(factsOf(job));
  },
});
