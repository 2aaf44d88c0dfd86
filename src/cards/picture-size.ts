import { factsOf } from '../services/requests/families/index.ts';
import { isLargest, type PixelSize } from '../services/requests/output-size.ts';
import type { Reference } from '../services/requests/ask.ts';
import type { PicturedJob } from '../services/jobs/job.ts';
import type { MessagePicture } from '../messages/message.ts';

/** A size of which both sides are known. */
export const measured = ({ width, height }: Pick<Reference, 'width' | 'height'>): PixelSize | undefined =>
  width === undefined || height === undefined ? undefined : { width, height };

/** Whether a job's pictures are as large as the service makes them, so that 4K would redraw them in the same size. */
export const isIn4k = ({ result, submission }: PicturedJob): boolean => {
  const requested = factsOf(submission).size;
  const size = measured(result) ?? requested.exact;
  return size ? isLargest(size) : requested.isLargest;
};

/**
 * The size of a job's pictures, which are all of one size: as the service or Discord measured it, or as requested.
 *
 * @param shown the pictures of the message at which a person acts.
 */
export const sizeOf = (
  { result, submission }: PicturedJob,
  shown: readonly MessagePicture[] = [],
): PixelSize | undefined => measured(result) ?? measured(shown[0] ?? {}) ?? factsOf(submission).size.shape;
