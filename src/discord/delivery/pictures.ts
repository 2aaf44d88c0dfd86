import { UserError } from '../../lib/user-error.ts';
import { chunks } from '../../messages/components.ts';
import type { File } from '../../commands/framework/reply.ts';
import { DownloadError, isMomentary } from '../../services/network/download.ts';
import type { Web } from '../../services/network/web.ts';
import type { Log } from '../../services/operations/log.ts';
import { fileOf } from './picture-file.ts';
import type { PictureShrinker } from './picture-shrinker.ts';

/** Room for so much of something at a time. What has waited longest is let in next. */
class Room {
  #free: number;
  readonly #waiting: { much: number; enter: () => void }[] = [];

  constructor(size: number) {
    this.#free = size;
  }

  /** Resolves once there is room for so much. @param much at most the whole room. */
  take(much: number): Promise<void> {
    return new Promise((enter) => {
      this.#waiting.push({ much, enter });
      this.#letIn();
    });
  }

  /** Gives back so much of what was taken. */
  leave(much: number): void {
    this.#free += much;
    this.#letIn();
  }

  #letIn(): void {
    for (let [next] = this.#waiting; next && next.much <= this.#free; [next] = this.#waiting) {
      this.#free -= next.much;
      this.#waiting.shift();
      next.enter();
    }
  }
}

const MEBIBYTE = 1_048_576;
/** Discord's limit for one request: https://docs.discord.com/developers/resources/message#create-message */
const REQUEST_LIMIT_BYTES = 25 * MEBIBYTE;
/** The rest is for the JSON part and the boundaries of a request. */
const MAX_ATTACHMENTS_BYTES = REQUEST_LIMIT_BYTES - 64 * 1024;
/** How many pictures are fetched and shrunk at a time, in the whole process. */
const PICTURES_AT_ONCE = 4;
/** How much is uploaded at a time, so that one upload that hangs holds up nothing else. */
const UPLOADED_BYTES = 2 * MAX_ATTACHMENTS_BYTES;
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
  readonly #fetching = new Room(PICTURES_AT_ONCE);
  readonly #uploading = new Room(UPLOADED_BYTES);

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
    const many = Math.min(urls.length, PICTURES_AT_ONCE);
    await this.#fetching.take(many);
    try {
      const pictures = await this.#fetchAll(urls, maxBytes, wanted);
      wanted.signal?.throwIfAborted();
      const bytes = pictures.reduce((sum, { file }) => sum + (file?.data.length ?? 0), 0);
      let held = Math.min(bytes, UPLOADED_BYTES);
      await this.#uploading.take(held);
      return {
        pictures,
        release: () => {
          this.#uploading.leave(held);
          held = 0;
        },
      };
    } finally {
      this.#fetching.leave(many);
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

  /** As many at a time as were given room. */
  async #fetchAll(urls: readonly string[], maxBytes: number, wanted: LoadOptions): Promise<Picture[]> {
    const pictures: Picture[] = [];
    for (const part of chunks(urls, PICTURES_AT_ONCE)) {
      const first = pictures.length;
      const fetches = part.map((url, index) => {
        const number = wanted.numbers?.[first + index] ?? first + index + 1;
        return this.#fetch(url, number, maxBytes, wanted);
      });
      pictures.push(...(await Promise.all(fetches)));
    }
    return pictures;
  }

  async #fetch(url: string, number: number, maxBytes: number, wanted: LoadOptions): Promise<Picture> {
    const { signal } = wanted;
    const download = (limit: number) =>
      this.#web.download(url, { maxBytes: limit, ...(signal && { signal }) });
    try {
      const fitting = await download(maxBytes).catch((error: unknown) => {
        if (!(error instanceof DownloadError && error.reason === 'too-large')) throw error;
      });
      const isSmaller = fitting === undefined;
      const data =
        fitting ?? (await this.#shrinker.shrink(() => download(MAX_PICTURE_BYTES), maxBytes, signal));
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
