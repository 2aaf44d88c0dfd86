/** As many events are looked back at. */
const SAMPLES = 9;
/** Older ones say nothing any more: either clock may have been set since. */
const SAMPLE_LIFETIME_MS = 10 * 60_000;
/** Clocks that are further apart than a day are not set at all, or the id was no snowflake. */
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

  /** How much longer than usual an event took, in milliseconds; 0 as long as nothing usual is known. */
  latenessMs(createdAt: number, receivedAt: number): number {
    const delayMs = receivedAt - createdAt;
    const isRecent = ({ at }: Sample) => Math.abs(receivedAt - at) <= SAMPLE_LIFETIME_MS;
    const usual = this.#samples.filter(isRecent).map((sample) => sample.delayMs);
    if (!(Math.abs(delayMs) <= MAX_CLOCK_OFFSET_MS)) return 0;
    // The middle one, so that neither an event that was held up nor one that met a wrong clock decides.
    const middle = usual.sort((a, b) => a - b)[Math.floor(usual.length / 2)] ?? delayMs;
    return Math.max(0, delayMs - middle);
  }
}
