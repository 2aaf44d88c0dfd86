import { PERIODS } from '../../lib/calendar.ts';
import type { Clock } from '../../lib/clock.ts';
import { FAMILY_NAMES } from '../requests/families/index.ts';
import type { Metrics } from '../operations/metrics.ts';
import type { JobEvents } from './events.ts';

/** Counts and times what happens to jobs. */
export const measureJobs = (events: JobEvents, metrics: Metrics, clock: Pick<Clock, 'now'>): void => {
  // Alerts watch the increase of these from the first on, and a crash's are counted before anybody can ask for the metrics.
  for (const family of FAMILY_NAMES) metrics.countJob({ family, outcome: 'unknown' }, 0);
  for (const outcome of ['quota', 'key', 'taken']) metrics.countSubmission({ outcome, payer: 'shared' }, 0);
  for (const period of PERIODS) metrics.countTotalReached({ period }, 0);
  events.on('totalReached', (period) => {
    metrics.countTotalReached({ period });
  });
  events.on('taken', ({ submission: { family }, acceptedAt }) => {
    metrics.observeJobStep('submit', family, clock.now() - acceptedAt);
  });
  events.on('ended', (job) => {
    const { family } = job.submission;
    metrics.countJob({ family, outcome: job.state });
    if (job.state === 'succeeded' && job.isTimed === true && job.submittedAt !== undefined)
      metrics.observeJobStep('finish', family, job.endedAt - job.submittedAt);
  });
  events.on('closed', ({ submission: { family }, endedAt }) => {
    metrics.observeJobStep('deliver', family, clock.now() - endedAt);
  });
};
