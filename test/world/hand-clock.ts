import type { Clock } from '../../src/lib/clock.ts';

/** A time that stands still until a test moves it, which wakes what sleeps until then. */
export class HandClock implements Clock {
  #now = Date.parse('2026-03-01T12:00:00Z');
  #stepMs = 0;
  readonly #sleepers = new Set<{ wakeAt: number; wake: () => void }>();

  now(): number {
    return this.#now + this.#stepMs;
  }

  steady(): number {
    return this.#now;
  }

  /** Sets the time of day: no time has passed. */
  step(milliseconds: number): void {
    this.#stepMs += milliseconds;
  }

  /** How long each sleeper has still to wait, in milliseconds, shortest first. */
  get waits(): number[] {
    return [...this.#sleepers].map(({ wakeAt }) => wakeAt - this.#now).sort((a, b) => a - b);
  }

  sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        this.#sleepers.delete(sleeper);
        signal?.removeEventListener('abort', wake);
        resolve();
      };
      const sleeper = { wakeAt: this.#now + milliseconds, wake };
      this.#sleepers.add(sleeper);
      signal?.addEventListener('abort', wake);
      if (signal?.aborted === true || milliseconds <= 0) wake();
    });
  }

  advance(milliseconds: number): void {
    this.#now += milliseconds;
    for (const { wakeAt, wake } of [...this.#sleepers]) if (wakeAt <= this.#now) wake();
  }
}
