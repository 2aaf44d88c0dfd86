/** Too many jobs of the account wait already. */
export class QueueFullError extends Error {
  override name = 'QueueFullError';
  readonly waiting: number;

  constructor(waiting: number) {
    super(`${waiting} jobs wait already`);
    this.waiting = waiting;
  }
}

/** The job was submitted, so it can't be stopped any more. */
export class AlreadyUnderWayError extends Error {
  override name = 'AlreadyUnderWayError';
  readonly jobId: string;

  constructor(jobId: string) {
    super(`Job ${jobId} was submitted already`);
    this.jobId = jobId;
  }
}

/** The job is no longer kept, or not in a state in which that can be done. */
export class JobNotFoundError extends Error {
  override name = 'JobNotFoundError';
  readonly jobId: string;

  constructor(jobId: string) {
    super(`Job ${jobId} is not there, or not in that state`);
    this.jobId = jobId;
  }
}
