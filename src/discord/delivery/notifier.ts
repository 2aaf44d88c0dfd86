import { wordsIn } from '../../messages/language.ts';
import { chunks } from '../../lib/chunks.ts';
import { GALLERY_SIZE } from '../../messages/components.ts';
import type { Delivered } from '../../services/jobs/finisher.ts';
import type { Deletions } from '../../services/jobs/deletions.ts';
import { isInDirectMessages, type EndedJob } from '../../services/jobs/job.ts';
import type { OpenJobs } from '../../services/jobs/open-jobs.ts';
import { notified } from '../../services/jobs/transitions.ts';
import { nonceOf, type DiscordApi } from '../api.ts';
import { failureKind, retryRequest, type Retrying } from '../failures.ts';
import { finishedCard, furtherPictures, plainCardOf, wordlessCard } from '../../cards/card.ts';
import type { Pictures } from './pictures.ts';
import { nextWay, type Way } from './ways.ts';
import { DEFAULT_FILE_LIMIT_BYTES, type OutgoingMessage } from '../../messages/message.ts';
import { linkTo } from '../../messages/markup.ts';
import type { Picture } from '../../cards/card-pictures.ts';

/** A person who requested something so short a time ago still looks at it, and needs no notification. */
const STILL_THERE_MS = 10_000;

export interface NotifierOptions extends Retrying {
  api: DiscordApi;
  pictures: Pick<Pictures, 'load'>;
  openJobs: Pick<OpenJobs, 'mustChange'>;
  deletions: Pick<Deletions, 'addCopy'>;
}

interface HowToSend {
  isSilent: boolean;
  /** Goes when the pictures are deleted. */
  isCopy: boolean;
  /** The card can't be brought to where it belongs, which the copy says. */
  isOutOfReach: boolean;
}

const textFor = ({ state, language }: EndedJob): string => {
  const { done, ended } = wordsIn(language).card.notified;
  return state === 'succeeded' ? done : ended;
};

/** Whether a card is stuck, and doesn't tell its person what to press. */
const isOutOfReach = ({ target }: EndedJob, delivered: Delivered): boolean =>
  delivered === 'parked' && target.awaitsClick !== true;

/** A copy of a card: without its buttons, and with a link to the original. */
const withoutButtons = (job: EndedJob, { body, files }: OutgoingMessage, isOut: boolean): OutgoingMessage => {
  const link = linkTo(job.target);
  const { copyOf, notified: texts } = wordsIn(job.language).card;
  const lines = [isOut && texts.outOfReach, link !== undefined && copyOf(link), body.content];
  const content = lines.filter(Boolean).join('\n').trim();
  return { body: { ...body, components: [], ...(content !== '' && { content }) }, files };
};

interface Gallery {
  urls: readonly string[];
  loaded: readonly Picture[];
  /** The number of its first picture, from 1. */
  first: number;
  /** How many pictures the job has. */
  total: number;
  now: number;
  isOutOfReach: boolean;
}

/** One gallery of a job's pictures, as a way shows it; the first one with what its card says. */
const galleryMessage = (
  job: EndedJob,
  way: Way,
  { urls, loaded, first, total, now, isOutOfReach: isOut }: Gallery,
): OutgoingMessage => {
  if (way === 'plain') return withoutButtons(job, { body: plainCardOf(job, urls), files: [] }, isOut);
  const shown = way === 'linked' ? loaded.map(({ url, number }) => ({ url, number })) : loaded;
  const { somePictures } = wordsIn(job.language).card;
  if (first > 1) return furtherPictures(job, somePictures(first, first + urls.length - 1, total), shown);
  return withoutButtons(job, (way === 'wordless' ? wordlessCard : finishedCard)(job, { now }, shown), isOut);
};

/** Tells people that their jobs have ended: in the way that they chose, and where the card can't. */
export class Notifier {
  readonly #options: NotifierOptions;

  constructor(options: NotifierOptions) {
    this.#options = options;
  }

  /**
   * Notifies the person once. If Easel ends first, the next start does it; Discord drops duplicates.
   *
   * @throws once the signal aborts.
   */
  async tell(job: EndedJob, delivered: Delivered, signal: AbortSignal): Promise<void> {
    const { openJobs, log } = this.#options;
    const { notify, state } = job;
    if (notify ? notify.done === true : !isOutOfReach(job, delivered)) return;
    try {
      if (state !== 'stopped') await this.#tell(job, delivered, signal);
    } catch (error) {
      signal.throwIfAborted();
      log.warn("couldn't notify a person", { jobId: job.id, error });
    }
    if (!notify) return;
    await openJobs.mustChange(job.id, notified, { what: 'store that a person was notified', signal });
  }

  async #tell(job: EndedJob, delivered: Delivered, signal: AbortSignal): Promise<void> {
    const { notify } = job;
    const isOut = isOutOfReach(job, delivered);
    const isQuick =
      !isOut && notify !== undefined && this.#options.clock.steady() - notify.since < STILL_THERE_MS;
    // Where the card itself is gone, what the person asked for in their direct messages is no copy of anything.
    const how = { isSilent: isQuick, isCopy: delivered !== 'gone', isOutOfReach: isOut };
    if (notify?.by === 'direct' && !isInDirectMessages(job)) return this.#send(job, how, signal);
    if (isQuick) return;
    const isMentioned = delivered === 'delivered' && (await this.#mention(job, textFor(job), signal));
    // Where a mention is impossible, as on a card that is out of reach, a copy goes to the person.
    if (!isMentioned && !isInDirectMessages(job)) await this.#send(job, how, signal);
  }

  async #send(job: EndedJob, how: HowToSend, signal: AbortSignal): Promise<void> {
    const { log } = this.#options;
    const { personId } = job;
    try {
      await this.#sendCopy(job, how, signal);
    } catch (error) {
      const kind = failureKind(error);
      if (kind === 'retryable') throw error;
      log.info("couldn't send a direct message", { personId, kind, error });
      const { closed, notTaken } = wordsIn(job.language).card.notified;
      await this.#mention(job, kind === 'closed' ? closed : notTaken, signal);
    }
  }

  /**
   * Sends a copy of a job's card, with all of the pictures, to a person's direct messages.
   *
   * @throws Discord's refusal, such as that these messages are closed.
   */
  async #sendCopy(job: EndedJob, how: HowToSend, signal: AbortSignal): Promise<void> {
    const { isSilent, isCopy } = how;
    const { api, deletions, pictures, clock } = this.#options;
    const retried = <T>(what: string, act: () => Promise<T>) =>
      retryRequest(what, act, { ...this.#options, signal });
    const channelId = await retried('open direct messages', () => api.directChannel(job.personId));
    const urls = job.state === 'succeeded' ? job.result.pictureUrls : [];
    // Made one after the other, since the memory for pictures is short.
    const galleries = urls.length === 0 ? [[]] : chunks(urls, GALLERY_SIZE);
    for (const [index, gallery] of galleries.entries()) {
      const first = index * GALLERY_SIZE + 1;
      const { pictures: loaded, release } = await pictures.load(job, gallery, {
        limitBytes: DEFAULT_FILE_LIMIT_BYTES,
        firstNumber: first,
        signal,
      });
      const nonce = `${nonceOf('n', job.id)}${index}`;
      const send = (way: Way): Promise<string> => {
        const shown = { ...how, urls: gallery, loaded, first, total: urls.length, now: clock.now() };
        const message = galleryMessage(job, way, shown);
        const attempt = () => api.send(channelId, { ...message, isSilent }, { nonce });
        return retried('send directly', attempt).catch((error: unknown) => {
          const next = nextWay(way, failureKind(error), urls.length > 0);
          if (!next) throw error;
          return send(next);
        });
      };
      try {
        const messageId = await send('uploaded');
        if (isCopy && urls.length > 0) await deletions.addCopy(job.id, { channelId, messageId });
      } finally {
        release();
      }
    }
  }

  /**
   * Mentions the person in a message of its own, since an edit sends no notification: in a reply to the card, or else by token.
   * False when Discord allows neither.
   */
  async #mention({ id, personId, target }: EndedJob, text: string, signal: AbortSignal): Promise<boolean> {
    const { api, clock, log } = this.#options;
    const { applicationId, channelId, channelRoute, ephemeral, messageId, token } = target;
    const message = { body: { content: `<@${personId}> ${text}` }, files: [], mentions: personId };
    const nonce = nonceOf('m', id);
    const ways: (() => Promise<unknown>)[] = [
      ...(channelRoute ? [() => api.send(channelId, message, { nonce, repliesTo: messageId })] : []),
      ...(token && clock.steady() < token.expiresAt
        ? [() => api.followUp({ applicationId, token: token.value }, message, { ephemeral })]
        : []),
    ];
    for (const way of ways) {
      try {
        await retryRequest('mention a person', way, { ...this.#options, signal });
        return true;
      } catch (error) {
        if (failureKind(error) === 'retryable') throw error;
        log.info("couldn't mention a person", { jobId: id, error });
      }
    }
    return false;
  }
}
