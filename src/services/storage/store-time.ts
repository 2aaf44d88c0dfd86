import type { Clock } from '../../lib/clock.ts';

/** The key of the row with the time at the last look. */
export const TIME_KEY = 'time';

/** How long a process must see a later time of day before it believes it and removes data. */
const BELIEVED_AFTER_MS = 6 * 3_600_000;

/**
 * The time by which rows expire. The time of day can be wrong by weeks, for example when a machine starts, and what is thrown away
 * stays away. So this time goes on from the last look by the clock that can't be set, over restarts, and never back; it follows the
 * time of day only when that was later at all looks of six hours.
 */
export class StoreTime {
  readonly #clock: Pick<Clock, 'now' | 'steady'>;
  /** What to add to the steady clock. */
  #offsetMs: number;
  /** Since when the time of day has been later, by the steady clock. */
  #laterSince: number | undefined;

  /** @param known the time at the last look, if there was one. */
  constructor(clock: Pick<Clock, 'now' | 'steady'>, known: number | undefined) {
    this.#clock = clock;
    this.#offsetMs = (known ?? clock.now()) - clock.steady();
  }

  /** What ended before has expired. */
  now(): number {
    return this.#clock.steady() + this.#offsetMs;
  }

  /** From when a lifetime counts that begins now: the later of both times, so that none is cut short when they agree again. */
  beginning(): number {
    return Math.max(this.#clock.now(), this.now());
  }

  /** Looks at the time of day. */
  look(): void {
    const steady = this.#clock.steady();
    const offsetMs = this.#clock.now() - steady;
    if (offsetMs <= this.#offsetMs) {
      this.#laterSince = undefined;
      return;
    }
    this.#laterSince ??= steady;
    if (steady - this.#laterSince < BELIEVED_AFTER_MS) return;
    this.#offsetMs = offsetMs;
    this.#laterSince = undefined;
  }
}
