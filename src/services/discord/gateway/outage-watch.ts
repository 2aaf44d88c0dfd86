import type { Clock } from '../../../lib/clock.ts';
import { OperatorError } from '../../../lib/operator-error.ts';

const CHECK_EVERY_MS = 10_000;
/**
 * How long Discord may be out of reach before Easel ends, for its supervisor to start it anew. By then no session can be
 * resumed any more, so that a new process misses nothing that this one would have heard; it has fresh sockets and names, and
 * one that stands by on another machine can take over. Discord's own short outages are sat through.
 */
const MAX_OUTAGE_MS = 600_000;

/** Discord could not be reached for so long that a new process has a better chance. */
export class DiscordOutOfReachError extends OperatorError {
  override name = 'DiscordOutOfReachError';
  constructor() {
    super(
      `Discord could not be reached for ${MAX_OUTAGE_MS / 60_000} minutes. Easel ends, so that it can be started again.`,
    );
  }
}

/**
 * Looks at the connection until the signal aborts, or it was gone for too long.
 *
 * @param onTooLong told once of an outage that lasts.
 */
export const watchForOutage = async ({
  isReached,
  onTooLong,
  clock,
  signal,
}: {
  isReached: () => boolean;
  onTooLong: (error: DiscordOutOfReachError) => void;
  clock: Pick<Clock, 'sleep'>;
  signal: AbortSignal;
}): Promise<void> => {
  // The checks are counted, since the time of day also moves while the machine sleeps.
  for (let awayMs = 0; awayMs < MAX_OUTAGE_MS; awayMs = isReached() ? 0 : awayMs + CHECK_EVERY_MS) {
    await clock.sleep(CHECK_EVERY_MS, signal);
    if (signal.aborted) return;
  }
  onTooLong(new DiscordOutOfReachError());
};
