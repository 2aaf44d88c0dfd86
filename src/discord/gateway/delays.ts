/** How many recent events are used. */
const SAMPLES = 9;
/** Older samples are useless: either clock may have been set since. */
const SAMPLE_LIFETIME_MS = 10 * 60_000;
/** If clocks differ by more than a day, one isn't set, or the id isn't a snowflake. */
const MAX_CLOCK_OFFSET_MS = 86_400_000;

interface Sample {
  delayMs: number;
  at: number;
}

/**
 * How long events take from Discord's clock to ours, which holds the difference between the two. Only against that can an
 * event be called late: ours may be wrong by any amount, and may be set at any time.
 */
export class Delays {
  #samples: Sample[] = [];

  /**
   * Learns from an event that came as it happened.
   *
   * @param createdAt by Discord's clock, in milliseconds since the epoch.
   * @param receivedAt by ours.
   */
  learn(createdAt: number, receivedAt: number): void {
    const delayMs = receivedAt - createdAt;
    // False for NaN, too.
    if (!(Math.abs(delayMs) <= MAX_CLOCK_OFFSET_MS)) return;
    this.#samples = [...this.#samples.slice(1 - SAMPLES), { delayMs, at: receivedAt }];
  }

  /** How much longer than usual an event took, in milliseconds; 0 until enough is known. */
  latenessMs(createdAt: number, receivedAt: number): number {
    const delayMs = receivedAt - createdAt;
    const isRecent = ({ at }: Sample) => Math.abs(receivedAt - at) <= SAMPLE_LIFETIME_MS;
    const usual = this.#samples.filter(isRecent).map((sample) => sample.delayMs);
    if (!(Math.abs(delayMs) <= MAX_CLOCK_OFFSET_MS)) return 0;
    // The median ignores delayed events and events from times with a wrong clock.
    const middle = usual.sort((a, b) => a - b)[Math.floor(usual.length / 2)] ?? delayMs;
    return Math.max(0, delayMs - middle);
  }
}
