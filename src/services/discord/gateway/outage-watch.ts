import type { Clock } from '../../../lib/clock.ts';
import { OperatorError } from '../../../lib/operator-error.ts';

const CHECK_EVERY_MS = 10_000;
/**
 * How long Discord can be unreachable before Easel exits, so that its supervisor restarts it. By then no session can be
 * resumed, so a new process misses no event that this one would get. It starts with fresh sockets and DNS results, or a
 * standby on another machine takes over. Shorter outages are waited out.
 */
const MAX_OUTAGE_MS = 600_000;

/** Discord has been unreachable for so long that a new process has a better chance. */
export class DiscordOutOfReachError extends OperatorError {
  override name = 'DiscordOutOfReachError';
  constructor() {
    super(
      `Discord couldn't be reached for ${MAX_OUTAGE_MS / 60_000} minutes, so Easel exits. If your supervisor doesn't restart it, start it again.`,
    );
  }
}

/**
 * Watches the connection until the signal aborts or an outage lasts too long.
 *
 * @param onTooLong called once when an outage lasts too long.
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
  // Counts checks instead of time, because the clock also advances while the machine sleeps.
  for (let awayMs = 0; awayMs < MAX_OUTAGE_MS; awayMs = isReached() ? 0 : awayMs + CHECK_EVERY_MS) {
    await clock.sleep(CHECK_EVERY_MS, signal);
    if (signal.aborted) return;
  }
  onTooLong(new DiscordOutOfReachError());
};
