import { LRUCache } from 'lru-cache';
import pLimit, { type LimitFunction } from 'p-limit';
import { UserError } from '../../../lib/user-error.ts';
import type { File } from '../../../commands/framework/reply.ts';
import { ByteBudget, type ByteShare } from '../../network/byte-budget.ts';
import { DownloadError, isMomentary } from '../../network/download.ts';
import type { Web } from '../../network/web.ts';
import type { Log } from '../../operations/log.ts';
import { fileOf } from './picture-file.ts';
import { PictureRoom } from './picture-room.ts';
import { planFitting, type PictureShrinker } from './picture-shrinker.ts';

const MEBIBYTE = 1_048_576;
/** Discord's limit for one request: https://docs.discord.com/developers/resources/message#create-message */
const REQUEST_LIMIT_BYTES = 25 * MEBIBYTE;
/** The rest is for the JSON part and the boundaries of a request. */
const MAX_ATTACHMENTS_BYTES = REQUEST_LIMIT_BYTES - 64 * 1024;
/** All pictures that are fetched and uploaded at a time: some sixteen results of four. Each is copied once on its way. */
const BUDGET_BYTES = 128 * MEBIBYTE;
/** One host's pictures that are fetched at a time. A host that stalls holds up its own only. */
const FETCHES_PER_HOST = 64;
/** Far more than a service keeps its pictures on. */
const MOST_HOSTS = 1_000;
/** A larger picture is not fetched, not even to make it smaller: one of 4,096 × 4,096 pixels takes this at the very most. */
const MAX_SOURCE_BYTES = 64 * MEBIBYTE;
/** No picture of a result is begun to be made smaller later than this. */
const SHRINKING_MS = 30_000;
/** One picture of a result: uploaded, or linked where it is when it is too large or can't be fetched. */
export interface Picture {
  url: string;
  file?: File;
  /** The picture's number, from 1, where the file is a smaller copy of the original. */
  smallerCopyOf?: number;
}

/** A download's result: the picture may be too large by itself, or together with the others. */
type Fetched = Buffer | 'too-large' | undefined;

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
  budget?: ByteBudget;
}

/** The only part of an address that may be logged: the whole address gives access to the picture. */
const hostOf = (address: string): string | undefined =>
  URL.canParse(address) ? new URL(address).host : undefined;

const isTooLarge = (error: unknown): boolean =>
  error instanceof DownloadError && error.reason === 'too-large';

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
  readonly #budget: ByteBudget;
  /** By host. */
  readonly #limits = new LRUCache<string, LimitFunction>({ max: MOST_HOSTS });

  constructor({ log, web, shrinker, budget = new ByteBudget(BUDGET_BYTES) }: PicturesOptions) {
    this.#log = log;
    this.#web = web;
    this.#shrinker = shrinker;
    this.#budget = budget;
  }

  /**
   * Fetches pictures, each up to a limit and all of them up to what one request may carry. Those that are too large are made
   * smaller, if they can be.
   *
   * @throws once the signal aborts.
   */
  async load(urls: readonly string[], wanted: LoadOptions): Promise<LoadedPictures> {
    const { signal } = wanted;
    const share = this.#budget.open();
    const room = new PictureRoom(share, { pictures: urls.length, bytes: MAX_ATTACHMENTS_BYTES, signal });
    const release = () => {
      room.close();
    };
    try {
      const fetched = await Promise.all(urls.map((url, index) => this.#fetch(url, index, room, wanted)));
      signal?.throwIfAborted();
      // A picture that was fetched first may have had to leave later.
      const there = fetched.map((data, index) => (data && !room.has(index) ? 'too-large' : data));
      const smaller = await this.#makeFit(urls, there, wanted, share);
      room.settle();
      signal?.throwIfAborted();
      const pictures = urls.map((url, index): Picture => {
        const number = wanted.numbers?.[index] ?? index + 1;
        const isSmaller = smaller.has(index);
        const data = isSmaller ? smaller.get(index) : there[index];
        const file = Buffer.isBuffer(data) ? fileOf(data, { number, isSmaller }, wanted) : undefined;
        return { url, ...(file && { file, ...(isSmaller && { smallerCopyOf: number }) }) };
      });
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

  async #fetch(
    address: string,
    index: number,
    room: PictureRoom,
    { limitBytes, signal }: LoadOptions,
  ): Promise<Fetched> {
    const maxBytes = Math.min(limitBytes, MAX_ATTACHMENTS_BYTES);
    try {
      return await this.#limited(address, () =>
        room.fill(index, (options) => this.#web.download(address, { maxBytes, ...options })),
      );
    } catch (error) {
      if (isTooLarge(error)) return 'too-large';
      if (signal?.aborted !== true) this.#logLinked(address, error);
      return undefined;
    }
  }

  /**
   * Smaller copies of the pictures that don't fit, by position; undefined where shrinking failed. Pictures that don't
   * change have no entry. Shrinks one picture at a time, since each takes much memory for a moment.
   *
   * @param share the result's own: a younger one would wait for results that wait for this one.
   */
  async #makeFit(
    urls: readonly string[],
    fetched: readonly Fetched[],
    wanted: LoadOptions,
    share: ByteShare,
  ): Promise<ReadonlyMap<number, Buffer | undefined>> {
    const { shrunken, maxBytes } = planFitting(
      fetched.map((data) => (Buffer.isBuffer(data) ? data.length : data)),
      {
        fileBytes: Math.min(wanted.limitBytes, MAX_ATTACHMENTS_BYTES),
        messageBytes: MAX_ATTACHMENTS_BYTES,
      },
    );
    const beginsUntil = performance.now() + SHRINKING_MS;
    const smaller = new Map<number, Buffer | undefined>();
    for (const index of shrunken) {
      if (wanted.signal?.aborted === true || performance.now() > beginsUntil) break;
      const source = { address: urls[index] ?? '', data: fetched[index] };
      const copy = await this.#smallerCopy(source, maxBytes, share, wanted.signal);
      // Where one has no end, the others have none either.
      if (copy === 'too-large') break;
      smaller.set(index, copy);
    }
    for (const index of shrunken) if (!smaller.has(index)) smaller.set(index, undefined);
    // If nothing can be shrunk, keeps the pictures that fit.
    return [...smaller.values()].some((copy) => copy !== undefined) ? smaller : new Map();
  }

  async #smallerCopy(
    { address, data }: { address: string; data: Fetched },
    maxBytes: number,
    share: ByteShare,
    signal: AbortSignal | undefined,
  ): Promise<Fetched> {
    let heldBytes = 0;
    const reserve = async (bytes: number): Promise<void> => {
      await share.take(bytes, signal);
      heldBytes += bytes;
    };
    const options = { maxBytes: MAX_SOURCE_BYTES, signal, reserve };
    try {
      // Not in the host's queue, where fetches wait for the room that this one has.
      const source = Buffer.isBuffer(data) ? data : await this.#web.download(address, options);
      const copy = await this.#shrinker.shrink(source, maxBytes, signal);
      share.give(Math.max(0, heldBytes - (copy?.length ?? 0)));
      return copy;
    } catch (error) {
      share.give(heldBytes);
      if (isTooLarge(error)) return 'too-large';
      if (signal?.aborted !== true) this.#logLinked(address, error);
      return undefined;
    }
  }

  #logLinked(address: string, error: unknown): void {
    this.#log.warn("couldn't download a picture, linking it", { host: hostOf(address), error });
  }

  #limited<T>(address: string, fetch: () => Promise<T>): Promise<T> {
    const { host } = new URL(address);
    const limit = this.#limits.get(host) ?? this.#newLimit(host);
    return limit(fetch);
  }

  #newLimit(host: string): LimitFunction {
    const limit = pLimit(FETCHES_PER_HOST);
    this.#limits.set(host, limit);
    return limit;
  }
}
