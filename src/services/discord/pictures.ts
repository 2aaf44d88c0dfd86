import { Agent, interceptors } from 'undici';
import type { Dispatcher } from 'undici';
import type { Log } from '../operations/log.ts';
import { altTextOf } from '../../commands/markup.ts';
import type { File } from '../../commands/reply.ts';

const MEBIBYTE = 1_048_576;
/** What Discord takes in one request: https://docs.discord.com/developers/resources/message#create-message */
const REQUEST_LIMIT_BYTES = 25 * MEBIBYTE;
/** Room for the JSON part and the boundaries of a request. */
const REQUEST_OVERHEAD_BYTES = 64 * 1024;
const NAME_LENGTH = 40;
/** Discord hides files whose names begin so: https://docs.discord.com/developers/reference#editing-message-attachments */
const SPOILER = 'SPOILER_';
const FETCH_MS = 30_000;
const LOOK_MS = 5_000;
const REDIRECTS = 3;

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
const SHORTEST_PICTURE_BYTES = 12;

/** One picture of a result: uploaded, or linked where it is when it is too large or can't be fetched. */
export interface Picture {
  url: string;
  file?: File;
}

export interface PicturesOptions {
  log: Log;
  /** What fetches the pictures from wherever the image service keeps them. */
  dispatcher?: Dispatcher;
}

const nameOf = (prompt: string): string => {
  const words = prompt
    .normalize('NFKD')
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
  /** Gives it up. */
  signal?: AbortSignal;
}

/** Fetches a result's pictures, so that they outlive the image service's links. */
export class Pictures {
  readonly #dispatcher: Dispatcher;
  readonly #log: Log;

  constructor({ log, dispatcher }: PicturesOptions) {
    this.#log = log;
    this.#dispatcher =
      dispatcher ??
      new Agent({ connections: 4 }).compose(interceptors.redirect({ maxRedirections: REDIRECTS }));
  }

  /**
   * Fetches pictures, each up to a limit and all of them up to what one request may carry.
   *
   * @throws once the signal aborts.
   */
  async load(urls: readonly string[], { prompt, spoiler, limitBytes, signal }: Wanted): Promise<Picture[]> {
    const fetched = await Promise.all(urls.map((url) => this.#fetch(url, limitBytes, signal)));
    signal?.throwIfAborted();
    let room = REQUEST_LIMIT_BYTES - REQUEST_OVERHEAD_BYTES;
    return urls.map((url, index) => {
      const data = fetched[index];
      const kind = data && data.length >= SHORTEST_PICTURE_BYTES && KINDS.find(({ starts }) => starts(data));
      if (!data || !kind || data.length > room) return { url };
      room -= data.length;
      const name = `${spoiler ? SPOILER : ''}${nameOf(prompt)}-${index + 1}.${kind.ending}`;
      return {
        url,
        file: { name, data, contentType: kind.contentType, altText: altTextOf(prompt) },
      };
    });
  }

  /** Whether a file can be fetched now. It is not read. */
  async exists(address: string): Promise<boolean> {
    const abort = new AbortController();
    try {
      const signal = AbortSignal.any([abort.signal, AbortSignal.timeout(LOOK_MS)]);
      const { origin, pathname, search } = new URL(address);
      const path = pathname + search;
      const { statusCode, body } = await this.#dispatcher.request({ origin, path, method: 'GET', signal });
      // Whoever closes a body early is told of it by an error event.
      body.on('error', () => undefined);
      abort.abort();
      return statusCode === 200;
    } catch (error) {
      this.#log.info('a file could not be found', { host: hostOf(address), error });
      return false;
    }
  }

  async #fetch(address: string, limitBytes: number, stop?: AbortSignal): Promise<Buffer | undefined> {
    const signal = AbortSignal.any([AbortSignal.timeout(FETCH_MS), ...(stop ? [stop] : [])]);
    try {
      const { origin, pathname, search } = new URL(address);
      const { statusCode, body } = await this.#dispatcher.request({
        origin,
        path: pathname + search,
        method: 'GET',
        signal,
      });
      const chunks: Buffer[] = [];
      let size = 0;
      for await (const chunk of body as AsyncIterable<Buffer>) {
        size += chunk.length;
        if (statusCode !== 200 || size > limitBytes) break;
        chunks.push(chunk);
      }
      if (statusCode === 200 && size <= limitBytes) return Buffer.concat(chunks);
      this.#log.info('a picture is linked instead of uploaded', {
        host: hostOf(address),
        statusCode,
        size,
        limitBytes,
      });
    } catch (error) {
      this.#log.warn('a picture could not be fetched, so it is linked', { host: hostOf(address), error });
    }
    return undefined;
  }
}
