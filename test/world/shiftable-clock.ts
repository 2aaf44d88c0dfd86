import { systemClock, type Clock } from '../../src/lib/clock.ts';

/** The real time, which a test can move forward; that wakes what sleeps until then. */
export class ShiftableClock implements Clock {
  #shiftMs = 0;
  readonly #sleepers = new Set<{ wakeAt: number; wake: AbortController }>();

  now(): number {
    return systemClock.now() + this.#shiftMs;
  }

  async sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    const wake = new AbortController();
    const sleeper = { wakeAt: this.now() + milliseconds, wake };
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
    for (const { wakeAt, wake } of this.#sleepers) if (wakeAt <= this.now()) wake.abort();
  }
}
