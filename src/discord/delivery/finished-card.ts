import { wordsIn } from '../../commands/framework/language.ts';
import type { File, MessageBody } from '../../commands/framework/reply.ts';
import { altTextOf, fitting, messageLink } from '../../messages/markup.ts';
import { type EndedJob, promptOf } from '../../services/jobs/job.ts';
import type { OutgoingMessage } from '../api.ts';
import { cardOf, fullSizeLine, type CardFacts, type CardPicture, type FullSize } from './card.ts';
import type { Picture } from './pictures.ts';

/** https://docs.discord.com/developers/resources/message#create-message */
const CONTENT_LENGTH = 2_000;

/** Discord blurs attached files and links, but not an embed's picture, so spoilers are outside of the embed. */
const hiddenBeside = (pictures: readonly Picture[]): Pick<MessageBody, 'content'> => {
  // Discord hides the previews of such addresses until they are clicked.
  const links = pictures.flatMap(({ url, file }) => (file ? [] : [`||${url}||`]));
  const content = fitting(links, '\n', CONTENT_LENGTH);
  return content === '' ? {} : { content };
};

const filesOf = (pictures: readonly Picture[]): File[] => pictures.flatMap(({ file }) => file ?? []);

const cardPictures = (job: EndedJob, pictures: readonly Picture[]): CardPicture[] => {
  const altText = altTextOf(promptOf(job));
  return pictures.map(({ url, file }) => ({ url: file ? `attachment://${file.name}` : url, altText }));
};

/** Those of which the files are smaller copies. */
const originalsOf = (pictures: readonly Picture[]): FullSize[] =>
  pictures.flatMap(({ url, smallerCopyOf: number }) => (number === undefined ? [] : [{ url, number }]));

/** The final card of a job with its pictures. */
export const finishedCard = (
  job: EndedJob,
  facts: CardFacts,
  pictures: readonly Picture[],
): OutgoingMessage => ({
  body:
    job.spoiler === true
      ? { ...cardOf(job, facts, [], originalsOf(pictures)), ...hiddenBeside(pictures) }
      : cardOf(job, facts, cardPictures(job, pictures), originalsOf(pictures)),
  files: filesOf(pictures),
});

/** Further pictures of a job, for which its card had no place, under a title. */
export const furtherPictures = (
  job: EndedJob,
  title: string,
  pictures: readonly Picture[],
): OutgoingMessage => {
  const files = filesOf(pictures);
  const { card } = wordsIn(job.language);
  const heading = [title, ...fullSizeLine(originalsOf(pictures), card)].join('\n');
  if (job.spoiler === true) {
    const { content = '' } = hiddenBeside(pictures);
    return { body: { content: `${heading}\n${content}`.trim() }, files };
  }
  const url = messageLink({ ...job.target, messageId: job.target.messageId ?? '' });
  const embeds = cardPictures(job, pictures).map((picture) => ({
    url,
    image: { url: picture.url, description: picture.altText },
  }));
  return { body: { content: heading, embeds }, files };
};
