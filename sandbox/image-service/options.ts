import { randomBytes } from 'node:crypto';
import { type Painter, workerPainter } from './painter/painters.ts';
import type { DurationRange, Family, NewAccount } from './types.ts';

/** No picture that a person attaches to a message is larger than this. */
const MAX_REFERENCE_BYTES = 32 * 1024 * 1024;
const READ_TIMEOUT_MS = 10_000;

const loadReference = async (url: string): Promise<Buffer> => {
  const response = await fetch(url, { signal: AbortSignal.timeout(READ_TIMEOUT_MS) });
  const picture = Buffer.from(await response.arrayBuffer());
  if (!response.ok) throw new Error(`status ${response.status}`);
  if (picture.length > MAX_REFERENCE_BYTES) throw new Error(`${picture.length} bytes are too many`);
  return picture;
};

/** What can be said of a stand-in, with what holds when nothing is said. */
export class ImageServiceOptions {
  /** 0 takes any free port. */
  port = 0;
  /** Accounts that are open from the start. */
  accounts: readonly NewAccount[] = [{ name: 'sandbox', key: 'sandbox-key', quota: 1000 }];
  /** Milliseconds since the epoch; tells how far every task is. */
  now: () => number = Date.now;
  /** Start of the random row that durations and pictures are drawn from. */
  seed = 1;
  /** Long enough to watch a card change, short enough not to tire of it. */
  durations: Readonly<Record<Family, DurationRange>> = {
    artgen: { minMs: 8_000, maxMs: 16_000 },
    gen: { minMs: 5_000, maxMs: 11_000 },
  };
  /** HTTP status for a missing or unknown key. */
  unknownKeyStatus = 401;
  /** What a job-status call says of an id it does not know: nothing, or 400 for the whole call. */
  unknownTasks: 'left-out' | 'bad-request' = 'left-out';
  /** Fails a gen task whose prompt has no word like one of these. */
  instruction: RegExp | undefined = undefined;
  /** Makes the pictures, by default in a worker thread. `plainPainter()` is the quick one. */
  painter: Painter = workerPainter();
  /** Reads one reference picture; a rejection fails the task. */
  loadReference: (url: string) => Promise<Buffer> = loadReference;
  /** Must never give the same id twice. */
  newTaskId: () => string = () => randomBytes(16).toString('hex');
}
