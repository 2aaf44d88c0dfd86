import { randomBytes } from 'node:crypto';
import { workerPainter } from './painter/painters.ts';
import { runImageService } from './running-service.ts';
import type { ImageService, ImageServiceOptions } from './types.ts';

/** No picture that a person attaches to a message is larger than this. */
const MAX_REFERENCE_BYTES = 32 * 1024 * 1024;
const READ_TIMEOUT_MS = 10_000;

class UnreadableReferenceError extends Error {
  override readonly name = 'UnreadableReferenceError';
}

/** Reads a reference picture over HTTP. Throws a UnreadableReferenceError, or fetch's own error. */
const loadReference = async (url: string): Promise<Buffer> => {
  const response = await fetch(url, { signal: AbortSignal.timeout(READ_TIMEOUT_MS) });
  const picture = Buffer.from(await response.arrayBuffer());
  if (!response.ok) throw new UnreadableReferenceError(`status ${response.status}`);
  if (picture.length > MAX_REFERENCE_BYTES)
    throw new UnreadableReferenceError(`${picture.length} bytes are too many`);
  return picture;
};

export { ServiceStoppedError, WaitTimeoutError } from './service-record.ts';
export type { Fault } from './types.ts';
export { plainPainter } from './painter/painters.ts';
export type * from './painter/painters.ts';
export { workerPainter } from './painter/painters.ts';
export type * from './types.ts';

/** Long enough to watch a card change, short enough not to tire of it. */
const DURATIONS = { artgen: { minMs: 8_000, maxMs: 16_000 }, gen: { minMs: 5_000, maxMs: 11_000 } } as const;

/** What holds when nothing else is said; the painter is made apart, since it has a thread to end. */
const defaultOptions = (): Omit<ImageServiceOptions, 'painter'> => ({
  host: '127.0.0.1',
  port: 0,
  accounts: [{ name: 'sandbox', key: 'sandbox-key', quota: 1000 }],
  now: Date.now,
  seed: 1,
  durations: DURATIONS,
  unknownKeyStatus: 401,
  unknownTasks: 'left-out',
  pictureCacheBytes: 256 * 1024 * 1024,
  loadReference,
  newTaskId: () => randomBytes(16).toString('hex'),
});

/** Starts a stand-in for the image service, ready to be called at its `url`. */
export const startImageService = async (options: Partial<ImageServiceOptions> = {}): Promise<ImageService> =>
  runImageService({ ...defaultOptions(), ...options, painter: options.painter ?? workerPainter() });
