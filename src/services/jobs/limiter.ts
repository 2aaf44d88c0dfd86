import Bottleneck from 'bottleneck';
import type { Clock } from '../../lib/clock.ts';

/** A Group forgets a limiter this long after its last start, even while its calls run. So this is longer than any call. */
const IDLE_MS = 3_600_000;
/** Polls have slots of their own, so that submissions that hang don't hold them up. */
const POLLS_AT_ONCE = 4;

export interface AccountLimiterOptions {
  /** Of one account: how many calls of a kind start in a second, evenly spaced. May be a fraction. */
  requestsPerSecond: number;
  /** Of one account: how many submissions are under way at a time. */
  concurrency: number;
  clock: Pick<Clock, 'steady' | 'sleep'>;
}

/** Spaces starts evenly. Bottleneck's `minTime` goes by the time of day, and would wait for hours when that is set back. */
class Pace {
  readonly #gapMs: number;
  readonly #clock: Pick<Clock, 'steady' | 'sleep'>;
  /** By account: when the next may start. */
  readonly #next = new Map<string, number>();

  constructor(gapMs: number, clock: Pick<Clock, 'steady' | 'sleep'>) {
    this.#gapMs = gapMs;
    this.#clock = clock;
  }

  /** Runs it when its turn has come. */
  async start<T>(accountId: string, run: () => Promise<T>): Promise<T> {
    const now = this.#clock.steady();
    const startAt = Math.max(now, this.#next.get(accountId) ?? 0);
    this.#next.set(accountId, startAt + this.#gapMs);
    if (startAt > now) await this.#clock.sleep(startAt - now);
    return run();
  }
}

/** Paces the calls of each account. It holds nothing else back: a granted start decides which job goes next. */
export class AccountLimiter {
  readonly #submissions: Bottleneck.Group;
  readonly #polls: Bottleneck.Group;
  readonly #submissionPace: Pace;
  readonly #pollPace: Pace;

  constructor({ requestsPerSecond, concurrency, clock }: AccountLimiterOptions) {
    const gapMs = Math.ceil(1_000 / requestsPerSecond);
    this.#submissionPace = new Pace(gapMs, clock);
    this.#pollPace = new Pace(gapMs, clock);
    this.#submissions = new Bottleneck.Group({ maxConcurrent: concurrency, timeout: IDLE_MS });
    this.#polls = new Bottleneck.Group({ maxConcurrent: POLLS_AT_ONCE, timeout: IDLE_MS });
  }

  /** Runs a submission as soon as its account may start one. */
  submission<T>(accountId: string, run: () => Promise<T>): Promise<T> {
    return this.#submissions.key(accountId).schedule(() => this.#submissionPace.start(accountId, run));
  }

  /** Runs a poll as soon as its account may start one. */
  poll<T>(accountId: string, run: () => Promise<T>): Promise<T> {
    return this.#polls.key(accountId).schedule(() => this.#pollPace.start(accountId, run));
  }
}
