import { systemClock, type Clock } from '../../src/lib/clock.ts';

/** Why a wait ends: without a reason, Node makes an error with its stack. */
const OVER = 'over';
const TICK_MS = 10;
/** What a tick takes at most, as long as this process gets on. */
const LONGEST_TICK_MS = 15;

/** Another clock, as far as this process gets on. */
class Pace {
  readonly #time: () => number;
  /** How long the machine did other things, up to the last tick. */
  #lostMs = 0;
  #tickedAt: number;

  constructor(time: () => number) {
    this.#time = time;
    this.#tickedAt = time();
  }

  now(): number {
    return this.#time() - this.#lost();
  }

  tick(): void {
    this.#lostMs = this.#lost();
    this.#tickedAt = this.#time();
  }

  #lost(): number {
    return this.#lostMs + Math.max(0, this.#time() - this.#tickedAt - LONGEST_TICK_MS);
  }
}

/**
 * The time as far as this process gets on, which a test can move forward; that wakes what sleeps until then. While the machine does
 * other things, no time passes: what is answered within a second on a quiet machine is so on a busy one.
 */
export class ShiftableClock implements Clock {
  #shiftMs = 0;
  #stepMs = 0;
  readonly #times: number;
  readonly #day = new Pace(() => systemClock.now());
  readonly #steady = new Pace(() => systemClock.steady());
  readonly #sleepers = new Set<{ wakeAt: number; wake: AbortController }>();
  readonly #ticking = setInterval(() => {
    this.#tick();
  }, TICK_MS).unref();

  /** @param times how many times as fast as usual time passes. */
  constructor(times = 1) {
    this.#times = times;
  }

  /** Of a world that has ended, it needs no ticks. */
  end(): void {
    clearInterval(this.#ticking);
  }

  now(): number {
    return this.trueTime() + this.#stepMs;
  }

  /** The time of those whose clocks are right: Discord, and the image service. */
  trueTime(): number {
    // Whole milliseconds, as every time of day.
    return Math.floor(this.#day.now() + this.#shiftMs);
  }

  steady(): number {
    return this.#steady.now() + this.#shiftMs;
  }

  /** Sets the time of day, as an operator or a time server does: no time has passed. */
  step(milliseconds: number): void {
    this.#stepMs += milliseconds;
  }

  /** How long each sleeper has still to wait, in milliseconds. */
  get waits(): number[] {
    return [...this.#sleepers].map(({ wakeAt }) => wakeAt - this.steady());
  }

  async sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    const wake = new AbortController();
    const sleeper = { wakeAt: this.steady() + milliseconds, wake };
    this.#sleepers.add(sleeper);
    const end = () => {
      wake.abort(OVER);
    };
    if (signal?.aborted === true) end();
    signal?.addEventListener('abort', end);
    do await systemClock.sleep(Math.max(1, sleeper.wakeAt - this.steady()), wake.signal);
    while (!wake.signal.aborted && sleeper.wakeAt > this.steady());
    signal?.removeEventListener('abort', end);
    this.#sleepers.delete(sleeper);
  }

  advance(milliseconds: number): void {
    this.#shiftMs += milliseconds;
    this.#wakeDueSleepers();
  }

  #tick(): void {
    this.#shiftMs += TICK_MS * (this.#times - 1);
    this.#day.tick();
    this.#steady.tick();
    // A timer waits for what it was set to, though a move may have left less than a tick of it.
    this.#wakeDueSleepers();
  }

  #wakeDueSleepers(): void {
    const now = this.steady();
    for (const { wakeAt, wake } of this.#sleepers) if (wakeAt <= now) wake.abort(OVER);
  }
}
