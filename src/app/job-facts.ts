import type { Guilds } from '../services/guilds/index.ts';
import type { JobFacts } from '../services/accounts/job-facts.ts';
import type { Job } from '../services/jobs/job.ts';
import type { JobObserver } from '../services/jobs/observer.ts';
import type { RememberedJob } from '../services/people/history.ts';
import type { People } from '../services/people/index.ts';

/** What a server's services need to know of a job. */
export const factsOf = (job: Job): JobFacts => {
  const { channelId, messageId, ephemeral } = job.target;
  return {
    jobId: job.id,
    personId: job.personId,
    ...(job.guildId !== undefined && { guildId: job.guildId }),
    channelId,
    ...(messageId !== undefined && { messageId }),
    isPrivate: ephemeral,
    account: job.account,
    submission: job.submission,
    state: job.state,
    acceptedAt: job.acceptedAt,
    ...('submittedAt' in job && { submittedAt: job.submittedAt }),
    ...('endedAt' in job && { endedAt: job.endedAt }),
    ...(job.state === 'failed' && { failure: job.failure.kind }),
  };
};

/** Tells the services of servers what happens to jobs. */
export const observerFor = ({ observer }: Guilds): JobObserver => ({
  accepted: (job) => {
    observer.accepted(factsOf(job));
  },
  withdrawn: (job) => {
    observer.withdrawn(factsOf(job));
  },
  taken: (job) => {
    observer.taken(factsOf(job));
  },
  ended: (job) => {
    observer.ended(factsOf(job));
  },
  closing: (job) => observer.closing(factsOf(job)),
  closed: (job) => {
    observer.closed(factsOf(job));
  },
  takenUp: (jobs) => {
    observer.takenUp(jobs.map(factsOf));
  },
});

const rememberedOf = ({
  id: jobId,
  personId,
  submission: { family },
  target: { guildId },
}: Job): RememberedJob => ({
  jobId,
  personId,
  ...(guildId !== undefined && { guildId }),
  family,
});

/** Tells the services of people which jobs they asked for. */
export const peopleObserverFor = ({ observer }: People): JobObserver => ({
  accepted: (job) => {
    observer.accepted(rememberedOf(job));
  },
  withdrawn: (job) => {
    observer.withdrawn(rememberedOf(job));
  },
  takenUp: (jobs) => {
    observer.takenUp(jobs.map(rememberedOf));
  },
});
