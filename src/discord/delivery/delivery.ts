import { GALLERY_SIZE } from '../../messages/components.ts';
import { within } from '../../lib/clock.ts';
import type { KeyedMutex } from '../../lib/keyed-mutex.ts';
import type { Delivered } from '../../services/jobs/finisher.ts';
import {
  hasPictures,
  isDeleted,
  isEnded,
  type EndedJob,
  type Job,
  type ReplyTarget,
} from '../../services/jobs/job.ts';
import type { Copy } from '../../services/jobs/copies.ts';
import type { Deletions } from '../../services/jobs/deletions.ts';
import type { OpenJobs } from '../../services/jobs/open-jobs.ts';
import { retryStoring } from '../../services/jobs/storing.ts';
import type { Metrics } from '../../services/operations/metrics.ts';
import { nonceOf, type DiscordApi } from '../api.ts';
import { finishedCard, plainCardOf, wordlessCard } from '../../cards/card.ts';
import { backOffMs, failureKind, isBlock, logFailure, type Retrying } from '../failures.ts';
import type { Lease } from '../../services/storage/lease.ts';
import type { Messages } from '../messages.ts';
import type { Notifier } from './notifier.ts';
import { Loading, type Pictures } from './pictures.ts';
import { routeOf, dropToken } from './route.ts';
import { nextWay, type Way } from './ways.ts';
import { DEFAULT_FILE_LIMIT_BYTES, type OutgoingMessage } from '../../messages/message.ts';
import type { Picture } from '../../cards/card-pictures.ts';

export interface DeliveryOptions extends Omit<Retrying, 'signal'> {
  api: DiscordApi;
  openJobs: Pick<OpenJobs, 'get' | 'retarget'>;
  deletions: Pick<Deletions, 'forgetPictures'>;
  pictures: Pictures;
  /** Keeps two edits of one job's card from overtaking each other. */
  cards: KeyedMutex;
  metrics: Pick<Metrics, 'countDelivery'>;
  messages: Messages;
  notifier: Notifier;
  /** While it is uncertain whether the jobs are still this process's own, deliveries wait. */
  lease: Pick<Lease, 'confirm'>;
  linkAfterMs?: number | undefined;
}

/**
 * A card whose pictures aren't there by then is shown with links to them, and with the pictures once they are. About as long as
 * a host that fails for a moment is asked again.
 */
const LINK_AFTER_MS = 8_000;

/** Pictures that wait for another attempt take at most this much of the room for pictures; others are linked. */
const MAX_KEPT_BYTES = 25 * 1_048_576;
/**
 * A host may take a moment until it has the pictures that the service has named, as a network of caches or a storage does. Counted
 * from the end of the task, so that pictures which never come hold up no others for longer.
 */
const PICTURES_LAG_MS = 20_000;

/** After this time, Discord no longer carries out edits that got no answer. */
const LATE_EDITS_MS = 15_000;

/**
 * What stands where the answer does: nothing final; links, as the pictures weren't there in time; the card, which is edited once
 * more, since an earlier edit may have been carried out after it.
 */
type Course = 'first' | 'late' | 'again';

interface CourseFacts {
  /** Whether links are shown while the pictures take long. They don't replace pictures that stand there already. */
  linksFirst: boolean;
  /** The outcome when no way leads to the message. */
  ifParked: Delivered;
  /** What follows once the card stands, if an earlier edit had no answer. */
  next?: Course;
}

/** What a delivery does in each course. */
const COURSES: Readonly<Record<Course, CourseFacts>> = {
  first: { linksFirst: true, ifParked: 'parked', next: 'again' },
  late: { linksFirst: true, ifParked: 'delivered', next: 'again' },
  again: { linksFirst: false, ifParked: 'delivered' },
};

/** The end of an attempt. `late`: links stand there. `not-due`: the job is gone, or followed once more. */
type Attempt = Delivered | 'late' | 'not-due' | { againInMs: number; way?: Way };

interface DrawnMessage {
  message: OutgoingMessage;
  /** It shows links, since its pictures weren't there in time. */
  isLate: boolean;
}

/** The state of one delivery, besides the job. */
interface DeliveryState {
  course: Course;
  way: Way;
  /** How many tries came before. */
  attempt: number;
  /** Fetched once, however often they are sent. */
  loading?: Loading | undefined;
  /** Gives the delivery up: the next start makes another. */
  signal: AbortSignal;
}

/** Brings final cards to where they belong, by the way that works. */
export class Delivery {
  readonly #options: DeliveryOptions;
  /** Of pictures that wait for another attempt. */
  #keptBytes = 0;

  constructor(options: DeliveryOptions) {
    this.#options = options;
  }

  /**
   * Tries until the job's final card stands where its answer does, or never can.
   *
   * @throws once the signal aborts; what `Lease.confirm` throws when another process has taken over.
   */
  async deliver(jobId: string, signal: AbortSignal): Promise<Delivered> {
    const { openJobs, clock } = this.#options;
    const delivery: DeliveryState = { course: 'first', way: 'uploaded', attempt: 0, signal };
    try {
      for (; ; delivery.attempt += 1) {
        signal.throwIfAborted();
        const attempt = await this.#attemptInTurn(jobId, delivery);
        if (attempt === 'not-due') return 'gone';
        if (attempt === 'late') {
          delivery.course = 'late';
          await delivery.loading?.done;
        } else if (typeof attempt === 'object') {
          delivery.way = attempt.way ?? delivery.way;
          const wait = clock.sleep(attempt.againInMs, signal);
          await (attempt.againInMs > 0 ? this.#keeping(delivery, wait) : wait);
        } else {
          const { ifParked, next } = COURSES[delivery.course];
          const outcome = attempt === 'parked' ? ifParked : attempt;
          const isUnanswered = openJobs.get(jobId)?.target.editUnanswered === true;
          await this.#settle(jobId, outcome, delivery);
          if (outcome !== 'delivered' || !next || !isUnanswered) return outcome;
          await clock.sleep(LATE_EDITS_MS, signal);
          delivery.course = next;
        }
      }
    } finally {
      this.#letGo(delivery);
    }
  }

  /** Follows a card that stands, or never can. */
  async #settle(jobId: string, outcome: Delivered, delivery: DeliveryState): Promise<void> {
    const { openJobs, messages, notifier } = this.#options;
    this.#letGo(delivery);
    const job = openJobs.get(jobId);
    if (outcome === 'delivered' && job && hasPictures(job)) void messages.offerAgain(job.target);
    if (job && isEnded(job)) await notifier.tell(job, outcome, delivery.signal);
    if (outcome === 'gone') await this.#forget(jobId, delivery.signal);
  }

  #letGo(delivery: DeliveryState): void {
    delivery.loading?.giveUp();
    delivery.loading = undefined;
  }

  /** Keeps the pictures in memory during the wait, if there is room; otherwise they are linked. */
  async #keeping(delivery: DeliveryState, wait: Promise<void>): Promise<void> {
    const bytes = delivery.loading?.bytes;
    if (bytes === undefined) {
      // What comes during the wait would take room that others need.
      this.#letGo(delivery);
      return wait;
    }
    if (this.#keptBytes + bytes > MAX_KEPT_BYTES) {
      this.#letGo(delivery);
      delivery.way = 'linked';
      return wait;
    }
    this.#keptBytes += bytes;
    await wait.finally(() => {
      this.#keptBytes -= bytes;
    });
  }

  #attemptInTurn(jobId: string, delivery: DeliveryState): Promise<Attempt> {
    const { openJobs, cards, lease } = this.#options;
    return cards.run([jobId], async () => {
      // A card without pictures could replace those that the next owner has brought meanwhile.
      if (openJobs.get(jobId)?.state !== 'succeeded') await lease.confirm(delivery.signal);
      const job = openJobs.get(jobId);
      return job && isEnded(job) ? this.#attempt(job, delivery) : 'not-due';
    });
  }

  async #attempt(job: EndedJob, delivery: DeliveryState): Promise<Attempt> {
    if (job.target.sendsNew) return this.#sendNew(job, delivery);
    const { api, clock, log, metrics } = this.#options;
    const { signal } = delivery;
    const route = routeOf(job.target, clock.steady());
    if (!route) return 'parked';
    try {
      const limitBytes = route.kind === 'token' ? job.target.attachmentLimitBytes : DEFAULT_FILE_LIMIT_BYTES;
      const { message, isLate } = await this.#messageOf(job, delivery, limitBytes);
      await api.edit(route, message);
      metrics.countDelivery({ route: route.kind, outcome: 'delivered' });
      return isLate ? 'late' : 'delivered';
    } catch (error) {
      const kind = failureKind(error);
      metrics.countDelivery({ route: route.kind, outcome: kind });
      logFailure(log, 'the final edit of a card failed', error, { jobId: job.id, route: route.kind });
      if (kind === 'gone') return 'gone';
      if (kind === 'token-dead') {
        await this.#retarget(job, (target) => dropToken(target, job.target.token), signal);
        return { againInMs: 0 };
      }
      const next = this.#next(job, delivery, error);
      const isShut = kind === 'no-access' || kind === 'no-permission';
      const stands = delivery.course === 'again';
      if (next !== 'parked' || !isShut || stands || !job.target.channelRoute) return next;
      // Stored first: once the new message has opened a thread, the next start could edit the old one.
      await this.#retarget(job, (target) => ({ ...target, sendsNew: true }), signal);
      return { againInMs: 0 };
    }
  }

  /** The next attempt after one that failed. */
  #next(job: EndedJob, { way, attempt }: DeliveryState, error: unknown): Attempt {
    const kind = failureKind(error);
    const againInMs = backOffMs(error, attempt, this.#options.random());
    if (kind === 'retryable') return { againInMs };
    const next = nextWay(way, kind, job.state === 'succeeded');
    if (next) return { againInMs: 0, way: next };
    // All ways were blocked alike, so it isn't about what is shown.
    return isBlock(error) ? { againInMs, way: 'uploaded' } : 'parked';
  }

  /** The message can't be edited. A new one may be allowed: an archived thread is opened again by it. */
  async #sendNew(job: EndedJob, delivery: DeliveryState): Promise<Attempt> {
    const { channelId, messageId } = job.target;
    const nonce = nonceOf('f', job.id);
    let sentId: string;
    let drawn: DrawnMessage;
    try {
      drawn = await this.#messageOf(job, delivery, DEFAULT_FILE_LIMIT_BYTES);
      sentId = await this.#options.api.send(channelId, drawn.message, { nonce, repliesTo: messageId });
    } catch (error) {
      logFailure(this.#options.log, "couldn't post a new message", error, { jobId: job.id });
      return this.#next(job, delivery, error);
    }
    const moved = ({ sendsNew, ...target }: ReplyTarget) => ({
      ...dropToken(target, job.target.token),
      messageId: sentId,
    });
    const present = await this.#retarget(job, moved, delivery.signal);
    // The pictures were deleted while this was under way.
    if (present && isDeleted(present)) {
      const { guildId } = present.target;
      await this.#forget(job.id, delivery.signal, { guildId, channelId, messageId: sentId });
    }
    return drawn.isLate ? 'late' : 'delivered';
  }

  async #forget(jobId: string, signal: AbortSignal, card?: Copy): Promise<void> {
    const { deletions, clock, log } = this.#options;
    const forget = () => deletions.forgetPictures(jobId, card ? { card } : {});
    await retryStoring('store that a card was deleted', forget, { clock, log, signal });
  }

  /** Tries until it is stored: no other code continues a delivery that failed because of the store. */
  async #retarget(
    { id }: Job,
    change: (target: ReplyTarget) => ReplyTarget,
    signal: AbortSignal,
  ): Promise<Job | undefined> {
    const { openJobs, clock, log } = this.#options;
    const store = () => openJobs.retarget(id, change);
    return retryStoring('store how a card is reached', store, { clock, log, signal });
  }

  async #messageOf(job: EndedJob, delivery: DeliveryState, limitBytes: number): Promise<DrawnMessage> {
    const { way } = delivery;
    const { clock, messages } = this.#options;
    const urls = hasPictures(job) ? job.result.pictureUrls : [];
    const offersAgain = urls.length > 0 && (await messages.offersAgain(job.target));
    const facts = { now: clock.now(), offersAgain };
    const hasFiles = urls.length > 0 && (way === 'uploaded' || way === 'wordless');
    if (!hasFiles) this.#letGo(delivery);
    if (way === 'plain') return { message: { body: plainCardOf(job, urls), files: [] }, isLate: false };
    const shown = urls.slice(0, GALLERY_SIZE);
    const links = () => shown.map((url, index) => ({ url, number: index + 1 }));
    const pictures = hasFiles ? await this.#load(job, shown, limitBytes, delivery) : undefined;
    const draw = way === 'wordless' ? wordlessCard : finishedCard;
    return { message: draw(job, facts, pictures ?? links()), isLate: hasFiles && !pictures };
  }

  /** Undefined when they take too long; then they go on coming. */
  async #load(
    job: EndedJob,
    urls: readonly string[],
    limitBytes: number,
    delivery: DeliveryState,
  ): Promise<readonly Picture[] | undefined> {
    const { pictures, clock, linkAfterMs = LINK_AFTER_MS } = this.#options;
    const mayLagUntil = job.endedAt + PICTURES_LAG_MS;
    delivery.loading ??= new Loading((end) => {
      const signal = AbortSignal.any([delivery.signal, end]);
      return pictures.load(job, urls, { limitBytes, signal, mayLagUntil });
    });
    const { done } = delivery.loading;
    await (COURSES[delivery.course].linksFirst ? within(linkAfterMs, done, clock) : done);
    return delivery.loading.loaded?.pictures;
  }
}
