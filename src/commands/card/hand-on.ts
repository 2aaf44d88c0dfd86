import { UserError } from '../../lib/user-error.ts';
import { personalAddressesOf } from '../../services/image-api/personal-addresses.ts';
import type { Submission } from '../../services/image-api/wire.ts';
import type { Job } from '../../services/jobs/job.ts';

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
 * @throws UserError references-not-yours when it needs pictures at addresses that are for that person alone.
 */
export const withoutPersonalParts = (
  request: Submission,
  earlier: Pick<Job, 'personId' | 'submission'>,
  personId: string,
): Submission => {
  if (personId === earlier.personId) return request;
  const theirs = new Set(personalAddressesOf(earlier.submission));
  const references = request.family === 'gen' ? (request.body.referImages ?? []) : [];
  if (references.some((address) => theirs.has(address))) throw new UserError('references-not-yours');
  return withoutHook(request);
};
