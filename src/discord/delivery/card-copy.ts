import { DEFAULT_FILE_LIMIT_BYTES } from '../../commands/framework/invocation.ts';
import { wordsIn } from '../../commands/framework/language.ts';
import { linkTo } from '../../commands/framework/reply-targets.ts';
import { chunks, GALLERY_SIZE } from '../../messages/components.ts';
import { type EndedJob, promptOf } from '../../services/jobs/job.ts';
import type { DiscordApi } from '../api.ts';
import type { OutgoingMessage } from '../api.ts';
import { retryRequest, type RetryRequestOptions } from '../failures.ts';
import { finishedCard, furtherPictures } from './finished-card.ts';
import type { Pictures } from './pictures.ts';

export interface CardCopyOptions extends RetryRequestOptions {
  api: DiscordApi;
  pictures: Pick<Pictures, 'load'>;
}

/** A copy of a job's card for one person. */
export interface CardCopy {
  personId: string;
  job: EndedJob;
  /** Where its pictures are, and which they are, from 1. */
  pictures: readonly { url: string; number: number }[];
  /** Discord drops a second message with the same nonce within a few minutes; at most 23 characters. */
  nonce: string;
  /** Makes no sound. */
  isSilent?: boolean;
}

/** Removes what only makes sense on the original card, and adds a link to it. */
const withoutButtons = (job: EndedJob, { body, files }: OutgoingMessage): OutgoingMessage => {
  const link = linkTo(job.target);
  const { copyOf } = wordsIn(job.language).card;
  const content = [...(link === undefined ? [] : [copyOf(link)]), body.content ?? ''].join('\n').trim();
  return { body: { ...body, components: [], ...(content !== '' && { content }) }, files };
};

/**
 * Sends a copy of a job's card, with all of the pictures, to somebody's direct messages.
 *
 * @throws what Discord answers, when it takes none, as when these messages are closed.
 */
export const sendCardCopy = async (
  { personId, job, pictures: all, nonce, isSilent = false }: CardCopy,
  options: CardCopyOptions,
): Promise<void> => {
  const { api, pictures, clock, signal } = options;
  const retried = <T>(what: string, act: () => Promise<T>) => retryRequest(what, act, options);
  const channelId = await retried('open direct messages', () => api.directChannel(personId));
  const { somePictures } = wordsIn(job.language).card;
  const count = job.state === 'succeeded' ? job.result.pictureUrls.length : 0;
  // Made one after the other, since the memory for pictures is short.
  const galleries = all.length === 0 ? [[]] : chunks(all, GALLERY_SIZE);
  for (const [index, gallery] of galleries.entries()) {
    const numbers = gallery.map(({ number }) => number);
    const { pictures: loaded, release } = await pictures.load(
      gallery.map(({ url }) => url),
      {
        ...{ prompt: promptOf(job), spoiler: job.spoiler === true, limitBytes: DEFAULT_FILE_LIMIT_BYTES },
        ...{ numbers, ...(signal && { signal }) },
      },
    );
    try {
      const message =
        index === 0
          ? withoutButtons(job, finishedCard(job, { now: clock.now() }, loaded))
          : furtherPictures(job, somePictures(numbers[0] ?? 0, numbers.at(-1) ?? 0, count), loaded);
      const sent = { ...message, isSilent };
      await retried('send directly', () => api.send(channelId, sent, { nonce: `${nonce}${index}` }));
    } finally {
      release();
    }
  }
};
