import { randomBytes } from 'node:crypto';
import { workerPainter } from './painter/worker-painter.ts';
import { loadReference } from './references.ts';
import { RunningImageService } from './running-service.ts';
import type { ImageService, ImageServiceOptions } from './types.ts';

export { ServiceStoppedError, WaitTimeoutError } from './errors.ts';
export type { Fault } from './fault-types.ts';
export { plainPainter } from './painter/plain-painter.ts';
export type * from './painter/types.ts';
export { workerPainter } from './painter/worker-painter.ts';
export type * from './types.ts';

/** Long enough to watch a card change, short enough not to tire of it. */
const DURATIONS = {
  artgen: { minMs: 8_000, maxMs: 16_000 },
  gen: { minMs: 5_000, maxMs: 11_000 },
} as const;

/** What holds when nothing else is said; the painter is made apart, since it has a thread to end. */
const defaultOptions = (): Omit<ImageServiceOptions, 'painter'> => ({
  host: '127.0.0.1',
  port: 0,
  accounts: [{ name: 'sandbox', key: 'sandbox-key', quota: 1000 }],
  now: Date.now,
  seed: 1,
  durations: DURATIONS,
  unknownKeyStatus: 401,
  quotaStatus: 400,
  unknownTasks: 'left-out',
  pictureCacheBytes: 256 * 1024 * 1024,
  loadReference,
  newTaskId: () => randomBytes(16).toString('hex'),
});

/** Starts a stand-in for the image service, ready to be called at its `url`. */
export const startImageService = async (options: Partial<ImageServiceOptions> = {}): Promise<ImageService> =>
  RunningImageService.start({
    ...defaultOptions(),
    ...options,
    painter: options.painter ?? workerPainter(),
  });
