import { within, type Clock } from '../../lib/clock.ts';
import type { CardReply, Reply } from '../../commands/framework/reply.ts';
import type { Log } from '../../services/operations/log.ts';
import type { DiscordApi } from '../rest/api.ts';
import type { OutgoingMessage } from '../rest/outgoing-message.ts';
import { retryRequest } from '../rest/retry.ts';
import type { PendingInteraction } from './interaction.ts';

/** How often a deferred answer is tried, with growing gaps: some two minutes in all. */
const ATTEMPTS = 9;
/** A person isn't kept waiting any longer because it is in doubt who owns the jobs. */
const IN_DOUBT_MS = 8_000;
/** A process that has lost its slots ends within seconds. */
const LOOK_WITHIN_MS = 1_000;

/** How an answer that takes long is announced; `at-once` can't be, because it may be a modal. */
export type DeferMode = 'publicly' | 'privately' | 'in-place' | 'at-once';

/** A job whose storing failed, although the store may have it. */
export interface UnconfirmedJob {
  /** Final once this process has lost its slots, since its writes are refused from then on. */
  isStored: () => Promise<boolean>;
}

export interface AnnouncedAnswerOptions {
  api: DiscordApi;
  /** Whether the jobs are still this process's own; waits while that is in doubt, unless Easel stops. */
  isStillOurs: () => Promise<boolean>;
  isInDoubt: () => boolean;
  /** The job that an interaction asked for, while it isn't known whether the store has it; undefined: it has none. */
  unconfirmedJob: (interactionId: string) => UnconfirmedJob | undefined;
  clock: Clock;
  random: () => number;
  log: Log;
  /** Aborts when Easel stops: what did not work is not tried again. */
  signal: AbortSignal;
}

/**
 * Who gives an announced answer: this process while it has its slots, this process in any case, or the next owner, which may
 * have taken the announcement for the card of a job that was stored.
 */
type Answerer = 'owner' | 'this-process' | 'next-owner' | 'unknown';

/** An answer that was announced: the bot is thinking until it is given. */
export class AnnouncedAnswer {
  readonly #interaction: PendingInteraction;
  readonly #deferMode: DeferMode;
  readonly #options: AnnouncedAnswerOptions;

  constructor(interaction: PendingInteraction, deferMode: DeferMode, options: AnnouncedAnswerOptions) {
    this.#interaction = interaction;
    this.#deferMode = deferMode;
    this.#options = options;
  }

  /** Gives it, unless another process may do so. Returns whether it was this one's to give. */
  async give(reply: Exclude<Reply, CardReply>): Promise<boolean> {
    const answerer = await this.#answererFor(reply);
    if (answerer === 'next-owner') this.leave();
    else if (answerer === 'unknown') await this.#giveIfPending(reply);
    else await this.#fillIn(reply, answerer === 'owner' ? this.#options.isStillOurs : always);
    return answerer === 'owner' || answerer === 'this-process';
  }

  /** Leaves it to the next owner of the job. */
  leave(): void {
    const { interactionId } = this.#interaction;
    this.#options.log.warn('left an announced answer to the next owner', { interactionId });
  }

  /** Edits it, unless another process has taken over. */
  edit(what: string, message: OutgoingMessage): Promise<void> {
    return this.#retry(what, this.#options.isStillOurs, () => this.#edit(message));
  }

  /** Deletes it, unless another process has taken over. */
  delete(mayAct: () => Promise<boolean> = this.#options.isStillOurs): Promise<void> {
    const { applicationId, token } = this.#interaction;
    return this.#retry('delete an answer', mayAct, () =>
      this.#options.api.deleteOriginal(applicationId, token),
    );
  }

  async #answererFor({ kind }: Reply): Promise<Answerer> {
    const { isStillOurs, isInDoubt, unconfirmedJob, clock, log } = this.#options;
    const { interactionId } = this.#interaction;
    const job = unconfirmedJob(interactionId);
    const isCardChanged = this.#deferMode === 'in-place' && kind !== 'private';
    if (!job && !isCardChanged) return 'this-process';
    const isOurs = await within(IN_DOUBT_MS, isStillOurs(), clock);
    // The doubt may have ended just now, and then there is nothing to wait for.
    if (isOurs ?? (!isInDoubt() && (await isStillOurs()))) return 'owner';
    if (!job) return 'next-owner';
    if (isInDoubt()) return 'unknown';
    const looked = job.isStored().catch((error: unknown) => {
      log.warn("couldn't look for the job of an announced answer", { interactionId, error });
      return undefined;
    });
    const isStored = await within(LOOK_WITHIN_MS, looked, clock);
    if (isStored === undefined) return 'unknown';
    return isStored ? 'next-owner' : 'this-process';
  }

  /**
   * An owner that finds another answer than an announcement drops the job, and one that has taken the announcement for the
   * job's card edits it later: either way, what stands there in the end is true.
   */
  async #giveIfPending(reply: Reply): Promise<void> {
    const { api, log } = this.#options;
    const { interactionId, applicationId, token } = this.#interaction;
    try {
      const { isPending } = await api.original(applicationId, token);
      if (!isPending || !('message' in reply)) this.leave();
      else await this.#edit({ body: reply.message, files: reply.files ?? [] });
    } catch (error) {
      log.warn("couldn't send a deferred answer", { interactionId, error });
    }
  }

  async #fillIn(reply: Exclude<Reply, CardReply>, mayAct: () => Promise<boolean>): Promise<void> {
    const { api, log } = this.#options;
    const { interactionId, applicationId, token } = this.#interaction;
    const inPlace = this.#deferMode === 'in-place';
    if (reply.kind === 'delete') return this.delete(mayAct);
    if (reply.kind === 'silent') {
      if (!inPlace) await this.delete(mayAct);
      return;
    }
    if (reply.kind === 'modal') {
      log.error('a form was ready too late to be shown', { interactionId });
      return;
    }
    const message: OutgoingMessage = { body: reply.message, files: reply.files ?? [] };
    // A public deferred answer can't become private: deletes it, and answers the person privately.
    const announcedToAll = this.#deferMode === 'publicly' && reply.kind === 'private';
    if (announcedToAll) await this.delete(mayAct);
    const beside = announcedToAll || (inPlace && reply.kind === 'private');
    await this.#retry('fill in an answer', mayAct, () =>
      beside ? api.followUp(applicationId, token, message, { ephemeral: true }) : this.#edit(message),
    );
  }

  #edit(message: OutgoingMessage): Promise<unknown> {
    const { applicationId, token } = this.#interaction;
    return this.#options.api.editByToken(applicationId, token, message);
  }

  /** Doesn't retry further; the person can try again. */
  async #retry(what: string, mayAct: () => Promise<boolean>, request: () => Promise<unknown>): Promise<void> {
    const act = async () => {
      if (await mayAct()) await request();
    };
    try {
      await retryRequest(what, act, { ...this.#options, attempts: ATTEMPTS });
    } catch (error) {
      this.#options.log.warn("couldn't send a deferred answer", { what, error });
    }
  }
}

const always = (): Promise<true> => Promise.resolve(true);
