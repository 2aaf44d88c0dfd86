import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

/** A body that is longer than asked for, in one of its encodings or as it is. */
export class BodyTooLargeError extends Error {
  override name = 'BodyTooLargeError';
  readonly maxBytes: number;
  constructor(maxBytes: number) {
    super(`More than ${maxBytes} bytes`);
    this.maxBytes = maxBytes;
  }
}

/** The header by which a request asks for an answer that isn't compressed. Not every server listens. */
export const NOT_COMPRESSED = { 'accept-encoding': 'identity' } as const;

const FIRST_BYTES = 64 * 1_024;
/** https://www.rfc-editor.org/rfc/rfc9110#section-8.4.1; a server that names another one usually sends plain bytes. */
const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};
/** More is not needed, and each may unpack to a thousand times what goes in. */
const MAX_ENCODINGS = 3;

/** The steps that undo a `Content-Encoding`, the last applied first. */
const decodersOf = (encoding: string): Transform[] => {
  const names = encoding
    .toLowerCase()
    .split(',', MAX_ENCODINGS)
    .map((name) => name.trim());
  return names.reverse().flatMap((name) => (Object.hasOwn(DECODERS, name) ? (DECODERS[name]?.() ?? []) : []));
};

/** Lets that many bytes through. */
async function* upTo(maxBytes: number, source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const piece of source) {
    length += piece.length;
    if (length > maxBytes) throw new BodyTooLargeError(maxBytes);
    yield piece;
  }
}

/** The headers of an answer that tell how its body is to be read. */
export type BodyHeaders = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Reads a body whole, unpacked.
 *
 * @param maxBytes of the body, before and after it is unpacked.
 * @throws BodyTooLargeError, and what the body breaks off with.
 */
export const readBody = async (body: Readable, headers: BodyHeaders, maxBytes: number): Promise<Buffer> => {
  const announced = Number(headers['content-length'] ?? 0);
  if (announced > maxBytes) {
    // The library reports an unread end as an error.
    body.on('error', () => undefined).destroy();
    throw new BodyTooLargeError(maxBytes);
  }
  const encoding = [headers['content-encoding'] ?? ''].flat().join(',');
  // Each end destroys the other, and what breaks one is thrown by the last.
  const pieces: AsyncIterable<Buffer> = decodersOf(encoding).reduce<Readable>(
    (source, decoder) => pipeline(upTo(maxBytes, source), decoder, () => undefined),
    body,
  );
  // In one buffer: pieces can be a byte each, and a large picture would be there twice while they are joined.
  let bytes = Buffer.allocUnsafeSlow(announced || FIRST_BYTES);
  let length = 0;
  for await (const piece of pieces) {
    if (length + piece.length > maxBytes) throw new BodyTooLargeError(maxBytes);
    if (length + piece.length > bytes.length)
      bytes = Buffer.concat([bytes], Math.max(length + piece.length, 2 * bytes.length));
    bytes.set(piece, length);
    length += piece.length;
  }
  return bytes.subarray(0, length);
};
