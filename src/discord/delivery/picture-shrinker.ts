import pLimit from 'p-limit';
import type sharp from 'sharp';
import type { Log } from '../../services/operations/log.ts';

/** Decoded, a picture takes four bytes a pixel: more pixels than this, which no service makes, are not decoded. */
const MAX_PIXELS = 40_000_000;
/**
 * What Discord shows, and nothing else: a drawing of 11 MB takes more than a gigabyte.
 * https://sharp.pixelplumbing.com/api-utility/#block
 */
const DECODED = ['Jpeg', 'Png', 'Webp', 'Nsgif'].map((kind) => `VipsForeignLoad${kind}`);
/** For one attempt, and for all attempts at one picture. */
const ATTEMPT_S = 15;
const TIMEOUT_MS = 30_000;

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

export interface PictureShrinkerOptions {
  log: Log;
  /** Loads the library; by default when it is needed for the first time. */
  load?: () => Promise<typeof sharp>;
}

const loadSharp = async (): Promise<typeof sharp> => (await import('sharp')).default;

/**
 * Makes pictures smaller, one at a time and outside of the event loop. Without the library, or where it fails, pictures
 * stay as they are.
 */
export class PictureShrinker {
  readonly #log: Log;
  readonly #load: NonNullable<PictureShrinkerOptions['load']>;
  readonly #queue = pLimit(1);
  #library: Promise<typeof sharp | undefined> | undefined;

  constructor({ log, load = loadSharp }: PictureShrinkerOptions) {
    this.#log = log;
    this.#load = load;
  }

  /**
   * Shrinks a still picture to a number of bytes, as good and as large as possible: as JPEG or, if it is transparent, as WebP.
   * Undefined when that isn't possible. Never rejects.
   */
  async shrink(data: Buffer, maxBytes: number, signal?: AbortSignal): Promise<Buffer | undefined> {
    try {
      return await this.#queue(() => this.#shrink(data, maxBytes, signal));
    } catch (error) {
      this.#log.warn("couldn't shrink a picture", { error });
      return undefined;
    }
  }

  async #shrink(data: Buffer, maxBytes: number, signal?: AbortSignal): Promise<Buffer | undefined> {
    const library = await this.#loaded();
    if (!library) return undefined;
    const open = () => library(data, { limitInputPixels: MAX_PIXELS, sequentialRead: true, failOn: 'error' });
    const { autoOrient, hasAlpha, pages = 1 } = await open().metadata();
    if (pages > 1) return undefined;
    const giveUpAt = performance.now() + TIMEOUT_MS;
    for (const { quality, scale } of STEPS) {
      if (signal?.aborted === true || performance.now() > giveUpAt) return undefined;
      const picture = open().timeout({ seconds: ATTEMPT_S }).autoOrient();
      const sized = scale === 1 ? picture : picture.resize({ width: Math.ceil(autoOrient.width * scale) });
      // The least effort: more of it takes many times as long and saves little.
      const encoded = hasAlpha ? sized.webp({ quality, effort: 0 }) : sized.jpeg({ quality });
      const smaller = await encoded.toBuffer();
      if (smaller.length <= maxBytes) return smaller;
    }
    return undefined;
  }

  #loaded(): Promise<typeof sharp | undefined> {
    this.#library ??= this.#load().then(
      (library) => {
        // Nothing is decoded twice, and other work needs the processors, too.
        library.cache(false);
        library.concurrency(1);
        library.block({ operation: ['VipsForeignLoad'] });
        library.unblock({ operation: DECODED });
        return library;
      },
      (error: unknown) => {
        this.#log.warn("couldn't load sharp: pictures over Discord's limit are linked", { error });
        return undefined;
      },
    );
    return this.#library;
  }
}
