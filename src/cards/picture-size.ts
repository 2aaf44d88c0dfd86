import { isLargest, parseOutputSize, type PixelSize } from '../services/image-api/output-size.ts';
import type { Job, PicturedJob } from '../services/jobs/job.ts';
import type { MessagePicture } from '../messages/message.ts';

/** A size of which both sides are known. */
export const measured = ({ width, height }: Partial<PixelSize>): PixelSize | undefined =>
  width === undefined || height === undefined ? undefined : { width, height };

const RATIO = /^(?<width>\d{1,4}):(?<height>\d{1,4})$/;
/** The last one counts. */
const RATIO_FLAG = /^.*--(?:ar|aspect)\s+(?<ratio>\d+:\d+)/s;

/** As far as the shape goes. */
const requestedSize = ({ family, body }: Job['submission']): PixelSize | undefined => {
  const ratio = family === 'gen' ? body.aspect_ratio : RATIO_FLAG.exec(body.prompt)?.groups?.['ratio'];
  const { width, height } = RATIO.exec(ratio ?? '')?.groups ?? {};
  const size = { width: Number(width), height: Number(height) };
  return size.width > 0 && size.height > 0 ? size : undefined;
};

/** Whether a job's pictures are as large as the service makes them, so that 4K would redraw them in the same size. */
export const isIn4k = ({ result, submission: { family, body } }: PicturedJob): boolean => {
  const requested = family === 'gen' && body.size === '4K' ? (body.output_size ?? '') : undefined;
  const size = measured(result) ?? parseOutputSize(requested ?? '');
  // Without an exact size, 4K is as large as can be.
  return size === undefined ? requested === '' : isLargest(size);
};

/**
 * The size of a job's pictures, which are all of one size: as the service or Discord measured it, or as requested.
 *
 * @param shown the pictures of the message at which a person acts.
 */
export const sizeOf = (
  { result, submission }: PicturedJob,
  shown: readonly MessagePicture[] = [],
): PixelSize | undefined => measured(result) ?? measured(shown[0] ?? {}) ?? requestedSize(submission);
