import type { Clock } from '../../lib/clock.ts';
import type { Log } from './log.ts';

/** What every part may need of the process in which it runs. */
export interface Runtime {
  clock: Clock;
  /** From 0 to 1. */
  random: () => number;
  randomBytes: (count: number) => Buffer;
  log: Log;
  /** Aborts when Easel stops. */
  signal: AbortSignal;
}

const REFERENCE_BYTES = 4;

/** A name for one thing that happened, by which a person's error is found in the log. */
export const newReference = ({ randomBytes }: Pick<Runtime, 'randomBytes'>): string =>
  randomBytes(REFERENCE_BYTES).toString('hex');
