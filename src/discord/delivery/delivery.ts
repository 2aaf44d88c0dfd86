import { DEFAULT_FILE_LIMIT_BYTES } from '../../commands/framework/invocation.ts';
import { GALLERY_SIZE } from '../../messages/components.ts';
import type { KeyedMutex } from '../../lib/keyed-mutex.ts';
import type { Delivered } from '../../services/jobs/finisher.ts';
import { isEnded, type EndedJob, type Job, type ReplyTarget } from '../../services/jobs/job.ts';
import type { OpenJobs } from '../../services/jobs/open-jobs.ts';
import { retryStoring } from '../../services/jobs/storing.ts';
import type { Metrics } from '../../services/operations/metrics.ts';
import { nonceOf, type DiscordApi, type OutgoingMessage } from '../api.ts';
import { finishedCard, plainCardOf } from './card.ts';
import { backOffMs, failureKind, logFailure, type Retrying } from '../failures.ts';
import type { DiscordMessenger } from './messenger.ts';
import type { Notifier } from './notifier.ts';
import type { Picture, Pictures } from './pictures.ts';
import { routeOf, dropToken } from './route.ts';

export interface DeliveryOptions extends Omit<Retrying, 'signal'> {
  api: DiscordApi;
  jobs: Pick<OpenJobs, 'get' | 'retarget'>;
  pictures: Pictures;
  /** Keeps two edits of one job's card from overtaking each other. */
  cards: KeyedMutex;
  metrics: Pick<Metrics, 'countDelivery'>;
  messenger: DiscordMessenger;
  notifier: Notifier;
  /** Waits while it is uncertain whether the jobs are still this process's own. @throws when they are another's. */
  confirmLease: () => Promise<void>;
}

/** How to send a card; parts are dropped step by step when Discord declines it. */
type DeliveryMode = 'uploaded' | 'linked' | 'plain';

type Attempt = Delivered | { againInMs: number; mode?: DeliveryMode };

/** The facts of one attempt, besides the job. */
interface AttemptContext {
  mode: DeliveryMode;
  /** How many tries came before. */
  attempt: number;
  /** Gives the try up: the next start makes another. */
  signal: AbortSignal;
}

/** Brings final cards to where they belong, by the way that works. */
export class Delivery {
  readonly #options: DeliveryOptions;

  constructor(options: DeliveryOptions) {
    this.#options = options;
  }

  /**
   * Tries until the job's final card stands where its answer does, or never can.
   *
   * @throws once the signal aborts; what `confirmLease` throws when another process has taken over.
   */
  async deliver(jobId: string, signal: AbortSignal): Promise<Delivered> {
    const { jobs, cards, messenger, confirmLease, clock } = this.#options;
    let mode: DeliveryMode = 'uploaded';
    for (let attempt = 0; ; attempt += 1) {
      signal.throwIfAborted();
      const outcome = await cards.run([jobId], async (): Promise<Attempt> => {
        // A card without pictures could replace those that the next owner has brought meanwhile.
        if (jobs.get(jobId)?.state !== 'succeeded') await confirmLease();
        const job = jobs.get(jobId);
        return job && isEnded(job) ? this.#attempt(job, { mode, attempt, signal }) : 'gone';
      });
      const job = jobs.get(jobId);
      if (outcome === 'delivered' && job?.state === 'succeeded') void messenger.offerAgain(job.target);
      if (typeof outcome === 'string') {
        if (job && isEnded(job)) await this.#options.notifier.tell(job, outcome, signal);
        return outcome;
      }
      mode = outcome.mode ?? mode;
      await clock.sleep(outcome.againInMs, signal);
    }
  }

  async #attempt(job: EndedJob, context: AttemptContext): Promise<Attempt> {
    const { api, clock, log, random, metrics } = this.#options;
    const { mode, attempt, signal } = context;
    const route = routeOf(job.target, clock.steady());
    if (!route) return 'parked';
    try {
      const limitBytes = route.kind === 'token' ? job.target.attachmentLimitBytes : DEFAULT_FILE_LIMIT_BYTES;
      await this.#withMessage(job, context, limitBytes, (message) => api.edit(route, message));
      metrics.countDelivery({ route: route.kind, outcome: 'delivered' });
      return 'delivered';
    } catch (error) {
      const kind = failureKind(error);
      metrics.countDelivery({ route: route.kind, outcome: kind });
      logFailure(log, 'the final edit of a card failed', error, { jobId: job.id, route: route.kind });
      if (kind === 'gone') return 'gone';
      if (kind === 'token-dead') {
        await this.#retarget(job, (target) => dropToken(target, job.target.token), signal);
        return { againInMs: 0 };
      }
      if (kind === 'no-access') return this.#sendNew(job, context);
      if (kind === 'too-large' && mode === 'uploaded') return { againInMs: 0, mode: 'linked' };
      if (kind !== 'retryable') return mode === 'plain' ? 'parked' : { againInMs: 0, mode: 'plain' };
      return { againInMs: backOffMs(error, attempt, random()) };
    }
  }

  /** The message can't be edited. A new one may be allowed: an archived thread is opened again by it. */
  async #sendNew(job: EndedJob, context: AttemptContext): Promise<Attempt> {
    const { attempt, signal } = context;
    const { api, log, random } = this.#options;
    const { channelId, messageId, channelRoute } = job.target;
    if (!channelRoute) return 'parked';
    const nonce = nonceOf('f', job.id);
    let sentId: string;
    try {
      sentId = await this.#withMessage(job, context, DEFAULT_FILE_LIMIT_BYTES, (message) =>
        api.send(channelId, message, { nonce, repliesTo: messageId }),
      );
    } catch (error) {
      logFailure(log, "couldn't post a new message", error, { jobId: job.id });
      return failureKind(error) === 'retryable'
        ? { againInMs: backOffMs(error, attempt, random()) }
        : 'parked';
    }
    const moved = (target: ReplyTarget) => ({
      ...dropToken(target, job.target.token),
      messageId: sentId,
    });
    await this.#retarget(job, moved, signal);
    return 'delivered';
  }

  /** Tries until it is stored, since nothing else would go on with a delivery that a store ended. */
  async #retarget(
    { id }: Job,
    change: (target: ReplyTarget) => ReplyTarget,
    signal: AbortSignal,
  ): Promise<void> {
    const { jobs, clock, log } = this.#options;
    const store = () => jobs.retarget(id, change);
    await retryStoring('store how a card is reached', store, { clock, log, signal });
  }

  async #withMessage<T>(
    job: EndedJob,
    { mode, signal }: AttemptContext,
    limitBytes: number,
    send: (message: OutgoingMessage) => Promise<T>,
  ): Promise<T> {
    const urls = job.state === 'succeeded' ? job.result.pictureUrls : [];
    const { clock, messenger } = this.#options;
    const offersAgain = urls.length > 0 && (await messenger.offersAgain(job.target));
    const facts = { now: clock.now(), offersAgain };
    if (mode === 'plain') return send({ body: plainCardOf(job, urls), files: [] });
    const shown = urls.slice(0, GALLERY_SIZE);
    const show = (pictures: readonly Picture[]) => send(finishedCard(job, facts, pictures));
    if (mode === 'linked' || urls.length === 0)
      return show(shown.map((url, index) => ({ url, number: index + 1 })));
    const { pictures, release } = await this.#options.pictures.load(job, shown, { limitBytes, signal });
    try {
      return await show(pictures);
    } finally {
      release();
    }
  }
}
