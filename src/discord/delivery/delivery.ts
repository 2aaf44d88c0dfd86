import { GALLERY_SIZE } from '../../messages/components.ts';
import { within } from '../../lib/clock.ts';
import type { KeyedMutex } from '../../lib/keyed-mutex.ts';
import type { Delivered } from '../../services/jobs/finisher.ts';
import { isDeleted, isEnded, type EndedJob, type Job, type ReplyTarget } from '../../services/jobs/job.ts';
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
  signal: AbortSignal;
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

type Attempt = Delivered | { againInMs: number; way?: Way };

/** The state of one delivery, besides the job. */
interface Course {
  way: Way;
  /** How many tries came before. */
  attempt: number;
  /** The card stands, and is edited once more, since an earlier edit may have been carried out after it. */
  isRepeated: boolean;
  /** Fetched once, however often they are sent. */
  loading: Loading | undefined;
  /** The message shows links, since its pictures weren't there in time. */
  isLate: boolean;
  /** Such a message stands where the answer does. */
  isLinked: boolean;
  /** The card says that 🔄 makes another. */
  offersAgain: boolean;
  /** Discord says that the message isn't there. */
  isGone: boolean;
  /** Gives the delivery up: the next start makes another. */
  signal: AbortSignal;
}

const copyAt = ({ guildId, channelId }: ReplyTarget, messageId: string): Copy => ({
  channelId,
  messageId,
  guildId,
});

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
    const course: Course = {
      way: 'uploaded',
      attempt: 0,
      isRepeated: false,
      loading: undefined,
      isLate: false,
      offersAgain: false,
      isLinked: false,
      isGone: false,
      signal,
    };
    try {
      for (; ; course.attempt += 1) {
        signal.throwIfAborted();
        const attempt = await this.#attemptInTurn(jobId, course);
        if (attempt === 'delivered' && course.isLate) {
          course.isLinked = true;
          await course.loading?.done;
          continue;
        }
        const outcome =
          attempt === 'parked' && (course.isLinked || course.isRepeated) ? 'delivered' : attempt;
        if (typeof outcome === 'string') {
          const isUnanswered = openJobs.get(jobId)?.target.editUnanswered === true;
          await this.#settle(jobId, outcome, course);
          if (outcome !== 'delivered' || course.isRepeated || !isUnanswered) return outcome;
          await clock.sleep(LATE_EDITS_MS, signal);
          course.isRepeated = true;
          continue;
        }
        course.way = outcome.way ?? course.way;
        const wait = clock.sleep(outcome.againInMs, signal);
        await (outcome.againInMs > 0 ? this.#keeping(course, wait) : wait);
      }
    } finally {
      this.#letGo(course);
    }
  }

  /** Follows a card that stands, or never can. */
  async #settle(jobId: string, outcome: Delivered, course: Course): Promise<void> {
    const { openJobs, messages, notifier } = this.#options;
    this.#letGo(course);
    const job = openJobs.get(jobId);
    if (outcome === 'delivered' && job && course.offersAgain) void messages.addAgain(job.target);
    if (job && isEnded(job)) await notifier.tell(job, outcome, course.signal);
    // Not where the job is followed once more, and its pictures may come in this moment.
    if (course.isGone) await this.#forget(jobId, course.signal);
  }

  #letGo(course: Course): void {
    course.loading?.giveUp();
    course.loading = undefined;
  }

  /** Keeps the pictures in memory during the wait, if there is room; otherwise they are linked. */
  async #keeping(course: Course, wait: Promise<void>): Promise<void> {
    const bytes = course.loading?.bytes;
    if (bytes === undefined) {
      // What comes during the wait would take room that others need.
      this.#letGo(course);
      return wait;
    }
    if (this.#keptBytes + bytes > MAX_KEPT_BYTES) {
      this.#letGo(course);
      course.way = 'linked';
      return wait;
    }
    this.#keptBytes += bytes;
    await wait.finally(() => {
      this.#keptBytes -= bytes;
    });
  }

  #attemptInTurn(jobId: string, course: Course): Promise<Attempt> {
    const { openJobs, cards, lease, signal } = this.#options;
    return cards.run([jobId], async () => {
      // A card without pictures could replace those that the next owner has brought meanwhile.
      if (openJobs.get(jobId)?.state !== 'succeeded') await lease.confirm(signal);
      const job = openJobs.get(jobId);
      return job && isEnded(job) ? this.#attempt(job, course) : 'gone';
    });
  }

  async #attempt(job: EndedJob, course: Course): Promise<Attempt> {
    if (job.target.sendsNew) return this.#sendNew(job, course);
    const { api, clock, log, metrics } = this.#options;
    const { signal } = course;
    const route = routeOf(job.target, clock.steady());
    if (!route) return 'parked';
    try {
      const limitBytes = route.kind === 'token' ? job.target.attachmentLimitBytes : DEFAULT_FILE_LIMIT_BYTES;
      await this.#withMessage(job, course, limitBytes, (message) => api.edit(route, message));
      metrics.countDelivery({ route: route.kind, outcome: 'delivered' });
      return 'delivered';
    } catch (error) {
      const kind = failureKind(error);
      metrics.countDelivery({ route: route.kind, outcome: kind });
      logFailure(log, 'the final edit of a card failed', error, { jobId: job.id, route: route.kind });
      if (kind === 'gone') {
        course.isGone = true;
        return 'gone';
      }
      if (kind === 'token-dead') {
        await this.#retarget(job, (target) => dropToken(target, job.target.token), signal);
        return { againInMs: 0 };
      }
      const next = this.#next(job, course, error);
      const isShut = kind === 'no-access' || kind === 'no-permission';
      if (next !== 'parked' || !isShut || !job.target.channelRoute) return next;
      // Stored first: once the new message has opened a thread, the next start could edit the old one.
      await this.#retarget(job, (target) => ({ ...target, sendsNew: true }), signal);
      return { againInMs: 0 };
    }
  }

  /** The next attempt after one that failed. */
  #next(job: EndedJob, { way, attempt }: Course, error: unknown): Attempt {
    const kind = failureKind(error);
    const againInMs = backOffMs(error, attempt, this.#options.random());
    if (kind === 'retryable') return { againInMs };
    const next = nextWay(way, kind, job.state === 'succeeded');
    if (next) return { againInMs: 0, way: next };
    // All ways were blocked alike, so it isn't about what is shown.
    return isBlock(error) ? { againInMs, way: 'uploaded' } : 'parked';
  }

  /** The message can't be edited. A new one may be allowed: an archived thread is opened again by it. */
  async #sendNew(job: EndedJob, course: Course): Promise<Attempt> {
    const { channelId, messageId } = job.target;
    const nonce = nonceOf('f', job.id);
    let sentId: string;
    try {
      sentId = await this.#withMessage(job, course, DEFAULT_FILE_LIMIT_BYTES, (message) =>
        this.#options.api.send(channelId, message, { nonce, repliesTo: messageId }),
      );
    } catch (error) {
      logFailure(this.#options.log, "couldn't post a new message", error, { jobId: job.id });
      return this.#next(job, course, error);
    }
    const moved = ({ sendsNew, ...target }: ReplyTarget) => ({
      ...dropToken(target, job.target.token),
      messageId: sentId,
    });
    const present = await this.#retarget(job, moved, course.signal);
    // The pictures were deleted while this was under way.
    if (present && isDeleted(present))
      await this.#forget(job.id, course.signal, copyAt(present.target, sentId));
    return 'delivered';
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

  async #withMessage<T>(
    job: EndedJob,
    course: Course,
    limitBytes: number,
    send: (message: OutgoingMessage) => Promise<T>,
  ): Promise<T> {
    const { way } = course;
    const urls = job.state === 'succeeded' ? job.result.pictureUrls : [];
    course.offersAgain = urls.length > 0 && (await this.#options.messages.offersAgain(job.target));
    const facts = { now: this.#options.clock.now(), offersAgain: course.offersAgain };
    const hasFiles = urls.length > 0 && (way === 'uploaded' || way === 'wordless');
    course.isLate = false;
    if (!hasFiles) this.#letGo(course);
    if (way === 'plain') return send({ body: plainCardOf(job, urls), files: [] });
    const shown = urls.slice(0, GALLERY_SIZE);
    const links = () => shown.map((url, index) => ({ url, number: index + 1 }));
    const pictures = hasFiles ? await this.#load(job, shown, limitBytes, course) : undefined;
    course.isLate = hasFiles && !pictures;
    return send((way === 'wordless' ? wordlessCard : finishedCard)(job, facts, pictures ?? links()));
  }

  /** Undefined when they take too long; then they go on coming. */
  async #load(
    job: EndedJob,
    urls: readonly string[],
    limitBytes: number,
    course: Course,
  ): Promise<readonly Picture[] | undefined> {
    const { pictures, clock, linkAfterMs = LINK_AFTER_MS } = this.#options;
    const mayLagUntil = job.endedAt + PICTURES_LAG_MS;
    course.loading ??= new Loading((end) => {
      const signal = AbortSignal.any([course.signal, end]);
      return pictures.load(job, urls, { limitBytes, signal, mayLagUntil });
    });
    // Pictures that stand there already are not replaced by links.
    await (course.isRepeated ? course.loading.done : within(linkAfterMs, course.loading.done, clock));
    return course.loading.loaded?.pictures;
  }
}
