import Bottleneck from 'bottleneck';

/** A Group forgets a limiter this long after its last start, though its calls are under way: longer than any call. */
const IDLE_MS = 3_600_000;
/** Polls have slots of their own, so that submissions that hang don't hold them up. */
const POLLS_AT_ONCE = 4;

export interface AccountLimiterOptions {
  /** Of one account: how many calls of a kind start in a second, evenly spaced. May be a fraction. */
  requestsPerSecond: number;
  /** Of one account: how many submissions are under way at a time. */
  concurrency: number;
}

/** Paces the calls of each account. It holds nothing else back: a granted start decides which job goes next. */
export class AccountLimiter {
  readonly #submissions: Bottleneck.Group;
  readonly #polls: Bottleneck.Group;

  constructor({ requestsPerSecond, concurrency }: AccountLimiterOptions) {
    const minTime = Math.ceil(1_000 / requestsPerSecond);
    this.#submissions = new Bottleneck.Group({ minTime, maxConcurrent: concurrency, timeout: IDLE_MS });
    this.#polls = new Bottleneck.Group({ minTime, maxConcurrent: POLLS_AT_ONCE, timeout: IDLE_MS });
  }

  /** Runs a submission as soon as its account may start one. */
  submission<T>(accountId: string, run: () => Promise<T>): Promise<T> {
    return this.#submissions.key(accountId).schedule(run);
  }

  /** Runs a poll as soon as its account may start one. */
  poll<T>(accountId: string, run: () => Promise<T>): Promise<T> {
    return this.#polls.key(accountId).schedule(run);
  }
}
