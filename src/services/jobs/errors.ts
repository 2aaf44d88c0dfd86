/** What stands in the way of something a person wants of a job. */
abstract class JobsError extends Error {
  constructor(message: string) {
    super(message);
    this.name = new.target.name;
  }
}

/** Too many jobs of the account wait already. */
export class QueueFullError extends JobsError {
  readonly waiting: number;

  constructor(waiting: number) {
    super(`${waiting} jobs wait already`);
    this.waiting = waiting;
  }
}

/** The job was submitted, so it can't be stopped any more. */
export class AlreadyUnderWayError extends JobsError {
  readonly jobId: string;

  constructor(jobId: string) {
    super(`Job ${jobId} was submitted already`);
    this.jobId = jobId;
  }
}

/** The job is no longer kept, or not in a state in which that can be done. */
export class JobNotFoundError extends JobsError {
  readonly jobId: string;

  constructor(jobId: string) {
    super(`Job ${jobId} is not there, or not in that state`);
    this.jobId = jobId;
  }
}
