import { withTimeLimit } from '../../lib/abort.ts';
import type { Clock } from '../../lib/clock.ts';
import type { KeyedMutex } from '../../lib/keyed-mutex.ts';
import type { Estimates } from '../../services/jobs/estimates.ts';
import { isEnded, type Job } from '../../services/jobs/job.ts';
import type { Poller } from '../../services/jobs/poller.ts';
import type { Submitter } from '../../services/jobs/submitter.ts';
import type { Wait } from '../../services/jobs/line.ts';
import type { OpenJobs } from '../../services/jobs/open-jobs.ts';
import type { Log } from '../../services/operations/log.ts';
import type { Lease } from '../../services/storage/lease.ts';
import type { DiscordApi } from '../api.ts';
import { barStep, cardOf, shownPosition, type CardFacts } from '../../cards/card.ts';
import { failureKind, mayHaveArrived } from '../failures.ts';
import { needsClick, needsAccessCheck, routeOf, dropToken } from './route.ts';

const TICK_MS = 1_000;
/** A message has at most one progress edit in this time, and no second one when its final edit usually follows within it. */
const QUIET_MS = 5_000;
/** A task that is late by more than this gets its edits again. */
const LATE_MS = 10_000;
/** More edits than this are not under way at a time: beyond it progress is dropped, since it is a courtesy. */
const EDIT_CONCURRENCY = 10;
/** A final card never waits longer than this for a progress edit, or a look at its channel, that hangs. */
const EDIT_MS = 5_000;
/** Positions further back than this are not counted out on cards. */
const POSITIONS_SHOWN = 50;

export interface ProgressOptions {
  api: DiscordApi;
  submitter: Pick<Submitter, 'waits'>;
  poller: Pick<Poller, 'isCulprit'>;
  estimates: Pick<Estimates, 'of'>;
  openJobs: Pick<OpenJobs, 'all' | 'size' | 'get' | 'retarget'>;
  cards: KeyedMutex;
  /** Whether the jobs are still this process's own: another process has newer cards. */
  lease: Pick<Lease, 'isHeld'>;
  clock: Clock;
  log: Log;
}

interface Shown {
  stage: string;
  at: number;
}

const waitedFor = (facts: CardFacts): string => {
  const { wait } = facts;
  if (wait && 'held' in wait) return `${wait.held.by} ${wait.held.ahead}`;
  return `${shownPosition(facts) ?? ''} ${wait?.reason ?? ''}`;
};

/** A fingerprint of the card: it is only edited when this changes. */
const stageOf = (job: Job, facts: CardFacts): string => {
  if (job.target.awaitsClick === true) return 'awaits-click';
  const stage = `${job.state} ${job.notify?.mention ?? ''} ${job.notify?.direct ?? ''}`;
  if (job.state === 'waiting') return `${stage} ${waitedFor(facts)}`;
  return job.state === 'running'
    ? `${stage} ${facts.isCulprit === true || (barStep(job, facts) ?? '')}`
    : stage;
};

/** Whether a job usually ends so soon, or is so little late, that its final card would follow at once. */
export const endsSoon = (job: Job, { now, estimate }: CardFacts): boolean => {
  if (job.state !== 'running' || !estimate) return false;
  const elapsedMs = now - job.submittedAt;
  return elapsedMs + QUIET_MS >= estimate.usualMs && elapsedMs < estimate.usualMs + LATE_MS;
};

/** Updates the cards of open jobs, and never delays a final card. */
export class Progress {
  readonly #options: ProgressOptions;
  readonly #shown = new Map<string, Shown>();
  readonly #stopping = new AbortController();
  readonly #checking = new Set<string>();
  /** Jobs whose cards are gone, or don't take edits: only the final one is tried. */
  readonly #shut = new Set<string>();
  #underWay = 0;

  constructor(options: ProgressOptions) {
    this.#options = options;
  }

  /** Checks all open jobs once a second until it is stopped. */
  async run(): Promise<void> {
    const { signal } = this.#stopping;
    for (;;) {
      await this.#options.clock.sleep(TICK_MS, signal);
      // By then another process may have newer cards.
      if (signal.aborted) return;
      try {
        this.#tick();
      } catch (error) {
        this.#options.log.error("couldn't check the open jobs", { error });
      }
    }
  }

  stop(): void {
    this.#stopping.abort();
  }

  /** The job's card was just posted. Since it wasn't an edit, the first edit may follow immediately. */
  wasShown(job: Job): void {
    this.#shut.delete(job.id);
    const facts = this.#factsOf(job, this.#options.clock.now(), new Map());
    this.#shown.set(job.id, { stage: stageOf(job, facts), at: -Infinity });
  }

  #factsOf(job: Job, now: number, waits: ReadonlyMap<string, Wait>): CardFacts {
    const estimate = this.#options.estimates.of(job.submission);
    return {
      now,
      wait: waits.get(job.id),
      estimate,
      isCulprit: job.state === 'running' && this.#options.poller.isCulprit(job),
    };
  }

  #tick(): void {
    const { submitter, openJobs, clock, lease } = this.#options;
    if (!lease.isHeld()) return;
    const now = clock.now();
    const steady = clock.steady();
    const waits = submitter.waits(POSITIONS_SHOWN);
    if (this.#shown.size > openJobs.size)
      for (const id of this.#shown.keys())
        if (!openJobs.get(id)) {
          this.#shown.delete(id);
          this.#shut.delete(id);
        }
    for (const job of openJobs.all()) {
      if (isEnded(job) || job.target.messageId === undefined || this.#shut.has(job.id)) continue;
      const shown = this.#shown.get(job.id);
      if (needsAccessCheck(job.target, steady)) this.#checkAccess(job);
      const urgent = needsClick(job.target, steady);
      if (!urgent && this.#underWay >= EDIT_CONCURRENCY) continue;
      const facts = this.#factsOf(job, now, waits);
      // Its person sees at once that it was submitted, as `/history` says it.
      const isShownRunning = shown?.stage.startsWith('running') === true;
      if (!urgent && isShownRunning && endsSoon(job, facts)) continue;
      const quiet = shown !== undefined && steady - shown.at < QUIET_MS;
      if (urgent || (!quiet && shown?.stage !== stageOf(job, facts))) this.#begin(job.id, facts, urgent);
    }
  }

  /** Finds out, while the token still works, whether the card can be reached without it. */
  #checkAccess({ id, target: { channelId } }: Job): void {
    const { api, openJobs, cards, log } = this.#options;
    if (this.#checking.has(id)) return;
    this.#checking.add(id);
    const record = async (works: boolean) => {
      await openJobs.retarget(id, (target) => ({ ...target, channelRoute: works, channelProven: works }));
    };
    cards
      .run([id], () => withTimeLimit(EDIT_MS, (signal) => api.checkChannelAccess(channelId, signal)))
      .then(
        () => record(true),
        (error: unknown) => (failureKind(error) === 'no-access' ? record(false) : undefined),
      )
      .catch((error: unknown) => {
        log.warn("couldn't store whether a channel can be reached", { jobId: id, error });
      })
      .finally(() => this.#checking.delete(id));
  }

  #begin(jobId: string, facts: CardFacts, urgent: boolean): void {
    this.#underWay += 1;
    this.#options.cards
      .run([jobId], () => this.#edit(jobId, facts, urgent))
      .catch((error: unknown) => {
        this.#options.log.debug('a progress edit of a card failed', { jobId, error });
      })
      .finally(() => {
        this.#underWay -= 1;
      });
    this.#shown.set(jobId, { stage: this.#shown.get(jobId)?.stage ?? '', at: this.#options.clock.steady() });
  }

  async #edit(jobId: string, facts: CardFacts, urgent: boolean): Promise<void> {
    const { api, openJobs, lease, clock } = this.#options;
    const found = openJobs.get(jobId);
    if (!found || isEnded(found) || !lease.isHeld() || this.#stopping.signal.aborted) return;
    const job = urgent
      ? ((await openJobs.retarget(jobId, (target) => ({ ...target, awaitsClick: true }))) ?? found)
      : found;
    const route = routeOf(job.target, clock.steady());
    if (!route) return;
    const message = { body: cardOf(job, facts), files: [] };
    try {
      await withTimeLimit(EDIT_MS, (signal) => api.edit(route, message, signal));
      this.#shown.set(jobId, { stage: stageOf(job, facts), at: clock.steady() });
    } catch (error) {
      const kind = failureKind(error);
      if (kind !== 'retryable' && kind !== 'token-dead') this.#shut.add(jobId);
      if (kind === 'token-dead')
        await openJobs.retarget(jobId, (target) => dropToken(target, job.target.token));
      if (mayHaveArrived(error))
        await openJobs.retarget(jobId, (target) => ({ ...target, editUnanswered: true }));
      throw error;
    }
  }
}
