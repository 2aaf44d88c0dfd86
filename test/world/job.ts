import type { JobRequest } from '../../src/services/jobs/job.ts';

/** A request of the person `1` in the channel `3`, where everybody sees its card. */
export const REQUEST: JobRequest = {
  submission: { family: 'artgen', body: { prompt: 'a lighthouse' } },
  account: { id: 'account', keyRef: 'shared' },
  personId: '1',
  target: {
    applicationId: '1',
    channelId: '3',
    ephemeral: false,
    channelRoute: true,
    attachmentLimitBytes: 1,
  },
  notes: [],
};

/** What every job has, in each state. */
export const ACCEPTED = { ...REQUEST, id: '01', acceptedAt: 0 };
