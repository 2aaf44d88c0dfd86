import { createHmac } from 'node:crypto';
import { imageSize } from 'image-size';
import type { Attachment } from '../model.ts';
import { AttachmentFlags } from '../numbers.ts';
import defaults from '../state/defaults.json' with { type: 'json' };
import type { Core, StoredFile } from '../state/state.ts';

/** How long a link to an uploaded file works. */
const LINK_LIFETIME_MS = 24 * 3_600_000;
/** The formats that Discord shows as pictures. */
const PICTURE_TYPES = ['png', 'jpg', 'gif', 'webp', 'avif'];

/** The width and height of a picture in pixels; undefined for anything else. */
const pictureSize = (content: Uint8Array): { width: number; height: number } | undefined => {
  try {
    const { type = '', width, height } = imageSize(content);
    return PICTURE_TYPES.includes(type) ? { width, height } : undefined;
  } catch {
    return undefined;
  }
};

const CONTENT_TYPES: Record<string, string> = defaults.contentTypes;

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
  const size = pictureSize(file.bytes);
  const stored: StoredFile = {
    id,
    filename,
    contentType: file.contentType ?? contentTypeOf(filename),
    bytes: file.bytes,
    base: `${core.origin}/${folder}/${id}/${filename}`,
    ...size,
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
  const expires = (issuedS + Math.ceil(LINK_LIFETIME_MS / 1000)).toString(16);
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
