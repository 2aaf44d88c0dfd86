import { parseUrl } from '../lib/url.ts';
/** What Discord says of a file: only its name is always there. */
export interface FileFacts {
  filename: string;
  contentType?: string | null | undefined;
  /** In pixels, where Discord has measured it. */
  width?: number | null | undefined;
  height?: number | null | undefined;
  /** Discord's bits. */
  flags?: number | undefined;
}

/** https://docs.discord.com/developers/resources/message#attachment-object-attachment-flags */
const SPOILER_FLAG = 1 << 3;
/** Discord hides files whose names begin so: https://docs.discord.com/developers/reference#editing-message-attachments */
const SPOILER_NAME = 'SPOILER_';

/** Types that say nothing. */
const UNKNOWN_TYPE = /^(?:(?:application|binary)\/octet-stream\b.*)?$/i;
/** A drawing of vectors is a document, which the image service doesn't read. */
const DRAWING = /\.svgz?$/i;
const PICTURE = /\.(?:png|apng|jpe?g|jfif|gif|webp|avif|bmp|hei[cf]|tiff?)$/i;
/** They have a width and a height, too. */
const FILM = /\.(?:mp4|m4v|mov|webm|mkv|avi)$/i;

/** Whether a file is a picture to start from: by its type, else by its name, else by what Discord measured. */
export const isPictureFile = ({ filename, contentType, width, height }: FileFacts): boolean => {
  const type = contentType?.trim() ?? '';
  if (DRAWING.test(filename) || /^image\/svg/i.test(type)) return false;
  if (!UNKNOWN_TYPE.test(type)) return /^image\//i.test(type);
  return PICTURE.test(filename) || (Boolean(width) && Boolean(height) && !FILM.test(filename));
};

/** Whether a file stays hidden until it is clicked. */
export const isSpoilerFile = ({ filename, flags = 0 }: FileFacts): boolean =>
  (flags & SPOILER_FLAG) !== 0 || filename.startsWith(SPOILER_NAME);

/** The name of the file at an address; empty where there is none. */
export const fileNameIn = (address: string): string => parseUrl(address)?.pathname.split('/').at(-1) ?? '';
