const at = (data: Buffer, start: number, length: number): string =>
  data.toString('latin1', start, start + length);

/** A number in the data; past its end, one that leads past the end. */
const read = (data: Buffer, start: number, bytes: number): number =>
  start + bytes <= data.length ? data.readUIntBE(start, bytes) : data.length;

/** Goes through a file in steps that it tells itself, since a picture may hold others. Undefined: its end isn't there. */
const find = (
  data: Buffer,
  start: number,
  { isLast, step }: { isLast: (position: number) => boolean; step: (position: number) => number },
): number | undefined => {
  for (let position = start; position < data.length; position += step(position))
    if (isLast(position)) return position;
  return undefined;
};

const isPngWhole = (data: Buffer): boolean =>
  find(data, 8, {
    isLast: (chunk) => at(data, chunk + 4, 4) === 'IEND',
    step: (chunk) => 12 + read(data, chunk, 4),
  }) !== undefined;

/** Behind its segments comes the picture itself: https://www.w3.org/Graphics/JPEG/itu-t81.pdf */
const isJpegWhole = (data: Buffer): boolean => {
  const picture = find(data, 2, {
    isLast: (segment) => at(data, segment, 2) === '\xff\xda',
    step: (segment) => 2 + read(data, segment + 2, 2),
  });
  return picture !== undefined && data.includes('\xff\xd9', picture, 'latin1');
};

/** Its boxes fill the file; one without a length goes on to the end. */
const isAvifWhole = (data: Buffer): boolean => {
  let end = 0;
  while (end < data.length) end += read(data, end, 4) || data.length - end;
  return end === data.length;
};

interface Kind {
  ending: string;
  isOf: (data: Buffer) => boolean;
  /** Whether the end is there. */
  isWhole: (data: Buffer) => boolean;
}

/** Kinds of pictures that Discord shows from an upload. */
const KINDS: readonly Kind[] = [
  { ending: 'png', isOf: (data) => at(data, 1, 3) === 'PNG', isWhole: isPngWhole },
  { ending: 'jpg', isOf: (data) => at(data, 0, 2) === '\xff\xd8', isWhole: isJpegWhole },
  {
    ending: 'gif',
    isOf: (data) => at(data, 0, 4) === 'GIF8',
    isWhole: (data) => at(data, data.length - 2, 2) === '\0;',
  },
  {
    ending: 'webp',
    isOf: (data) => at(data, 0, 4) === 'RIFF' && at(data, 8, 4) === 'WEBP',
    isWhole: (data) => data.readUInt32LE(4) + 8 <= data.length,
  },
  {
    ending: 'avif',
    // The brand is the first, or one of those that fit: https://aomediacodec.github.io/av1-avif/#brands-overview
    isOf: (data) => at(data, 4, 4) === 'ftyp' && /avi[fs]/.test(at(data, 8, 56)),
    isWhole: isAvifWhole,
  },
];

/** The ending of a picture's file; undefined for what Discord doesn't show as a picture, and for one that is cut short. */
export const pictureKind = (data: Buffer): string | undefined => {
  const kind = KINDS.find(({ isOf }) => isOf(data));
  return kind?.isWhole(data) === true ? kind.ending : undefined;
};
