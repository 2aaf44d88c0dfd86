import { excerpt } from '../../messages/markup.ts';
import { isDeleted, isEnded, type Job } from '../../services/jobs/job.ts';
import type { Words } from '../../messages/words/words.ts';

/** How a request stands, in a few words for its person; of a deleted one by whom it was. */
export const stateOf = (job: Job, { history, states }: Words): string => {
  if (!isEnded(job) || !isDeleted(job)) return states[job.state];
  const { deletedBy: by, personId } = job;
  if (by === undefined) return history.deleted;
  return by === personId ? history.deletedByYou : history.deletedByModerator;
};

/** Why a moderator deleted a request, where they said so. */
export const reasonLine = (job: Job, { history }: Words): string[] =>
  isEnded(job) && job.deletedFor !== undefined ? [history.reason(excerpt(job.deletedFor))] : [];
