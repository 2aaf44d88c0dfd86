import { wordsIn } from '../../messages/language.ts';
import type { Delivered } from '../../services/jobs/finisher.ts';
import type { Deletions } from '../../services/jobs/deletions.ts';
import { isInDirectMessages, type EndedJob } from '../../services/jobs/job.ts';
import type { OpenJobs } from '../../services/jobs/open-jobs.ts';
import { notified } from '../../services/jobs/transitions.ts';
import { nonceOf, type DiscordApi } from '../api.ts';
import { failureKind, retryRequest, type Retrying } from '../failures.ts';
import { cardOf, plainCardOf } from '../../cards/card.ts';
import { linksTo } from '../../cards/card-pictures.ts';
import { nextWay } from './ways.ts';
import type { MessageBody } from '../../messages/message.ts';
import { linkTo } from '../../messages/markup.ts';

/** A person who requested something so short a time ago still looks at it, and needs no notification. */
const STILL_THERE_MS = 10_000;

interface HowToSend {
  isSilent: boolean;
  /** Goes when the pictures are deleted. */
  isCopy: boolean;
  /** The card can't be brought to where it belongs, which the copy says. */
  isOutOfReach: boolean;
}

const textFor = ({ state, target }: EndedJob): string => {
  const { done, ended } = wordsIn(target.language).card.notified;
  return state === 'succeeded' ? done : ended;
};

/** Whether a card is stuck, and doesn't tell its person what to press. */
const isOutOfReach = ({ target }: EndedJob, delivered: Delivered): boolean =>
  delivered === 'parked' && target.awaitsClick !== true;

/** A card with one of its pictures, without its buttons: with the way to the original or, where there is none, to all pictures. */
const messageFor = (job: EndedJob, { isOutOfReach: isOut, isCopy }: HowToSend, now: number): MessageBody => {
  const { card: words, details } = wordsIn(job.target.language);
  const pictures = picturesOf(job).map((url, index) => ({ url, number: index + 1 }));
  const link = isCopy ? linkTo(job.target) : undefined;
  const originals = pictures.length > 0 && `**${details.originals}** ${linksTo(pictures)}`;
  const way = link === undefined ? originals : words.copyOf(link);
  const { content, ...body } = cardOf(job, { now }, pictures.slice(0, 1));
  const lines = [isOut && words.notified.outOfReach, way, content];
  return { ...body, content: lines.filter(Boolean).join('\n'), components: [] };
};

const picturesOf = (job: EndedJob): readonly string[] =>
  job.state === 'succeeded' ? job.result.pictureUrls : [];

/** Tells people that their jobs have ended: in the way that they chose, and where the card can't. */
export class Notifier {
  constructor(
    private readonly runtime: Retrying,
    private readonly api: DiscordApi,
    private readonly openJobs: Pick<OpenJobs, 'mustChange'>,
    private readonly deletions: Pick<Deletions, 'addCopy'>,
  ) {}

  /**
   * Notifies the person once. If Easel ends first, the next start does it; Discord drops duplicates.
   *
   * @throws once the signal aborts.
   */
  async tell(job: EndedJob, delivered: Delivered, signal: AbortSignal): Promise<void> {
    const { notify, state } = job;
    if (notify ? notify.done === true : !isOutOfReach(job, delivered)) return;
    try {
      if (state !== 'stopped') await this.#tell(job, delivered, signal);
    } catch (error) {
      signal.throwIfAborted();
      this.runtime.log.warn("couldn't notify a person", { jobId: job.id, error });
    }
    if (!notify) return;
    await this.openJobs.mustChange(job.id, notified, { what: 'store that a person was notified', signal });
  }

  async #tell(job: EndedJob, delivered: Delivered, signal: AbortSignal): Promise<void> {
    const { notify } = job;
    const isOut = isOutOfReach(job, delivered);
    const isQuick =
      !isOut && notify !== undefined && this.runtime.clock.steady() - notify.since < STILL_THERE_MS;
    const isThereAlready = isInDirectMessages(job);
    const mayMention = delivered === 'delivered' && (notify?.mention === true || isThereAlready);
    const isMentioned = mayMention && !isQuick && (await this.#mention(job, textFor(job), signal));
    // Where a mention is impossible, as on a card that is out of reach, a direct message says it.
    const isSent = notify?.direct === true || (!isQuick && !isMentioned);
    // Where the card itself is gone, what the person asked for in their direct messages is no copy of anything.
    const how = { isSilent: isQuick, isCopy: delivered !== 'gone', isOutOfReach: isOut };
    if (isSent && !isThereAlready) await this.#send(job, how, signal);
  }

  async #send(job: EndedJob, how: HowToSend, signal: AbortSignal): Promise<void> {
    const { personId } = job;
    try {
      await this.#sendCopy(job, how, signal);
    } catch (error) {
      const kind = failureKind(error);
      if (kind === 'retryable') throw error;
      this.runtime.log.info("couldn't send a direct message", { personId, kind, error });
      const { closed, notTaken } = wordsIn(job.target.language).card.notified;
      await this.#mention(job, kind === 'closed' ? closed : notTaken, signal);
    }
  }

  /** @throws Discord's refusal, such as that direct messages are closed. */
  async #sendCopy(job: EndedJob, how: HowToSend, signal: AbortSignal): Promise<void> {
    const retried = <T>(what: string, act: () => Promise<T>) =>
      retryRequest(what, act, { ...this.runtime, signal });
    const channelId = await retried('open direct messages', () => this.api.directChannel(job.personId));
    const urls = picturesOf(job);
    const send = (body: MessageBody): Promise<string> => {
      const message = { body, files: [], isSilent: how.isSilent };
      return retried('send directly', () =>
        this.api.send(channelId, message, { nonce: nonceOf('n', job.id) }),
      );
    };
    const messageId = await send(messageFor(job, how, this.runtime.clock.now())).catch((error: unknown) => {
      if (!nextWay('linked', failureKind(error), true)) throw error;
      return send({ ...plainCardOf(job, urls), components: [] });
    });
    if (how.isCopy && urls.length > 0) await this.deletions.addCopy(job.id, { channelId, messageId });
  }

  /**
   * Mentions the person in a message of its own, since an edit sends no notification: in a reply to the card, or else by token.
   * False when Discord allows neither.
   */
  async #mention({ id, personId, target }: EndedJob, text: string, signal: AbortSignal): Promise<boolean> {
    const { applicationId, channelId, channelRoute, ephemeral, messageId, token } = target;
    const message = { body: { content: `<@${personId}> ${text}` }, files: [], mentions: personId };
    const nonce = nonceOf('m', id);
    const ways: (() => Promise<unknown>)[] = [
      ...(channelRoute ? [() => this.api.send(channelId, message, { nonce, repliesTo: messageId })] : []),
      ...(token && this.runtime.clock.steady() < token.expiresAt
        ? [() => this.api.followUp({ applicationId, token: token.value }, message, { ephemeral })]
        : []),
    ];
    for (const way of ways) {
      try {
        await retryRequest('mention a person', way, { ...this.runtime, signal });
        return true;
      } catch (error) {
        if (failureKind(error) === 'retryable') throw error;
        this.runtime.log.info("couldn't mention a person", { jobId: id, error });
      }
    }
    return false;
  }
}
