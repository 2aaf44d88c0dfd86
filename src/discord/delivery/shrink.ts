/**
 * A program of its own that makes one still picture smaller, from stdin to stdout. Its arguments are the largest size and the
 * picture's own, in bytes; it writes nothing when that isn't possible. Decoded pictures take tens of megabytes in each thread that
 * touches them, and only the end of a process gives that back.
 */
import sharp, { type Metadata } from 'sharp';

/** More pixels than this, which no service makes, are not even looked at. */
const MAX_PIXELS = 40_000_000;
/** What this program may take, beside its own some 70 MB and the file. */
const MAX_WORK_BYTES = 190_000_000;
/**
 * The bytes that are taken for each byte of the decoded picture, as measured (docs/benchmarks.md): JPEG and PNG are decoded line by
 * line, unless they come in passes; other formats whole, and more than once. WebP is written whole, too.
 */
const TAKEN = { lines: 3, passes: 4, whole: 8, transparent: 5 };
/**
 * Only the formats that Discord shows: an SVG drawing of 11 MB takes more than a gigabyte.
 * https://sharp.pixelplumbing.com/api-utility/#block
 */
const DECODED = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((kind) => `VipsForeignLoad${kind}`);

/** First reduces quality, where it is hardly visible, then size. */
const STEPS = [
  { quality: 90, scale: 1 },
  { quality: 82, scale: 1 },
  { quality: 74, scale: 1 },
  { quality: 80, scale: 0.75 },
  { quality: 80, scale: 0.5 },
  { quality: 75, scale: 0.35 },
  { quality: 70, scale: 0.25 },
] as const;

/** About what shrinking takes, by what stands at the beginning of the file. */
const workBytesOf = ({
  width,
  height,
  channels,
  depth,
  format,
  hasAlpha,
  isProgressive,
}: Metadata): number => {
  const sampleBytes = depth === 'uchar' ? 1 : 2;
  const byLines = isProgressive ? TAKEN.passes : TAKEN.lines;
  const read = format === 'jpeg' || format === 'png' ? byLines : TAKEN.whole;
  return width * height * channels * sampleBytes * (read + (hasAlpha ? TAKEN.transparent : 0));
};

/** As good and as large as possible: as JPEG or, if it is transparent, as WebP. */
const shrink = async (data: Buffer, maxBytes: number): Promise<Buffer | undefined> => {
  // Nothing is decoded twice, and other work needs the processors, too.
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: DECODED });
  const open = () => sharp(data, { limitInputPixels: MAX_PIXELS, sequentialRead: true, failOn: 'error' });
  const metadata = await open().metadata();
  const { autoOrient, hasAlpha, pages = 1 } = metadata;
  if (pages > 1 || workBytesOf(metadata) > MAX_WORK_BYTES) return undefined;
  for (const { quality, scale } of STEPS) {
    const picture = open().autoOrient();
    const sized = scale === 1 ? picture : picture.resize({ width: Math.ceil(autoOrient.width * scale) });
    // The least effort: more of it takes many times as long and saves little.
    const encoded = hasAlpha ? sized.webp({ quality, effort: 0 }) : sized.jpeg({ quality });
    const smaller = await encoded.toBuffer();
    if (smaller.length <= maxBytes) return smaller;
  }
  return undefined;
};

const [maxBytes = 0, bytes = 0] = process.argv.slice(2).map(Number);
// In one buffer: a large picture would be there twice while pieces are joined.
const picture = Buffer.allocUnsafeSlow(bytes);
let length = 0;
for await (const piece of process.stdin as AsyncIterable<Buffer>) length += piece.copy(picture, length);
process.stdout.write((await shrink(picture, maxBytes)) ?? '');
