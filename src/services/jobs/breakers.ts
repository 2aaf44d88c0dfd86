import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../operations/log.ts';
import { after, CLOSED, takesNewcomers, triedAt, type Breaker, type Outcome, type Pause } from './breaker.ts';
import type { JobEvents } from './events.ts';
import type { Job } from './job.ts';

export interface BreakersOptions {
  events: JobEvents;
  clock: Pick<Clock, 'now'>;
  random: () => number;
  log: Pick<Log, 'warn' | 'info'>;
}

/** The breakers of all accounts, in memory: after a restart the first submissions find out. */
export class Breakers {
  readonly #options: BreakersOptions;
  readonly #breakers = new Map<string, Breaker>();

  constructor(options: BreakersOptions) {
    this.#options = options;
  }

  /** Why an account rests or is tried; undefined when it submits as usual. */
  pauseOf(accountId: string): Pause | undefined {
    return this.#breakers.get(accountId)?.pause;
  }

  /** How many accounts rest or are tried. */
  get resting(): number {
    return [...this.#breakers.values()].filter(({ pause }) => pause).length;
  }

  /** Whether an account rests for an outage, which is the service's and concerns all accounts. */
  get isOutage(): boolean {
    return [...this.#breakers.values()].some(({ pause }) => pause?.reason === 'outage');
  }

  /** Learns from the outcome of a job's submission. `sentIn`: the pause that stood when it left. */
  learn(job: Job, outcome: Outcome, sentIn: Pause | undefined): void {
    const { clock, random, log, events } = this.#options;
    const { id: accountId } = job.account;
    const before = this.#breakers.get(accountId) ?? CLOSED;
    const breaker = after(before, outcome, sentIn, clock.now(), random());
    this.#set(accountId, breaker);
    if (breaker.pause && breaker.pause.reason !== before.pause?.reason) {
      const { reason, restMs } = breaker.pause;
      log.warn('an account rests', { accountId, kind: reason, delayMs: restMs });
      events.emit('rests', job, reason);
    }
    if (before.pause && !breaker.pause) {
      log.info('an account submits again', { accountId });
      events.emit('recovered', job, before.pause.reason);
    }
  }

  /** Ends a rest, unless the service asked for it. False: there was none. */
  tryNow(accountId: string): boolean {
    const now = this.#options.clock.now();
    const breaker = this.#breakers.get(accountId);
    if (!breaker?.pause || breaker.pause.until <= now) return false;
    this.#set(accountId, triedAt(breaker, now));
    return true;
  }

  /** Whether a newcomer is let through while the quota is used up, to find out whether it still is. */
  takesNewcomers(accountId: string): boolean {
    return takesNewcomers(this.#breakers.get(accountId) ?? CLOSED, this.#options.clock.now());
  }

  #set(accountId: string, breaker: Breaker): void {
    if (breaker.pause || breaker.unknown > 0) this.#breakers.set(accountId, breaker);
    else this.#breakers.delete(accountId);
  }
}
