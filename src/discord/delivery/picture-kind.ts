const at = (data: Buffer, start: number, length: number): string =>
  data.toString('latin1', start, start + length);

/** From its end, where the mark is unless others wrote something behind it. */
const holds = (data: Buffer, mark: string): boolean => data.lastIndexOf(mark, undefined, 'latin1') >= 0;

interface Kind {
  ending: string;
  isOf: (data: Buffer) => boolean;
  /** Whether the end is there; absent where that can't be seen. */
  isWhole?: (data: Buffer) => boolean;
}

/** Kinds of pictures that Discord shows from an upload. */
const KINDS: readonly Kind[] = [
  { ending: 'png', isOf: (data) => at(data, 1, 3) === 'PNG', isWhole: (data) => holds(data, 'IEND') },
  {
    ending: 'jpg',
    isOf: (data) => at(data, 0, 2) === '\xff\xd8',
    isWhole: (data) => holds(data, '\xff\xd9'),
  },
  { ending: 'gif', isOf: (data) => at(data, 0, 4) === 'GIF8' },
  {
    ending: 'webp',
    isOf: (data) => at(data, 0, 4) === 'RIFF' && at(data, 8, 4) === 'WEBP',
    isWhole: (data) => data.readUInt32LE(4) + 8 <= data.length,
  },
  // The brand is the first, or one of those that fit: https://aomediacodec.github.io/av1-avif/#brands-overview
  { ending: 'avif', isOf: (data) => at(data, 4, 4) === 'ftyp' && /avi[fs]/.test(at(data, 8, 56)) },
];

/** The ending of a picture's file; undefined for what Discord doesn't show as a picture, and for one that is cut short. */
export const pictureKind = (data: Buffer): string | undefined => {
  const kind = KINDS.find(({ isOf }) => isOf(data));
  return kind?.isWhole?.(data) === false ? undefined : kind?.ending;
};
