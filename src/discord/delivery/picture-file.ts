import { SMALLER_COPY } from '../../commands/framework/invocation.ts';
import type { File } from '../../commands/framework/reply.ts';
import { cut, normalized } from '../../lib/text.ts';
import { altTextOf } from '../../messages/markup.ts';

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

/** A picture as a file to upload; undefined when it is of no kind that Discord shows. */
export const fileOf = (
  data: Buffer,
  { number, isSmaller }: { number: number; isSmaller: boolean },
  { prompt, spoiler }: { prompt: string; spoiler: boolean },
): File | undefined => {
  const kind = data.length >= MIN_PICTURE_BYTES && KINDS.find(({ starts }) => starts(data));
  if (!kind) return undefined;
  const suffix = isSmaller ? SMALLER_COPY : '';
  const name = `${spoiler ? SPOILER : ''}${nameOf(prompt)}-${number}${suffix}.${kind.ending}`;
  return { name, data, contentType: kind.contentType, altText: altTextOf(prompt) };
};
