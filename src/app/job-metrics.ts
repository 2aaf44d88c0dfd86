import type { Clock } from '../lib/clock.ts';
import { FAMILIES } from '../services/image-api/wire.ts';
import type { JobObserver } from '../services/jobs/events.ts';
import type { Metrics } from '../services/operations/metrics.ts';

/** Counts and times what happens to jobs. */
export const jobMetricsOf = (
  metrics: Pick<Metrics, 'countJob' | 'observeJobStep'>,
  clock: Pick<Clock, 'now'>,
): { observer: JobObserver } => {
  // An alert watches the increase of these, and a crash's are counted before anybody can ask for the metrics.
  for (const family of FAMILIES) metrics.countJob(family, 'unknown', 0);
  return {
    observer: {
      taken: ({ submission: { family }, acceptedAt }) => {
        metrics.observeJobStep('submit', family, clock.now() - acceptedAt);
      },
      ended: ({ submission: { family }, state, submittedAt, endedAt }) => {
        metrics.countJob(family, state);
        if (state === 'succeeded' && submittedAt !== undefined)
          metrics.observeJobStep('finish', family, endedAt - submittedAt);
      },
      closed: ({ submission: { family }, endedAt }) => {
        metrics.observeJobStep('deliver', family, clock.now() - endedAt);
      },
    },
  };
};
