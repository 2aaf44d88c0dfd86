import type { Deletions } from '../services/jobs/deletions.ts';
import { hasPictures, isDeleted, type Job } from '../services/jobs/job.ts';
import type { OpenJobs } from '../services/jobs/open-jobs.ts';
import type { Source } from '../services/requests/ask.ts';
import type { Messages } from './messages.ts';

/** Looks whether the pictures that requests start from are still there. */
export class Sources {
  constructor(
    private readonly messages: Pick<Messages, 'picturesOf' | 'controlsOf'>,
    private readonly openJobs: Pick<OpenJobs, 'find'>,
    private readonly deletions: Pick<Deletions, 'forgetPictures'>,
  ) {}

  /**
   * A job after a look at its message, where it may be noticed that this was deleted.
   * @param shownId the message on which a person clicked, which is there.
   */
  async lookedAt(job: Job, shownId?: string): Promise<Job> {
    const isThere = shownId !== undefined && shownId === job.target.messageId;
    if (!hasPictures(job) || isThere || (await this.messages.picturesOf(job.target)) !== 'deleted')
      return job;
    return (await this.deletions.forgetPictures(job.id)) ?? job;
  }

  /**
   * Whether a picture was deleted since it was chosen, by Easel or by Discord's own means. What can't be seen is taken to be there.
   *
   * @param looks false: what Discord alone deleted isn't looked up.
   * @param shownId as above.
   */
  async isDeleted({ jobId, message }: Source, looks: boolean, shownId?: string): Promise<boolean> {
    const job = jobId === undefined ? undefined : await this.openJobs.find(jobId);
    if (job && isDeleted(looks ? await this.lookedAt(job, shownId) : job)) return true;
    if (!looks || !message || message.messageId === job?.target.messageId) return false;
    return this.messages.controlsOf(message.channelId, message.messageId).then(
      (controls) => controls === undefined,
      () => false,
    );
  }
}
