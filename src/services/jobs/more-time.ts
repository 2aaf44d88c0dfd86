import { withMostTime, type Submission } from '../requests/families/index.ts';
import { reasonIn, type EndedJob } from './job.ts';

/** The service's own words, of which it documents none. */
const TIMED_OUT = /\btime[ds]?[ -]?out\b|longer than/i;

const lackedTime = (job: EndedJob): boolean =>
  job.state === 'timed-out'
    ? job.key === undefined
    : job.state === 'failed' && TIMED_OUT.test(reasonIn(job.failure) ?? '');

/** What is submitted where a job is tried again: the same, with the longest time that it can be given if it lacked that. */
export const triedAgain = (job: EndedJob): Submission =>
  (lackedTime(job) ? withMostTime(job.submission) : undefined) ?? job.submission;
