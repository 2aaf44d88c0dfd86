import { compact } from '../lib/lists.ts';
import { isTaken } from '../messages/components.ts';
import { altTextOf, fitting, messageLink } from '../messages/markup.ts';
import type { MessageFile } from '../messages/message.ts';
import type { Words } from '../messages/words/words.ts';
import { promptOf, type Job } from '../services/jobs/job.ts';

export type CardWords = Words['card'];

/** https://docs.discord.com/developers/resources/message#create-message */
const CONTENT_LENGTH = 2_000;
const ORIGINALS_LENGTH = 1_500;

/** One picture of a result: uploaded, or linked where it is when it is too large or can't be fetched. */
export interface Picture {
  url: string;
  /** From 1. */
  number: number;
  file?: MessageFile;
  /** The file is a smaller copy of the original. */
  isSmaller?: boolean;
  /** What its address leads to is no picture that Discord shows, or not all of one. */
  isBroken?: boolean;
}

/** Links to pictures, with the bare numbers of those for which there is no room. */
export const linksTo = (pictures: readonly Picture[]): string => {
  let room = ORIGINALS_LENGTH;
  const links = pictures.map(({ url, number }) => {
    const link = `[${number}](<${url}>)`;
    if (link.length > room) return String(number);
    room -= link.length;
    return link;
  });
  return links.join(' · ');
};

/** Whether an embed can show a picture. */
const isShowable = ({ url, file, isBroken }: Picture): boolean =>
  file !== undefined || (isBroken !== true && isTaken(url));

/** Links to the originals of pictures that were made smaller, and to what can't be shown; no line where none is. */
export const originalsLines = (pictures: readonly Picture[], words: CardWords): string[] => {
  const broken = pictures.filter(({ isBroken }) => isBroken === true);
  const others = pictures.filter((picture) => picture.isBroken !== true && !isShowable(picture));
  const smaller = pictures.filter(({ isSmaller }) => isSmaller === true);
  return compact([
    broken.length > 0 && words.broken(linksTo(broken)),
    others.length > 0 && words.unshowable(linksTo(others)),
    smaller.length > 0 && words.fullSize(linksTo(smaller)),
  ]);
};

/** Discord blurs attached files and links, but not an embed's picture, so spoilers are outside of the embed. */
export const hiddenBeside = (pictures: readonly Picture[]): string =>
  // Discord hides the previews of such addresses until they are clicked.
  fitting(
    pictures.flatMap((picture) => (picture.file || !isShowable(picture) ? [] : [`||${picture.url}||`])),
    '\n',
    CONTENT_LENGTH,
  );

/**
 * The parts of embeds that show pictures. Discord shows embeds that share a `url`, here the message's, as one gallery, and only
 * the first one's text.
 */
export const imagesOf = (job: Job, pictures: readonly Picture[], isWordless = false) => {
  const url = messageLink({ ...job.target, messageId: job.target.messageId ?? '' });
  const description = altTextOf(promptOf(job));
  return pictures.filter(isShowable).map((picture) => {
    const address = picture.file ? `attachment://${picture.file.name}` : picture.url;
    return { url, image: { url: address, ...(!isWordless && { description }) } };
  });
};

/** The files of those that are uploaded. */
export const filesOf = (pictures: readonly Picture[]): MessageFile[] =>
  pictures.flatMap(({ file }) => file ?? []);

/** A picture without anything that a person typed: names of files are made of the prompt. */
export const wordless = (picture: Picture): Picture =>
  picture.file
    ? {
        ...picture,
        file: {
          ...picture.file,
          name: picture.file.name.replace(/^(SPOILER_)?.*(-\d+[^.\d]*\.\w+)$/, '$1picture$2'),
          altText: '',
        },
      }
    : picture;
