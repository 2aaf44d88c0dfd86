import type { Clock } from './clock.ts';

export interface PacerOptions {
  /** The time between two starts, in milliseconds: longer than one of them occupies the event loop. */
  gapMs: number;
  /** Whether something more urgent is under way: the gap is twice as long then, so that less starts, but it never stops. */
  isUrgent: () => boolean;
  clock: Pick<Clock, 'now' | 'sleep'>;
  /** Holds nothing back any longer once it aborts. */
  signal: AbortSignal;
}

/**
 * Spreads the starts of background work, so that work which becomes due at one moment doesn't stand in front of everything
 * else on the event loop.
 */
export class Pacer {
  readonly #options: PacerOptions;
  readonly #waiting: (() => void)[] = [];
  #isPacing = false;
  #startedAt = -Infinity;

  constructor(options: PacerOptions) {
    this.#options = options;
  }

  /** Resolves when one more piece of work may start: at once when none started a moment ago, else in the order of the calls. */
  turn(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (!this.#isPacing) void this.#pace();
    });
  }

  async #pace(): Promise<void> {
    const { clock, signal } = this.#options;
    this.#isPacing = true;
    for (let start = this.#waiting.shift(); start; start = this.#waiting.shift()) {
      for (let leftMs = this.#leftMs(); leftMs > 0; leftMs = this.#leftMs())
        await clock.sleep(leftMs, signal);
      start();
      this.#startedAt = clock.now();
    }
    this.#isPacing = false;
  }

  /** How long the last start keeps others waiting. */
  #leftMs(): number {
    const { gapMs, isUrgent, clock, signal } = this.#options;
    const passedMs = clock.now() - this.#startedAt;
    if (signal.aborted) return 0;
    return gapMs * (passedMs < gapMs || !isUrgent() ? 1 : 2) - passedMs;
  }
}
