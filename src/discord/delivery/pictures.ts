import { execFile } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pLimit from 'p-limit';
import { cut, normalized } from '../../lib/text.ts';
import { UserError } from '../../lib/user-error.ts';
import { chunks } from '../../lib/lists.ts';
import { altTextOf } from '../../messages/markup.ts';
import { promptOf, type Job } from '../../services/jobs/job.ts';
import { DownloadError, isIncomplete, isMomentary } from '../../services/network/download.ts';
import type { Web } from '../../services/network/web.ts';
import type { Log } from '../../services/operations/log.ts';
import { FetchLine, type FetchLineOptions } from './fetch-line.ts';
import { pictureKind } from './picture-kind.ts';
import { SMALLER_COPY, type MessageFile } from '../../messages/message.ts';
import type { Picture } from '../../cards/card-pictures.ts';
import { parseUrl } from '../../lib/url.ts';

/** Bounds how many bytes are in use at a time. The oldest request is served first. */
class Semaphore {
  #free: number;
  readonly #waiting: { amount: number; enter: () => void }[] = [];

  constructor(size: number) {
    this.#free = size;
  }

  /** Resolves once that much is free. @param amount at most the whole size. */
  acquire(amount: number): Promise<void> {
    return new Promise((enter) => {
      this.#waiting.push({ amount, enter });
      this.#serve();
    });
  }

  release(amount: number): void {
    this.#free += amount;
    this.#serve();
  }

  #serve(): void {
    for (let [next] = this.#waiting; next && next.amount <= this.#free; [next] = this.#waiting) {
      this.#free -= next.amount;
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

const NAME_LENGTH = 40;
const NAMED_AFTER = 1_000;
/** Discord hides files whose names begin so: https://docs.discord.com/developers/reference#editing-message-attachments */
const SPOILER = 'SPOILER_';

/** For shrinking one picture. */
const SHRINK_MS = 30_000;
const EXTENSION = extname(import.meta.url);
const PROGRAM = fileURLToPath(new URL(`./shrink${EXTENSION}`, import.meta.url));
/** The built program runs by itself; the source needs a loader. */
const LOADER = EXTENSION === '.ts' ? ['--import', 'tsx'] : [];
/** None of this process's secrets, and one thread, which keeps its memory in one place. */
const ENV = { UV_THREADPOOL_SIZE: '1', MALLOC_ARENA_MAX: '1' };

/**
 * Makes a still picture smaller, as good and as large as possible, in a process of its own. No bytes come back when that isn't
 * possible.
 */
const shrink = async (
  data: Buffer,
  { maxBytes, withinMs, signal }: { maxBytes: number; withinMs: number; signal?: AbortSignal | undefined },
): Promise<Buffer> => {
  const args = [...LOADER, PROGRAM, String(maxBytes), String(data.length)];
  const running = promisify(execFile)(process.execPath, args, {
    env: ENV,
    encoding: 'buffer',
    maxBuffer: maxBytes + 1,
    timeout: withinMs,
    killSignal: 'SIGKILL',
    signal,
  });
  // A program that can't be started, or ends early, is reported by the promise.
  running.child.stdin?.on('error', () => undefined).end(data);
  return (await running).stdout;
};

/** Pictures in memory, which is limited: call `release` once they are sent. */
export interface LoadedPictures {
  pictures: Picture[];
  release: () => void;
}

export interface PicturesOptions extends Omit<FetchLineOptions, 'size'> {
  log: Log;
  /** Fetches the pictures from the image service's hosts. */
  web: Pick<Web, 'download' | 'isThere'>;
  /** How long one picture may take to be made smaller. */
  shrinkMs?: number | undefined;
}

/** The only part of an address that may be logged: the whole address gives access to the picture. */
const hostOf = (address: string): string | undefined => parseUrl(address)?.host;

/** How to upload the pictures of a result. */
export interface LoadOptions {
  /** The largest file that may be uploaded where the answer stands. */
  limitBytes: number;
  /** The number in the first file's name; 1 when absent. */
  firstNumber?: number;
  /** Gives the pictures up. */
  signal?: AbortSignal;
  /** Until then the service's host may not have them yet, in milliseconds since the epoch. */
  mayLagUntil?: number;
}

interface Wanted extends LoadOptions {
  /** The largest size of one file, which depends on the number of files. */
  maxBytes: number;
  /** Gives up what is still to be downloaded: the signal above, or the end of the turn. */
  either: AbortSignal;
}

const fileNameOf = (prompt: string): string => {
  // A name is made of the first words.
  const words = normalized(cut(prompt, NAMED_AFTER), 'NFKD')
    .toLowerCase()
    .replace(/--.*$/s, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, NAME_LENGTH)
    .replace(/^-+|-+$/g, '');
  return words === '' ? 'picture' : words;
};

/** A picture as a file to upload. */
const fileOf = (
  data: Buffer,
  { number, kind, isSmaller }: { number: number; kind: string; isSmaller: boolean },
  job: Job,
): MessageFile => {
  const suffix = isSmaller ? SMALLER_COPY : '';
  const prompt = promptOf(job);
  const name = `${job.spoiler === true ? SPOILER : ''}${fileNameOf(prompt)}-${number}${suffix}.${kind}`;
  return { name, data, altText: altTextOf(prompt) };
};

/** Fetches a result's pictures, so that they outlive the image service's links. */
export class Pictures {
  readonly #web: PicturesOptions['web'];
  readonly #shrinking = pLimit(1);
  readonly #shrinkMs: number;
  readonly #log: Log;
  readonly #fetching: FetchLine;
  readonly #uploading = new Semaphore(UPLOADED_BYTES);

  constructor({ log, web, shrinkMs = SHRINK_MS, ...options }: PicturesOptions) {
    this.#shrinkMs = shrinkMs;
    this.#log = log;
    this.#web = web;
    this.#fetching = new FetchLine({ size: PICTURES_AT_ONCE, ...options });
  }

  /**
   * Fetches pictures of a job, each up to a limit and its share of one request. Those that are too large are made smaller, if they
   * can be; those of a slow host are linked when pictures of another one wait.
   *
   * @throws once the signal aborts.
   */
  async load(job: Job, urls: readonly string[], wanted: LoadOptions): Promise<LoadedPictures> {
    const maxBytes = Math.min(wanted.limitBytes, MAX_ATTACHMENTS_BYTES / Math.max(1, urls.length));
    const many = Math.min(urls.length, PICTURES_AT_ONCE);
    const turn = await this.#fetching.enter(hostOf(urls[0] ?? '') ?? '', many);
    try {
      const either = wanted.signal ? AbortSignal.any([wanted.signal, turn.signal]) : turn.signal;
      const pictures = await this.#fetchAll(job, urls, { ...wanted, maxBytes, either });
      wanted.signal?.throwIfAborted();
      const bytes = pictures.reduce((sum, { file }) => sum + (file?.data.length ?? 0), 0);
      let held = Math.min(bytes, UPLOADED_BYTES);
      await this.#uploading.acquire(held);
      return {
        pictures,
        release: () => {
          this.#uploading.release(held);
          held = 0;
        },
      };
    } finally {
      turn.leave();
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

  /** As many at a time as were acquired. */
  async #fetchAll(job: Job, urls: readonly string[], wanted: Wanted): Promise<Picture[]> {
    const pictures: Picture[] = [];
    for (const part of chunks(urls, PICTURES_AT_ONCE)) {
      const first = (wanted.firstNumber ?? 1) + pictures.length;
      const fetches = part.map((url, index) => this.#fetch(job, url, first + index, wanted));
      pictures.push(...(await Promise.all(fetches)));
    }
    return pictures;
  }

  async #fetch(job: Job, url: string, number: number, wanted: Wanted): Promise<Picture> {
    const { maxBytes, signal, either, mayLagUntil } = wanted;
    const download = (limit: number) =>
      this.#web.download(url, {
        maxBytes: limit,
        signal: either,
        mayLagUntil,
        isWhole: (data) => pictureKind(data) !== undefined,
      });
    try {
      const fitting = await download(maxBytes).catch((error: unknown) => {
        if (!(error instanceof DownloadError && error.reason === 'too-large')) throw error;
      });
      const isSmaller = fitting === undefined;
      // One large picture at a time is in memory.
      const data =
        fitting ??
        (await this.#shrinking(async () => this.#smaller(await download(MAX_PICTURE_BYTES), wanted)));
      const file = fileOf(data, { number, kind: pictureKind(data) ?? '', isSmaller }, job);
      return { url, number, file, isSmaller };
    } catch (error) {
      // The whole address gives access to the picture.
      if (signal?.aborted !== true)
        this.#log.warn("couldn't fetch or shrink a picture, linking it", { host: hostOf(url), error });
      return { url, number, isBroken: isIncomplete(error) };
    }
  }

  /** A smaller copy. @throws when there can't be one. */
  async #smaller(data: Buffer, { maxBytes, signal }: Wanted): Promise<Buffer> {
    const smaller = await shrink(data, { maxBytes: Math.floor(maxBytes), withinMs: this.#shrinkMs, signal });
    if (smaller.length === 0) throw new Error('The picture is animated, or too large at any quality');
    return smaller;
  }
}

/** The pictures of one delivery while they come, and until they are given up. */
export class Loading {
  /** Resolves once they are there. Rejects with what the loading broke with. */
  readonly done: Promise<void>;
  readonly #end = new AbortController();
  #loaded: LoadedPictures | undefined;

  constructor(load: (signal: AbortSignal) => Promise<LoadedPictures>) {
    this.done = this.#run(load);
    // It can be given up while nothing waits for it.
    this.done.catch(() => undefined);
  }

  get loaded(): LoadedPictures | undefined {
    return this.#loaded;
  }

  /** In memory; undefined until they are there. */
  get bytes(): number | undefined {
    return this.#loaded?.pictures.reduce((sum, { file }) => sum + (file?.data.length ?? 0), 0);
  }

  giveUp(): void {
    if (this.#loaded) this.#loaded.release();
    else this.#end.abort();
    this.#loaded = undefined;
  }

  async #run(load: (signal: AbortSignal) => Promise<LoadedPictures>): Promise<void> {
    const loaded = await load(this.#end.signal);
    if (this.#end.signal.aborted) loaded.release();
    else this.#loaded = loaded;
  }
}
