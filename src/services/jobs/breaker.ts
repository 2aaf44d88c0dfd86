import type { Runtime } from '../operations/runtime.ts';
import type { JobEvents, PauseReason } from './events.ts';
import type { Job } from './job.ts';

/** What a submission told about its account. */
export type Outcome =
  { kind: 'answered' | 'unknown' } | { kind: 'away' | 'busy'; retryAfterMs?: number | undefined };

/** Why an account rests. From `until` on, one submission at a time is the probe, until one is answered. Times are ms since the epoch. */
export interface Pause {
  reason: PauseReason;
  /** When the outcome came that began it. */
  since: number;
  until: number;
  /** The service named this time (`Retry-After`): nothing leaves before. */
  notBefore: number;
  restMs: number;
}

/** Whether an account rests. */
export interface Breaker {
  /** Unknown outcomes in a row. */
  unknown: number;
  pause?: Pause;
}

/** The account submits as usual. */
export const CLOSED: Breaker = { unknown: 0 };

/** One unknown outcome is bad luck, two in a row are an outage. */
const OPENS_AT = 2;
/** The first rest and the longest. Each attempt that fails for the same reason doubles it. */
const RESTS_MS = {
  outage: [15_000, 120_000],
  away: [1_000, 60_000],
  busy: [1_000, 60_000],
} as const;
/** No job waits longer than an hour, so the service is asked again after one, even if it names a later time. */
const LONGEST_NAMED_MS = 3_600_000;

/**
 * The breaker after the outcome of a submission.
 *
 * @param sentIn the pause that stood when the submission left: only a submission of the present pause can end it.
 * @param now milliseconds since the epoch.
 * @param random from 0 to 1, for the jitter.
 */
export const after = (
  breaker: Breaker,
  outcome: Outcome,
  sentIn: Pause | undefined,
  now: number,
  random: number,
): Breaker => {
  const { pause, unknown } = breaker;
  const named = 'retryAfterMs' in outcome ? (outcome.retryAfterMs ?? 0) : 0;
  const notBefore = named === 0 ? 0 : now + Math.min(named, LONGEST_NAMED_MS);
  if (pause && pause !== sentIn) {
    // It left before the pause and says nothing about now, but a time that the service names is obeyed.
    const later = { ...pause, notBefore, until: Math.max(pause.until, notBefore) };
    return notBefore > pause.notBefore ? { unknown, pause: later } : breaker;
  }
  const rest = (reason: PauseReason): Pause => {
    const [first, longest] = RESTS_MS[reason];
    const restMs = Math.min(longest, pause?.reason === reason ? 2 * pause.restMs : first);
    const until = notBefore > 0 ? notBefore : now + restMs * (0.75 + random / 4);
    return { reason, since: now, until, notBefore, restMs };
  };
  switch (outcome.kind) {
    case 'answered':
      return CLOSED;
    case 'away':
    case 'busy':
      return { unknown, pause: rest(outcome.kind) };
    case 'unknown': {
      const inARow = unknown + 1;
      return pause || inARow >= OPENS_AT ? { unknown: inARow, pause: rest('outage') } : { unknown: inARow };
    }
  }
};

/** The breakers of all accounts, in memory: after a restart the first submissions find out. */
export class Breakers {
  readonly #breakers = new Map<string, Breaker>();

  constructor(
    private readonly runtime: Pick<Runtime, 'clock' | 'random' | 'log'>,
    private readonly events: JobEvents,
  ) {}

  /** Why an account rests or is tried; undefined when it submits as usual. */
  pauseOf(accountId: string): Pause | undefined {
    return this.#breakers.get(accountId)?.pause;
  }

  /** How many accounts rest or are tried. */
  get resting(): number {
    return [...this.#breakers.values()].filter(({ pause }) => pause).length;
  }

  /** How many accounts rest since the service is away or fails, which is nothing of theirs. */
  get cutOff(): number {
    const reasons = [...this.#breakers.values()].map(({ pause }) => pause?.reason);
    return reasons.filter((reason) => reason === 'away' || reason === 'outage').length;
  }

  /** Whether an account rests for an outage, which is the service's and concerns all accounts. */
  get isOutage(): boolean {
    return [...this.#breakers.values()].some(({ pause }) => pause?.reason === 'outage');
  }

  /** Learns from the outcome of a job's submission. `sentIn`: the pause that stood when it left. */
  learn(job: Job, outcome: Outcome, sentIn: Pause | undefined): void {
    const { id: accountId } = job.account;
    const before = this.#breakers.get(accountId) ?? CLOSED;
    const breaker = after(before, outcome, sentIn, this.runtime.clock.steady(), this.runtime.random());
    if (breaker.pause || breaker.unknown > 0) this.#breakers.set(accountId, breaker);
    else this.#breakers.delete(accountId);
    if (breaker.pause && breaker.pause.reason !== before.pause?.reason) {
      const { reason, restMs } = breaker.pause;
      this.runtime.log.warn('an account rests', { accountId, kind: reason, delayMs: restMs });
      this.events.emit('rests', job, reason);
    }
    if (before.pause && !breaker.pause) {
      this.runtime.log.info('an account submits again', { accountId });
      this.events.emit('recovered', job, before.pause.reason);
    }
  }
}
