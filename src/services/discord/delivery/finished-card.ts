import { altTextOf } from '../../../messages/markup.ts';
import { type EndedJob, promptOf } from '../../jobs/job.ts';
import type { OutgoingMessage } from '../rest/api.ts';
import { cardOf, type CardFacts } from './card.ts';
import type { Picture } from './pictures.ts';

/** https://docs.discord.com/developers/resources/message#create-message */
const CONTENT_LENGTH = 2_000;

/** Addresses whose previews Discord hides until they are clicked; as many as fit into a message. */
const hiddenLinks = (urls: readonly string[]): string => {
  const lines: string[] = [];
  for (const line of urls.map((url) => `||${url}||`))
    if ([...lines, line].join('\n').length <= CONTENT_LENGTH) lines.push(line);
  return lines.join('\n');
};

/**
 * The final card of a job with its pictures. Those that are to be hidden stand beside the embed: Discord blurs attached
 * files and links, but never the picture of an embed.
 */
export const finishedCard = (
  job: EndedJob,
  facts: CardFacts,
  pictures: readonly Picture[],
): OutgoingMessage => {
  const files = pictures.flatMap(({ file }) => file ?? []);
  if (job.spoiler === true) {
    const content = hiddenLinks(pictures.flatMap(({ url, file }) => (file ? [] : [url])));
    return { body: { ...cardOf(job, facts), ...(content !== '' && { content }) }, files };
  }
  const prompt = promptOf(job);
  const shown = pictures.map(({ url, file }) => ({
    url: file ? `attachment://${file.name}` : url,
    altText: altTextOf(prompt),
  }));
  return { body: cardOf(job, facts, shown), files };
};
