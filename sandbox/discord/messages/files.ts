import { createHmac } from 'node:crypto';
import type { Attachment } from '../model.ts';
import { AttachmentFlags } from '../numbers.ts';
import type { Core, StoredFile } from '../state/state.ts';

/** The width and height of a picture in pixels. */
export interface ImageSize {
  width: number;
  height: number;
}

const ascii = (bytes: Buffer, from: number, to: number): string => bytes.toString('latin1', from, to);

const jpegSize = (bytes: Buffer): ImageSize | undefined => {
  let at = 2;
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    // Start-of-frame segments carry the size; C4, C8 and CC are tables.
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
};

const webpSize = (bytes: Buffer): ImageSize | undefined => {
  switch (ascii(bytes, 12, 16)) {
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    case 'VP8L': {
      const packed = bytes.readUInt32LE(21);
      return { width: (packed & 0x3fff) + 1, height: ((packed >> 14) & 0x3fff) + 1 };
    }
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    default:
      return undefined;
  }
};

/** Reads the size out of the first bytes of a PNG, JPEG, GIF or WebP; undefined for anything else. */
const imageSize = (content: Uint8Array): ImageSize | undefined => {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  if (bytes.length < 30) return undefined;
  if (ascii(bytes, 1, 4) === 'PNG') return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  if (ascii(bytes, 0, 3) === 'GIF') return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  if (bytes.readUInt16BE(0) === 0xffd8) return jpegSize(bytes);
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return webpSize(bytes);
  return undefined;
};

const CONTENT_TYPES: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  txt: 'text/plain; charset=utf-8',
  json: 'application/json; charset=utf-8',
  zip: 'application/zip',
};

const contentTypeOf = (filename: string): string => {
  const ending = filename.slice(filename.lastIndexOf('.') + 1).toLowerCase();
  return CONTENT_TYPES[ending] ?? 'application/octet-stream';
};

/** A file as it arrived. */
export interface UploadedFile {
  /** The n of `files[n]`. */
  index: number;
  filename: string;
  contentType: string | undefined;
  bytes: Uint8Array;
}

/** docs.discord.com/developers/reference#uploading-files, by boost level of the server */
const GUILD_UPLOAD_LIMITS = [10, 10, 50, 100].map((mebibytes) => mebibytes * 1024 * 1024);

/** How large a file may be that anybody sends in a server, in bytes; null: in direct messages. */
export const guildUploadLimit = (core: Core, guildId: string | null): number => {
  const guild = guildId === null ? undefined : core.state.guilds.get(guildId);
  return GUILD_UPLOAD_LIMITS[guild?.premiumTier ?? 0] ?? 0;
};

/** Discord replaces what is awkward in a file name. */
const cleanName = (filename: string): string => filename.replaceAll(/[^\w.()-]+/g, '_') || 'unknown';

/**
 * Takes a file into the store.
 * @param place the channel of the message, or undefined for what a person attaches to a command
 */
export const storeFile = (
  core: Core,
  file: Pick<UploadedFile, 'filename' | 'contentType' | 'bytes'>,
  place: string | undefined,
  about: { description?: string | undefined; spoiler?: boolean | undefined } = {},
): StoredFile => {
  const id = core.ids.next();
  const filename = cleanName(file.filename);
  const folder =
    place === undefined ? `ephemeral-attachments/${core.state.applicationId}` : `attachments/${place}`;
  const size = imageSize(file.bytes);
  const stored: StoredFile = {
    id,
    filename,
    contentType: file.contentType ?? contentTypeOf(filename),
    bytes: file.bytes,
    base: `${core.origin}/${folder}/${id}/${filename}`,
    ...(size && { width: size.width, height: size.height }),
    ...(about.description !== undefined && { description: about.description }),
    ephemeral: place === undefined,
    spoiler: about.spoiler ?? filename.startsWith('SPOILER_'),
  };
  core.state.files.set(id, stored);
  return stored;
};

const signatureOf = (core: Core, path: string, expires: string, issued: string): string =>
  createHmac('sha256', core.options.botToken).update(`${path}?${expires}&${issued}`).digest('hex');

/** docs.discord.com/developers/reference#signed-attachment-cdn-urls: `ex` and `is` are hexadecimal seconds. */
export const signUrl = (core: Core, base: string): string => {
  const issuedS = Math.floor(core.options.now() / 1000);
  const issued = issuedS.toString(16);
  const expires = (issuedS + Math.ceil(core.options.fileLinkLifetimeMs / 1000)).toString(16);
  return `${base}?ex=${expires}&is=${issued}&hm=${signatureOf(core, new URL(base).pathname, expires, issued)}&`;
};

/** Whether a link to a file still opens it. */
export const isLinkValid = (core: Core, path: string, query: Record<string, string | undefined>): boolean => {
  const { ex = '', is = '', hm } = query;
  if (hm !== signatureOf(core, path, ex, is)) return false;
  return Number.parseInt(ex, 16) * 1000 > core.options.now();
};

/** Whether an address, signed or not, names a file of ours. */
export const isOwnFile = (core: Core, url: string): boolean =>
  url.startsWith(`${core.origin}/attachments/`) || url.startsWith(`${core.origin}/ephemeral-attachments/`);

export const withoutSignature = (url: string): string =>
  url.slice(0, url.includes('?') ? url.indexOf('?') : undefined);

/** A file as the API describes it, with links signed now. */
export const attachmentOf = (core: Core, file: StoredFile): Attachment => {
  const url = signUrl(core, file.base);
  return {
    id: file.id,
    filename: file.filename,
    size: file.bytes.byteLength,
    url,
    proxy_url: url,
    content_type: file.contentType,
    ...(file.width !== undefined && { width: file.width }),
    ...(file.height !== undefined && { height: file.height }),
    ...(file.description !== undefined && { description: file.description }),
    ...(file.ephemeral && { ephemeral: true }),
    ...(file.spoiler && { flags: AttachmentFlags.IsSpoiler }),
  };
};
