/** A limit for what never happens. What is merely slow stays far below it, on a busy machine that is slow already, too. */
export const HANGS_AFTER_MS = 180_000;

interface WaitSource {
  /** Calls `look` after every change; returns what ends that. */
  watch: (look: () => void, giveUp: (error: Error) => void) => () => void;
  timeoutMs: number;
  /** The error of a wait that took too long. */
  late: () => Error;
}

/**
 * Settles with the first value of `condition` that is neither false nor nullish, looked at now and after every change.
 * @throws what `condition` throws, or `late` after `timeoutMs` in real time
 */
export const waitFor = <T>(
  condition: () => T | false | null | undefined,
  { watch, timeoutMs, late }: WaitSource,
): Promise<T> =>
  new Promise((resolve, reject) => {
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      stop();
      settle();
    };
    const giveUp = (error: Error): void => end(() => reject(error));
    const look = (): void => {
      try {
        const value = condition();
        if (value !== undefined && value !== null && value !== false) end(() => resolve(value));
      } catch (error) {
        giveUp(error instanceof Error ? error : new Error(String(error)));
      }
    };
    const timer = setTimeout(() => giveUp(late()), timeoutMs);
    const stop = watch(look, giveUp);
    look();
  });
