import pLimit from 'p-limit';
import { UserError } from '../../lib/user-error.ts';
import type { File } from '../../commands/framework/reply.ts';
import { isMomentary } from '../../services/network/download.ts';
import type { Web } from '../../services/network/web.ts';
import type { Log } from '../../services/operations/log.ts';
import { fileOf } from './picture-file.ts';
import type { PictureShrinker } from './picture-shrinker.ts';

const MEBIBYTE = 1_048_576;
/** Discord's limit for one request: https://docs.discord.com/developers/resources/message#create-message */
const REQUEST_LIMIT_BYTES = 25 * MEBIBYTE;
/** The rest is for the JSON part and the boundaries of a request. */
const MAX_ATTACHMENTS_BYTES = REQUEST_LIMIT_BYTES - 64 * 1024;
/** Results in memory, from the first byte of their pictures until they are uploaded, and pictures that are fetched at a time. */
const RESULTS_AT_ONCE = 4;
const FETCHES_AT_ONCE = 4;
/** A larger picture is linked. */
const MAX_PICTURE_BYTES = 25 * MEBIBYTE;

/** One picture of a result: uploaded, or linked where it is when it is too large or can't be fetched. */
export interface Picture {
  url: string;
  file?: File;
  /** The picture's number, from 1, where the file is a smaller copy of the original. */
  smallerCopyOf?: number;
}

/** Pictures in memory, which is limited: call `release` once they are sent. */
export interface LoadedPictures {
  pictures: Picture[];
  release: () => void;
}

export interface PicturesOptions {
  log: Log;
  /** Fetches the pictures from wherever the image service keeps them. */
  web: Pick<Web, 'download' | 'isThere'>;
  shrinker: PictureShrinker;
}

/** The only part of an address that may be logged: the whole address gives access to the picture. */
const hostOf = (address: string): string | undefined =>
  URL.canParse(address) ? new URL(address).host : undefined;

/** How to upload the pictures of a result. */
export interface LoadOptions {
  prompt: string;
  spoiler: boolean;
  /** The largest file that may be uploaded where the answer stands. */
  limitBytes: number;
  /** The numbers in the files' names; from 1 when absent. */
  numbers?: readonly number[];
  /** Gives it up. */
  signal?: AbortSignal;
}

/** Fetches a result's pictures, so that they outlive the image service's links. */
export class Pictures {
  readonly #web: PicturesOptions['web'];
  readonly #shrinker: PictureShrinker;
  readonly #log: Log;
  readonly #results = pLimit(RESULTS_AT_ONCE);
  readonly #fetches = pLimit(FETCHES_AT_ONCE);

  constructor({ log, web, shrinker }: PicturesOptions) {
    this.#log = log;
    this.#web = web;
    this.#shrinker = shrinker;
  }

  /**
   * Fetches pictures, each up to a limit and its part of what one request may carry. Those that are too large are made smaller,
   * if they can be.
   *
   * @throws once the signal aborts.
   */
  async load(urls: readonly string[], wanted: LoadOptions): Promise<LoadedPictures> {
    const maxBytes = Math.min(wanted.limitBytes, MAX_ATTACHMENTS_BYTES / Math.max(1, urls.length));
    const release = await this.#whenThereIsRoom();
    try {
      const pictures = await Promise.all(
        urls.map((url, index) =>
          this.#fetches(() => this.#fetch(url, wanted.numbers?.[index] ?? index + 1, maxBytes, wanted)),
        ),
      );
      wanted.signal?.throwIfAborted();
      return { pictures, release };
    } catch (error) {
      release();
      throw error;
    }
  }

  /**
   * Whether a file is there. It is not read.
   *
   * @throws UserError file-server-away when that is unknown.
   */
  async exists(address: string): Promise<boolean> {
    try {
      return await this.#web.isThere(address);
    } catch (error) {
      this.#log.info("couldn't check whether a file exists", { host: hostOf(address), error });
      if (isMomentary(error)) throw new UserError('file-server-away', undefined, { cause: error });
      return false;
    }
  }

  /** Resolves with what makes room for the next result. */
  #whenThereIsRoom(): Promise<() => void> {
    return new Promise((enter) => {
      void this.#results(
        () =>
          new Promise<void>((leave) => {
            enter(leave);
          }),
      );
    });
  }

  async #fetch(url: string, number: number, maxBytes: number, wanted: LoadOptions): Promise<Picture> {
    const { signal } = wanted;
    try {
      const original = await this.#web.download(url, {
        maxBytes: MAX_PICTURE_BYTES,
        ...(signal && { signal }),
      });
      const isSmaller = original.length > maxBytes;
      const data = isSmaller ? await this.#shrinker.shrink(original, maxBytes, signal) : original;
      const file = data && fileOf(data, { number, isSmaller }, wanted);
      return { url, ...(file && { file, ...(isSmaller && { smallerCopyOf: number }) }) };
    } catch (error) {
      // The whole address gives access to the picture.
      if (signal?.aborted !== true)
        this.#log.warn("couldn't download a picture, linking it", { host: hostOf(url), error });
      return { url };
    }
  }
}
