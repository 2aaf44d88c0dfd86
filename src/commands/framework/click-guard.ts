import type { Clock } from '../../lib/clock.ts';

/** Two clicks of one person on the same thing within this time are one: no one means to pay twice that fast. */
const CLICKS_MS = 5_000;

/** Lets what costs money happen once, however often it is asked for within a time. */
export class ClickGuard {
  readonly #clock: Pick<Clock, 'steady'>;
  readonly #windowMs: number;
  /** When each key was claimed, oldest first. */
  readonly #claimed = new Map<string, number>();
  /** Keys whose work goes on. */
  readonly #underWay = new Set<string>();

  constructor(clock: Pick<Clock, 'steady'>, windowMs = CLICKS_MS) {
    this.#clock = clock;
    this.#windowMs = windowMs;
  }

  /** Claims a key. False when it was claimed a moment ago. */
  claim(key: string): boolean {
    const now = this.#clock.steady();
    for (const [claimed, at] of this.#claimed) {
      if (now - at < this.#windowMs) break;
      this.#claimed.delete(claimed);
    }
    if (this.#claimed.has(key)) return false;
    this.#claimed.set(key, now);
    return true;
  }

  /** The next claim of a key counts, however soon it comes. */
  release(key: string): void {
    this.#claimed.delete(key);
  }

  /**
   * Does the work unless the same was begun a moment ago, or goes on; undefined then. Work that throws may be tried
   * again at once.
   */
  async run<T>(key: string, work: () => Promise<T>): Promise<T | undefined> {
    if (this.#underWay.has(key) || !this.claim(key)) return undefined;
    this.#underWay.add(key);
    try {
      return await work();
    } catch (error) {
      this.#claimed.delete(key);
      throw error;
    } finally {
      this.#underWay.delete(key);
    }
  }
}
