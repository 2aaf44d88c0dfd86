import type { Runtime } from '../operations/runtime.ts';
import { sharedAbort } from '../../lib/abort.ts';
import { retryStoring } from './storing.ts';
import type { Estimates } from './estimates.ts';
import { billOf, isEnded, type EndedJob, type Job } from './job.ts';
import type { JobEvents } from './events.ts';
import type { OpenJobs } from './open-jobs.ts';
import { giveUp, settleDelivery } from './transitions.ts';

/** The result of a final delivery: delivered, impossible, or possible only after a person's click. */
export type Delivered = 'delivered' | 'gone' | 'parked';

/** Delivers every finished job's final card before the job leaves the open set. */
export class Finisher {
  readonly #stopping = sharedAbort();
  readonly #underWay = new Map<string, Promise<void>>();

  constructor(
    private readonly runtime: Pick<Runtime, 'clock' | 'log'>,
    private readonly openJobs: OpenJobs,
    private readonly accounts: { lastFour: (account: Job['account']) => string | undefined },
    private readonly delivery: {
      /**
       * Brings a job's final card to where its answer stands, and tries until it is there.
       *
       * @throws only after the signal aborted, or when another process has taken over.
       */
      deliver: (jobId: string, signal: AbortSignal) => Promise<Delivered>;
    },
    private readonly events: JobEvents,
    private readonly estimates: Pick<Estimates, 'learn'>,
  ) {
    this.events.on('sourceDeleted', (job) => {
      this.ended(job);
    });
  }

  /** Handles a job that just ended: delivers it, publishes it, and learns its duration. Never throws. */
  ended(job: EndedJob): void {
    this.runtime.log.info('ended', {
      ...billOf(job, this.accounts.lastFour(job.account)),
      durationMs: job.endedAt - (job.submittedAt ?? job.acceptedAt),
      outcome: job.state,
    });
    this.finish(job);
    this.events.emit('ended', job);
    if (job.state !== 'succeeded' || job.isTimed !== true || job.submittedAt === undefined) return;
    this.estimates.learn(job.submission, job.endedAt - job.submittedAt).catch((error: unknown) => {
      this.runtime.log.error("couldn't store an estimate", { error });
    });
  }

  /** Delivers and closes a job. A job whose delivery is under way is left to it. */
  finish({ id }: EndedJob): void {
    if (this.#stopping.signal.aborted || this.#underWay.has(id)) return;
    this.#underWay.set(id, this.#finishOnce(id));
  }

  /** Cancels work in progress; the next start continues it. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.allSettled(this.#underWay.values());
  }

  async #finishOnce(id: string): Promise<void> {
    try {
      await this.#finish(id);
    } catch (error) {
      // At once it would fail again: the job stays open, and the next start delivers it.
      if (!this.#stopping.signal.aborted) this.runtime.log.error('a delivery failed', { jobId: id, error });
      return;
    } finally {
      this.#underWay.delete(id);
    }
    // Meanwhile the job can have been brought elsewhere, or been asked about again and ended.
    const job = this.openJobs.get(id);
    if (job && isEnded(job) && job.delivery === 'due') this.finish(job);
  }

  async #finish(id: string): Promise<void> {
    const signal = this.#stopping.signal;
    const tokenBefore = this.openJobs.get(id)?.target.token?.value;
    const delivered = await this.delivery.deliver(id, signal);
    this.runtime.log.debug('delivered', { jobId: id, delivered });
    // A click in between brought a new token, and the card is still due there.
    const isSettled = ({ target: { token } }: Job) => token === undefined || token.value === tokenBefore;
    const settle = (job: Job) =>
      isEnded(job) && job.delivery === 'due' && isSettled(job)
        ? settleDelivery(job, delivered === 'parked' ? 'parked' : 'done')
        : undefined;
    const record = async () => {
      const job = await this.openJobs.change(id, settle);
      // A person whose data were deleted since won't click.
      if (job?.delivery === 'parked' && (await this.openJobs.hasErasedSince(job.personId, job.endedAt)))
        await this.openJobs.change(id, giveUp);
    };
    await retryStoring('store the outcome of a delivery', record, {
      clock: this.runtime.clock,
      log: this.runtime.log,
      signal,
    });
  }
}
