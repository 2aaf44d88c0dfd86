/** The two things that Easel asks of the service, whatever the family. */
export type Operation = 'submit' | 'job-status';

/** The facts of a failed call. They never contain an API key. */
export interface ImageApiErrorFacts {
  operation: Operation;
  /** The HTTP status of the answer; absent when there was no answer. */
  status?: number | undefined;
  /** The number in the service's error body, or its envelope code. */
  code?: number | undefined;
  /** The service's own words: material for a log, not written for people. */
  serviceMessage?: string | undefined;
  /** What `Retry-After` said, in milliseconds from the answer on. */
  retryAfterMs?: number | undefined;
  cause?: unknown;
}

const describe = (summary: string, { operation, status, code }: ImageApiErrorFacts): string => {
  const answer = status === undefined ? '' : `, HTTP ${status}`;
  return `${summary} (${operation}${answer}${code === undefined ? '' : `, code ${code}`})`;
};

/** Every failed call of the image service throws a subclass of this. */
export class ImageApiError extends Error {
  override name = 'ImageApiError';
  readonly operation: Operation;
  readonly status: number | undefined;
  readonly code: number | undefined;
  readonly serviceMessage: string | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(summary: string, facts: ImageApiErrorFacts) {
    super(describe(summary, facts), facts.cause === undefined ? undefined : { cause: facts.cause });
    this.operation = facts.operation;
    this.status = facts.status;
    this.code = facts.code;
    this.serviceMessage = facts.serviceMessage;
    this.retryAfterMs = facts.retryAfterMs;
  }
}

/** The account's quota does not suffice. A definite no: nothing was made, nothing was paid. */
export class QuotaError extends ImageApiError {
  override name = 'QuotaError';
  constructor(facts: ImageApiErrorFacts) {
    super('The image service says that the quota does not suffice', facts);
  }
}

/** The service does not accept the API key. A definite no. */
export class RefusedKeyError extends ImageApiError {
  override name = 'RefusedKeyError';
  constructor(facts: ImageApiErrorFacts) {
    super('The image service refused the API key', facts);
  }
}

/** The service declined the request because of its content. The same request gets the same answer. */
export class BadRequestError extends ImageApiError {
  override name = 'BadRequestError';
  constructor(facts: ImageApiErrorFacts) {
    super('The image service turned the request down', facts);
  }
}

/** Something else than the service answers at that address: a submission was not taken. The operator's to put right. */
export class WrongAddressError extends ImageApiError {
  override name = 'WrongAddressError';
  constructor(facts: ImageApiErrorFacts) {
    super('This address is not the image service', facts);
  }
}

/** Too many requests. The service did not take this one. */
export class RateLimitedError extends ImageApiError {
  override name = 'RateLimitedError';
  constructor(facts: ImageApiErrorFacts) {
    super('The image service asks for fewer requests', facts);
  }
}

/**
 * The service could not be asked. Of a submission, this is thrown only when it is certain that the
 * service did not take it; of a poll, after every kind of broken, late or 5xx answer.
 */
export class UnavailableError extends ImageApiError {
  override name = 'UnavailableError';
  constructor(facts: ImageApiErrorFacts) {
    super('The image service is not available', facts);
  }
}

/** A poll's answer is more than its tasks can amount to, so it was not read. One of them may be the cause. */
export class OversizedAnswerError extends ImageApiError {
  override name = 'OversizedAnswerError';
  constructor(facts: ImageApiErrorFacts) {
    super("The image service's answer is too large", facts);
  }
}

/**
 * The answer doesn't say what the service did. A submission may have been accepted and paid for, so it must never be sent again
 * automatically. An unreadable answer to a poll says nothing about its tasks.
 */
export class OutcomeUnknownError extends ImageApiError {
  override name = 'OutcomeUnknownError';
  constructor(facts: ImageApiErrorFacts) {
    const summary =
      facts.operation === 'submit'
        ? 'Whether the image service took the request is not known'
        : "The image service's answer can't be read";
    super(summary, facts);
  }
}
