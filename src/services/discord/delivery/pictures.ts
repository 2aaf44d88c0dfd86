import pLimit, { type LimitFunction } from 'p-limit';
import { UserError } from '../../../lib/user-error.ts';
import { cut, normalized } from '../../../lib/text.ts';
import { altTextOf } from '../../../messages/markup.ts';
import type { File } from '../../../commands/framework/reply.ts';
import { ByteBudget } from '../../network/byte-budget.ts';
import { isMomentary } from '../../network/download.ts';
import type { Web } from '../../network/web.ts';
import type { Log } from '../../operations/log.ts';
import { PictureRoom } from './picture-room.ts';

const MEBIBYTE = 1_048_576;
/** What Discord takes in one request: https://docs.discord.com/developers/resources/message#create-message */
const REQUEST_LIMIT_BYTES = 25 * MEBIBYTE;
/** The rest is for the JSON part and the boundaries of a request. */
const MAX_ATTACHMENTS_BYTES = REQUEST_LIMIT_BYTES - 64 * 1024;
/** All pictures that are fetched and uploaded at a time: some sixteen results of four. Each is copied once on its way. */
const BUDGET_BYTES = 128 * MEBIBYTE;
/** One host's pictures that are fetched at a time. A host that stalls holds up its own only. */
const FETCHES_PER_HOST = 64;
const NAME_LENGTH = 40;
const NAMED_AFTER = 1_000;
/** Discord hides files whose names begin so: https://docs.discord.com/developers/reference#editing-message-attachments */
const SPOILER = 'SPOILER_';

/** Kinds of pictures that Discord shows from an upload, by their first bytes. */
const KINDS: readonly { ending: string; contentType: string; starts: (data: Buffer) => boolean }[] = [
  {
    ending: 'png',
    contentType: 'image/png',
    starts: (data) => data.subarray(1, 4).toString('latin1') === 'PNG',
  },
  { ending: 'jpg', contentType: 'image/jpeg', starts: (data) => data.readUInt16BE(0) === 0xffd8 },
  {
    ending: 'gif',
    contentType: 'image/gif',
    starts: (data) => data.subarray(0, 4).toString('latin1') === 'GIF8',
  },
  {
    ending: 'webp',
    contentType: 'image/webp',
    starts: (data) => data.subarray(8, 12).toString('latin1') === 'WEBP',
  },
];
const MIN_PICTURE_BYTES = 12;

/** One picture of a result: uploaded, or linked where it is when it is too large or can't be fetched. */
export interface Picture {
  url: string;
  file?: File;
}

/** Pictures in memory, which is short: whoever gets them says when they are sent. */
export interface LoadedPictures {
  pictures: Picture[];
  release: () => void;
}

export interface PicturesOptions {
  log: Log;
  /** Fetches the pictures from wherever the image service keeps them. */
  web: Pick<Web, 'download' | 'isThere'>;
  budget?: ByteBudget;
}

const nameOf = (prompt: string): string => {
  // A name is made of the first words.
  const words = normalized(cut(prompt, NAMED_AFTER), 'NFKD')
    .toLowerCase()
    .replace(/--.*$/s, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, NAME_LENGTH)
    .replace(/^-+|-+$/g, '');
  return words === '' ? 'picture' : words;
};

/** All that a log may hold of an address: whoever has the whole one can look at the picture. */
const hostOf = (address: string): string | undefined =>
  URL.canParse(address) ? new URL(address).host : undefined;

/** How the pictures of a result are to be uploaded. */
export interface Wanted {
  prompt: string;
  spoiler: boolean;
  /** The largest file that may be uploaded where the answer stands. */
  limitBytes: number;
  /** What the files are numbered with; from 1 when absent. */
  numbers?: readonly number[];
  /** Gives it up. */
  signal?: AbortSignal;
}

const fileOf = (data: Buffer, number: number, { prompt, spoiler }: Wanted): File | undefined => {
  const kind = data.length >= MIN_PICTURE_BYTES && KINDS.find(({ starts }) => starts(data));
  if (!kind) return undefined;
  const name = `${spoiler ? SPOILER : ''}${nameOf(prompt)}-${number}.${kind.ending}`;
  return { name, data, contentType: kind.contentType, altText: altTextOf(prompt) };
};

/** Fetches a result's pictures, so that they outlive the image service's links. */
export class Pictures {
  readonly #web: PicturesOptions['web'];
  readonly #log: Log;
  readonly #budget: ByteBudget;
  readonly #hosts = new Map<string, { limit: LimitFunction; users: number }>();

  constructor({ log, web, budget = new ByteBudget(BUDGET_BYTES) }: PicturesOptions) {
    this.#log = log;
    this.#web = web;
    this.#budget = budget;
  }

  /**
   * Fetches pictures, each up to a limit and all of them up to what one request may carry.
   *
   * @throws once the signal aborts.
   */
  async load(urls: readonly string[], wanted: Wanted): Promise<LoadedPictures> {
    const { signal } = wanted;
    const room = new PictureRoom(this.#budget.open(), {
      pictures: urls.length,
      bytes: MAX_ATTACHMENTS_BYTES,
      signal,
    });
    const release = () => {
      room.close();
    };
    try {
      const fetched = await Promise.all(urls.map((url, index) => this.#fetch(url, index, room, wanted)));
      signal?.throwIfAborted();
      room.settle();
      const pictures = urls.map((url, index) => {
        // A picture that was fetched first may have had to leave later.
        const data = room.has(index) ? fetched[index] : undefined;
        const file = data && fileOf(data, wanted.numbers?.[index] ?? index + 1, wanted);
        return { url, ...(file && { file }) };
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
      this.#log.info('a file could not be found', { host: hostOf(address), error });
      if (isMomentary(error)) throw new UserError('file-server-away', undefined, { cause: error });
      return false;
    }
  }

  async #fetch(
    address: string,
    index: number,
    room: PictureRoom,
    { limitBytes, signal }: Wanted,
  ): Promise<Buffer | undefined> {
    const mostBytes = Math.min(limitBytes, MAX_ATTACHMENTS_BYTES);
    try {
      return await this.#inTurn(address, () =>
        room.fill(index, (options) => this.#web.download(address, { mostBytes, ...options })),
      );
    } catch (error) {
      if (signal?.aborted !== true)
        this.#log.warn('a picture could not be fetched, so it is linked', { host: hostOf(address), error });
      return undefined;
    }
  }

  async #inTurn<T>(address: string, fetch: () => Promise<T>): Promise<T> {
    const { host } = new URL(address);
    const turns = this.#hosts.get(host) ?? { limit: pLimit(FETCHES_PER_HOST), users: 0 };
    this.#hosts.set(host, turns);
    turns.users += 1;
    try {
      return await turns.limit(fetch);
    } finally {
      turns.users -= 1;
      if (turns.users === 0) this.#hosts.delete(host);
    }
  }
}
