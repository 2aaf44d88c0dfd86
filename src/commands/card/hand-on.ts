import { personalAddressesOf } from '../../services/image-api/personal-addresses.ts';
import type { Submission } from '../../services/image-api/wire.ts';
import type { Job } from '../../services/jobs/job.ts';

/** Pictures that an earlier job started from are for the person who handed them over alone. */
export class ReferencesNotYoursError extends Error {
  override name = 'ReferencesNotYoursError';
  readonly jobId: string;
  constructor(jobId: string) {
    super('The reference pictures of the job are for the person alone who handed them over');
    this.jobId = jobId;
  }
}

const withoutHook = (submission: Submission): Submission => {
  if (submission.family === 'artgen') {
    const { hookUrl, ...body } = submission.body;
    return { family: 'artgen', body };
  }
  const { hookUrl, ...body } = submission.body;
  return { family: 'gen', body };
};

/**
 * A request made out of an earlier job, without what that job's owner gave for themselves. They get all of it again; for
 * anybody else there is no hook of theirs.
 *
 * @throws ReferencesNotYoursError when it needs pictures at addresses that are for that person alone.
 */
export const withoutPersonalParts = (
  request: Submission,
  earlier: Pick<Job, 'id' | 'personId' | 'submission'>,
  personId: string,
): Submission => {
  if (personId === earlier.personId) return request;
  const theirs = new Set(personalAddressesOf(earlier.submission));
  const references = request.family === 'gen' ? (request.body.referImages ?? []) : [];
  if (references.some((address) => theirs.has(address))) throw new ReferencesNotYoursError(earlier.id);
  return withoutHook(request);
};
