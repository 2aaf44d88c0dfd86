import { withMostTime } from '../requests/families/index.ts';
import { TIMEOUT_S } from '../requests/values.ts';
import { reasonIn, type EndedJob } from './job.ts';

/** The longest time that a task can be given. */
export const MOST_MINUTES = TIMEOUT_S.maximum / 60;

/** The service's own words, of which it documents none. */
const TIMED_OUT = /\btime[ds]?[ -]?out\b|longer than/i;

/** Whether a job failed for want of time, and can be given more. */
export const helpsMoreTime = (job: EndedJob): boolean => {
  if (!withMostTime(job.submission)) return false;
  if (job.state === 'timed-out') return job.isKeyGone !== true;
  return job.state === 'failed' && TIMED_OUT.test(reasonIn(job.failure) ?? '');
};
