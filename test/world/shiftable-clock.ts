import { systemClock, type Clock } from '../../src/lib/clock.ts';

/** The real time, which a test can move forward; that wakes what sleeps until then. */
export class ShiftableClock implements Clock {
  #shiftMs = 0;
  #stepMs = 0;
  readonly #sleepers = new Set<{ wakeAt: number; wake: AbortController }>();

  now(): number {
    return systemClock.now() + this.#shiftMs + this.#stepMs;
  }

  /** The time of those whose clocks are right: Discord, and the image service. */
  trueTime(): number {
    return systemClock.now() + this.#shiftMs;
  }

  steady(): number {
    return systemClock.steady() + this.#shiftMs;
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
      wake.abort();
    };
    if (signal?.aborted === true) end();
    signal?.addEventListener('abort', end);
    await systemClock.sleep(milliseconds, wake.signal);
    signal?.removeEventListener('abort', end);
    this.#sleepers.delete(sleeper);
  }

  advance(milliseconds: number): void {
    this.#shiftMs += milliseconds;
    for (const { wakeAt, wake } of this.#sleepers) if (wakeAt <= this.steady()) wake.abort();
  }
}
