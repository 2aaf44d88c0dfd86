import { sentPromptOf, type Submission } from '../../services/requests/families/index.ts';
import { isEnded, taskIdOf, type Job } from '../../services/jobs/job.ts';
import { anyJob, jobAction } from '../framework/job-action.ts';
import { FOR_ALL } from '../framework/may.ts';

const FILE = 'request.txt';

/** The request's fields. Addresses of hooks and reference pictures can hold secrets, so they stay here. */
const fieldsOf = (submission: Submission): object => {
  const { hookUrl, ...fields } = { ...submission.body, prompt: sentPromptOf(submission) };
  const references = 'referImages' in fields ? fields.referImages : undefined;
  return references === undefined ? fields : { ...fields, referImages: `${references.length} left out` };
};

const isoTime = (milliseconds: number | undefined): string | undefined =>
  milliseconds === undefined ? undefined : new Date(milliseconds).toISOString();

/** Facts for finding the cause of a problem, named as in logs and by the service. */
const supportFactsOf = (job: Job): object => ({
  job: job.id,
  find: `npm run find -- ${job.id}`,
  task: taskIdOf(job),
  generatorJob: job.state === 'succeeded' ? job.result.generatorJobId : undefined,
  state: job.state,
  failure: job.state === 'failed' ? job.failure : undefined,
  lostAnswer: job.state === 'unknown' ? job.lostAnswer : undefined,
  requested: isoTime(job.acceptedAt),
  submitted: 'submittedAt' in job ? isoTime(job.submittedAt) : undefined,
  ended: isEnded(job) ? isoTime(job.endedAt) : undefined,
  family: job.submission.family,
  body: fieldsOf(job.submission),
});

/** Gives a file about a request that can be sent to the people who help. */
export const copyForSupport = jobAction({
  name: 'copy-for-support',
  may: FOR_ALL,
  needs: anyJob,
  answers: 'privately',
  run: (job, _use, context) => {
    const { support, supportFile } = context.words.details;
    return {
      kind: 'private',
      message: { content: support },
      files: [
        {
          name: FILE,
          data: Buffer.from(JSON.stringify(supportFactsOf(job), null, 2)),
          altText: supportFile,
        },
      ],
    };
  },
});
