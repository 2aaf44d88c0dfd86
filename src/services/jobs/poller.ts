import type { Clock } from '../../lib/clock.ts';
import { InFlight } from '../../lib/in-flight.ts';
import { sharedAbort } from '../../lib/abort.ts';
import type { ImageApi } from '../image-api/client.ts';
import { BadRequestError, OversizedAnswerError, RateLimitedError } from '../image-api/errors.ts';
import type { AccountLimiter } from '../image-api/limiter.ts';
import { retryDelayMs } from '../image-api/retry.ts';
import type { TaskSnapshot } from '../image-api/wire.ts';
import type { Log } from '../operations/log.ts';
import type { Metrics } from '../operations/metrics.ts';
import type { BatchSizes } from './batch-sizes.ts';
import type { Estimates } from './estimates.ts';
import { AT_ONCE, isTimed, newGroup, type Group } from './followed-tasks.ts';
import type { Finisher } from './finisher.ts';
import { isEnded, type Job, type RunningJob } from './job.ts';
import type { OpenJobs } from './open-jobs.ts';
import { nextAskAt, planCalls, MAX_POLL_GAP_MS } from './poll-plan.ts';
import { observe } from './transitions.ts';

/** While it is in doubt whose the tasks are, none is asked for. */
const DOUBT_MS = 1_000;
/** Nothing is due: the loop looks again after this long, or when it is woken. */
const IDLE_MS = 60_000;

export interface PollerOptions {
  imageApi: Pick<ImageApi, 'jobStatus'>;
  limiter: Pick<AccountLimiter, 'poll' | 'pause'>;
  jobs: OpenJobs;
  estimates: Pick<Estimates, 'usual'>;
  /** Whether the tasks are still this process's own. */
  isOwner: () => boolean;
  /** Decrypts an account's API key; undefined when it no longer exists. Throws while it can't be read. */
  accounts: { keyToPoll: (account: Job['account']) => Promise<string | undefined> };
  /** The smallest gap between two rounds of one group, in milliseconds. */
  intervalMs: number;
  /** How many tasks one call asks for. */
  batchSizes: Pick<BatchSizes, 'load' | 'next' | 'accepted' | 'refused'>;
  metrics: Pick<Metrics, 'observePoll'>;
  clock: Clock;
  random: () => number;
  log: Log;
  finisher: Pick<Finisher, 'ended'>;
}

/** The result of a poll for each of its tasks, as things stood when it was sent. */
interface Answers {
  askedAt: number;
  of: (taskId: string) => TaskSnapshot | 'missing' | 'none';
}

/** Follows every running task with as few calls as will do. */
export class Poller {
  readonly #options: PollerOptions;
  readonly #groups = new Map<string, Group>();
  readonly #stopping = sharedAbort();
  readonly #rounds = new InFlight();
  /** Until when the loop sleeps; a task that is due sooner ends it. */
  #pause = { until: -Infinity, end: new AbortController() };
  #running: Promise<void> | undefined;

  constructor(options: PollerOptions) {
    this.#options = options;
  }

  /** Reads what earlier runs learned, and starts to ask. */
  async start(): Promise<void> {
    await this.#options.batchSizes.load();
    this.#running ??= this.#run();
  }

  /** Starts no more rounds, cancels running ones, and waits for them. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#pause.end.abort();
    await this.#running;
    await this.#rounds.idle();
  }

  /** Follows a task until it ends. `now` in `when`: a person waits for the answer. */
  follow(job: RunningJob, when: 'planned' | 'now' = 'planned'): void {
    const dueAt = when === 'now' ? AT_ONCE : this.#plan(job, undefined);
    this.#groupOf(job).tasks.add(job, dueAt);
    if (dueAt < this.#pause.until) this.#pause.end.abort();
  }

  #groupOf({ account, submission: { family } }: RunningJob): Group {
    const id = `${account.id} ${account.keyRef} ${family}`;
    const group = this.#groups.get(id) ?? newGroup(account, family);
    this.#groups.set(id, group);
    return group;
  }

  #plan({ submission, submittedAt }: RunningJob, lastAskedAt: number | undefined): number {
    const { estimates, intervalMs, random } = this.#options;
    const facts = { lastAskedAt, usual: estimates.usual(submission), intervalMs, random: random() };
    return nextAskAt({ submittedAt, ...facts });
  }

  async #run(): Promise<void> {
    const { clock, isOwner } = this.#options;
    while (!this.#stopping.signal.aborted) {
      if (!isOwner()) {
        await clock.sleep(DOUBT_MS, this.#stopping.signal);
        continue;
      }
      const now = clock.now();
      let next = now + IDLE_MS;
      for (const [id, group] of this.#groups) {
        if (group.tasks.isEmpty && !group.asking && group.notBefore <= now) this.#groups.delete(id);
        if (group.asking || group.tasks.isEmpty) continue;
        const dueAt = Math.max(group.tasks.earliest(), group.notBefore);
        if (dueAt <= now) this.#begin(group);
        else next = Math.min(next, dueAt);
      }
      this.#pause = { until: next, end: new AbortController() };
      await clock.sleep(next - clock.now(), this.#pause.end.signal);
    }
  }

  #begin(group: Group): void {
    group.asking = true;
    const round = this.#round(group)
      .catch((error: unknown) => {
        this.#options.log.error('a polling round failed', { accountId: group.account.id, error });
        group.notBefore = this.#options.clock.now() + MAX_POLL_GAP_MS;
      })
      .finally(() => {
        group.asking = false;
        this.#pause.end.abort();
      });
    void this.#rounds.track(round);
  }

  async #round(group: Group): Promise<void> {
    const { clock, batchSizes, intervalMs } = this.#options;
    const now = clock.now();
    group.notBefore = now + intervalMs;
    const calls = planCalls(group.tasks.candidates(), now, batchSizes.next(group.family));
    await Promise.all(calls.map((taskIds) => this.#ask(group, taskIds)));
  }

  /** Asks about some tasks in one call. Returns whether it, or every part of it, was answered. */
  async #ask(group: Group, taskIds: string[]): Promise<boolean> {
    const { imageApi, limiter, accounts, batchSizes, metrics, clock } = this.#options;
    const { account, family } = group;
    let askedAt = 0;
    try {
      const answers = await limiter.poll(account.id, async () => {
        askedAt = clock.now();
        const apiKey = await accounts.keyToPoll(account);
        // Without the key nobody can poll: the tasks count as missing until their deadline.
        if (apiKey === undefined) return new Map<string, TaskSnapshot>();
        return imageApi.jobStatus(apiKey, family, taskIds, this.#stopping.signal);
      });
      group.failures = 0;
      metrics.observePoll(family, 'answered', taskIds.length);
      batchSizes.accepted(family, taskIds.length);
      await this.#settle(group, taskIds, { askedAt, of: (taskId) => answers.get(taskId) ?? 'missing' });
      return true;
    } catch (error) {
      if (this.#stopping.signal.aborted) return false;
      metrics.observePoll(family, 'failed', taskIds.length);
      if (error instanceof BadRequestError || error instanceof OversizedAnswerError)
        return this.#narrowDown(group, taskIds, error);
      await this.#backOff(group, taskIds, error);
      return false;
    }
  }

  /** One id makes the call fail or its answer too large: asks in halves. If no part fails, there were too many. */
  async #narrowDown(group: Group, taskIds: string[], error: Error): Promise<boolean> {
    const { batchSizes, clock, log } = this.#options;
    const [first] = taskIds;
    if (taskIds.length > 1 || first === undefined) {
      const middle = Math.ceil(taskIds.length / 2);
      let isAnswered = await this.#ask(group, taskIds.slice(0, middle));
      for (let rest = taskIds.slice(middle); rest.length > 0;) {
        const count = batchSizes.next(group.family);
        isAnswered = (await this.#ask(group, rest.slice(0, count))) && isAnswered;
        rest = rest.slice(count);
      }
      if (isAnswered) batchSizes.refused(group.family, taskIds.length);
      return isAnswered;
    }
    log.warn('the image service declines to answer about a task', { taskId: first, error });
    group.tasks.askAlone(first);
    await this.#settle(group, [first], { askedAt: clock.now(), of: () => 'missing' });
    return false;
  }

  async #backOff(group: Group, taskIds: string[], error: unknown): Promise<void> {
    const { clock, limiter, log, random } = this.#options;
    const delayMs = retryDelayMs({ error, attempt: group.failures, random }) ?? MAX_POLL_GAP_MS;
    group.failures += 1;
    group.notBefore = Math.max(group.notBefore, clock.now() + delayMs);
    if (error instanceof RateLimitedError) limiter.pause(group.account.id, delayMs);
    log.warn('a poll failed', { accountId: group.account.id, tasks: taskIds.length, delayMs, error });
    await this.#settle(group, taskIds, { askedAt: clock.now(), of: () => 'none' });
  }

  async #settle(group: Group, taskIds: string[], answers: Answers): Promise<void> {
    const observing = taskIds.flatMap((taskId) =>
      group.tasks.jobsOf(taskId).map((jobId) => this.#observe(group, taskId, jobId, answers)),
    );
    const settled = await Promise.allSettled(observing);
    // A job whose change could not be stored stays followed, so its answer is asked for again.
    for (const outcome of settled)
      if (outcome.status === 'rejected')
        this.#options.log.error("couldn't store an answer", { error: outcome.reason as unknown });
  }

  async #observe({ tasks }: Group, taskId: string, jobId: string, { askedAt, of }: Answers): Promise<void> {
    const { jobs, clock, finisher } = this.#options;
    const [now, answer, seenAt] = [clock.now(), of(taskId), tasks.seenAt(taskId)];
    const job = await jobs.change(jobId, (present) =>
      present.state === 'running' ? observe(present, answer, now) : undefined,
    );
    if (job && !isEnded(job)) {
      if (typeof answer !== 'string') tasks.saw(taskId, now);
      tasks.askAt(job, tasks.isAlone(taskId) ? now + MAX_POLL_GAP_MS : this.#plan(job, askedAt));
      return;
    }
    tasks.remove(taskId, jobId);
    if (job) finisher.ended(job, isTimed(seenAt, now));
  }
}
