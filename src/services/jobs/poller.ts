import { endWait, sharedAbort } from '../../lib/abort.ts';
import type { Clock } from '../../lib/clock.ts';
import type { ImageApiClient } from '../image-api/client.ts';
import { ImageApiError } from '../image-api/errors.ts';
import type { Family } from '../requests/families/index.ts';
import type { TaskSnapshot } from '../image-api/wire.ts';
import type { Log } from '../operations/log.ts';
import type { Metrics } from '../operations/metrics.ts';
import type { Estimates } from './estimates.ts';
import type { Finisher } from './finisher.ts';
import { isEnded, type Job, type RunningJob } from './job.ts';
import type { AccountLimiter } from './limiter.ts';
import type { OpenJobs } from './open-jobs.ts';
import { MAX_GAP_MS, nextAskAt, nextTryAt, planCalls, type Followed } from './poll-plan.ts';
import { giveUpAt, observe } from './transitions.ts';

/** How soon a group is looked at again; a task that is followed meanwhile isn't due earlier. */
const LOOK_AGAIN_MS = 1_000;
const FIRST_BACK_OFF_MS = 1_000;
/** A service that refuses everything is waited for; after this many rounds, about a minute, some of the tasks are the cause. */
const PATIENCE_ROUNDS = 7;
/** How many tasks one call asks for at most; the service documents no limit. */
export const BATCH_SIZE = 100;
const TOO_LARGE_STATUS = 413;
/** A task that was last seen longer ago than this, as before an outage, may have ended at any time since. */
const SEEN_WITHIN_MS = 120_000;

export interface PollerOptions {
  imageApi: Pick<ImageApiClient, 'jobStatus'>;
  limiter: Pick<AccountLimiter, 'poll'>;
  openJobs: OpenJobs;
  estimates: Pick<Estimates, 'of'>;
  /** Whether the tasks are still this process's own. */
  holdsLease: () => boolean;
  /** The API key that asks about an account's tasks, and whether it submitted them. Throws while it can't be read. */
  accounts: {
    keyToAsk: (account: Job['account']) => Promise<{ apiKey: string | undefined; isOwn: boolean }>;
  };
  /** The smallest gap between two rounds of one group, in milliseconds. */
  intervalMs: number;
  metrics: Pick<Metrics, 'countPoll'>;
  clock: Clock;
  random: () => number;
  log: Log;
  finisher: Pick<Finisher, 'ended'>;
  /** Called when the loop that follows a group's tasks fails: a bug, which must end the process. */
  onBroken: (error: unknown) => void;
}

/** The tasks of one account and family: one call asks for many of them. */
interface Group {
  account: Job['account'];
  family: Family;
  /** By job: two jobs may have got the same task id. */
  tasks: Map<string, Followed>;
  /** No round starts earlier: the interval, or the back-off after a failure. */
  notBefore: number;
  /** Rounds in a row in which no call was answered. */
  failures: number;
  /** The key that submitted them is gone. */
  isKeyGone: boolean;
  /** How many tasks one call asks for: halved where more were too many. */
  batchSize: number;
  /** When its loop looks at its tasks next, unless it is woken. */
  looksAt: number;
  wake: AbortController;
}

type Result = 'answered' | 'declined' | 'too-large' | 'failed';
type AnswerOf = (task: Followed) => TaskSnapshot | 'missing' | 'none';

/** Follows every running task with as few calls as will do. */
export class Poller {
  readonly #options: PollerOptions;
  readonly #groups = new Map<string, Group>();
  readonly #loops = new Set<Promise<void>>();
  /** The time that the service named for an account: until then no group of it asks. */
  readonly #retryAt = new Map<string, number>();
  readonly #stopping = sharedAbort();

  constructor(options: PollerOptions) {
    this.#options = options;
  }

  /** Follows a task until it ends. `now` in `when`: a person waits for the answer. */
  follow(job: RunningJob, when: 'planned' | 'now' = 'planned'): void {
    if (this.#stopping.signal.aborted) return;
    const { id: jobId, account, taskId, submission } = job;
    const { clock } = this.#options;
    const now = clock.steady();
    const submittedAt = now - Math.max(0, clock.now() - job.submittedAt);
    const askAt = when === 'now' ? 0 : this.#next(job, submittedAt, submittedAt);
    const task: Followed = {
      jobId,
      taskId,
      submittedAt,
      askAt,
      seenAt: submittedAt,
      giveUpAt: giveUpAt(job, now),
      refusals: 0,
    };
    const id = `${account.id} ${account.keyRef} ${submission.family}`;
    const known = this.#groups.get(id);
    const group: Group = known ?? {
      account,
      family: submission.family,
      tasks: new Map(),
      notBefore: 0,
      failures: 0,
      isKeyGone: false,
      batchSize: BATCH_SIZE,
      looksAt: 0,
      wake: new AbortController(),
    };
    group.tasks.set(jobId, task);
    if (askAt < group.looksAt) endWait(group.wake);
    if (known) return;
    this.#groups.set(id, group);
    const loop = this.#run(id, group)
      .catch(this.#options.onBroken)
      .finally(() => this.#loops.delete(loop));
    this.#loops.add(loop);
  }

  /** Starts no more rounds, cancels running ones, and waits for them. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const { wake } of this.#groups.values()) endWait(wake);
    await Promise.allSettled(this.#loops);
  }

  #next({ submission }: RunningJob, submittedAt: number, askedAt: number): number {
    const { estimates, intervalMs, random } = this.#options;
    const estimate = estimates.of(submission);
    return nextAskAt({ submittedAt, askedAt, estimate, intervalMs, random: random() });
  }

  /** Ends with the last task of the group. */
  async #run(id: string, group: Group): Promise<void> {
    const { clock, holdsLease, intervalMs } = this.#options;
    const { signal } = this.#stopping;
    // What is taken up at a start is asked for together.
    await clock.sleep(0, signal);
    while (group.tasks.size > 0 && !signal.aborted) {
      const notBefore = Math.max(group.notBefore, this.#retryAt.get(group.account.id) ?? 0);
      const now = clock.steady();
      const mayAsk = holdsLease();
      const calls = mayAsk && notBefore <= now ? planCalls(group.tasks.values(), now, group.batchSize) : [];
      if (calls.length > 0) {
        group.notBefore = now + intervalMs;
        const isAnswered = await Promise.all(calls.map((tasks) => this.#askAll(group, tasks)));
        this.#backOff(group, isAnswered.includes(true));
      }
      let earliest = Infinity;
      for (const { askAt } of group.tasks.values()) earliest = Math.min(earliest, askAt);
      const dueAt = mayAsk ? Math.max(group.notBefore, notBefore, earliest) : Infinity;
      group.wake = new AbortController();
      group.looksAt = Math.min(clock.steady() + LOOK_AGAIN_MS, dueAt);
      await clock.sleep(Math.max(0, group.looksAt - clock.steady()), group.wake.signal);
    }
    this.#groups.delete(id);
  }

  #backOff(group: Group, isAnswered: boolean): void {
    const { clock, random } = this.#options;
    const backOffMs = Math.min(MAX_GAP_MS, FIRST_BACK_OFF_MS * 2 ** group.failures) * (0.5 + random() / 2);
    if (!isAnswered) group.notBefore = Math.max(group.notBefore, clock.steady() + backOffMs);
    group.failures = isAnswered ? 0 : group.failures + 1;
  }

  /** False: the service said nothing about any of them. */
  async #askAll(group: Group, tasks: readonly Followed[]): Promise<boolean> {
    const result = await this.#ask(group, tasks);
    if (result === 'answered' || result === 'failed') return result === 'answered';
    return this.#narrowDown(group, tasks, result === 'too-large');
  }

  /** One call. Never rejects: a round ends when all of its calls have ended. */
  async #ask(group: Group, tasks: readonly Followed[]): Promise<Result> {
    const { limiter, metrics, clock, log } = this.#options;
    const { account, family } = group;
    try {
      const answer = await limiter.poll(account.id, () => this.#call(group, tasks));
      metrics.countPoll({ family, outcome: answer ? 'answered' : 'failed' });
      if (answer) for (const task of tasks) task.refusals = 0;
      const whenAbsent = answer ? 'missing' : 'none';
      await this.#observeAll(
        group,
        tasks,
        ({ taskId }) => answer?.tasks.get(taskId) ?? whenAbsent,
        answer?.askedAt,
      );
      return answer ? 'answered' : 'failed';
    } catch (error) {
      if (this.#stopping.signal.aborted) return 'failed';
      const { kind, status, retryAfterMs } = error instanceof ImageApiError ? error : {};
      metrics.countPoll({ family, outcome: kind ?? 'failed' });
      // Only the operator can put right what is not the service.
      const level = kind === 'wrong-address' || kind === 'blocked' ? 'error' : 'warn';
      log.repeated(level, 'a poll failed', { accountId: account.id, tasks: tasks.length, error });
      if (kind === 'declined') return status === TOO_LARGE_STATUS ? 'too-large' : kind;
      if (retryAfterMs !== undefined) this.#retryAt.set(account.id, clock.steady() + retryAfterMs);
      await this.#observeAll(group, tasks, () => 'none');
      return 'failed';
    }
  }

  /** Undefined: meanwhile the service has named a later time. */
  async #call(
    group: Group,
    tasks: readonly Followed[],
  ): Promise<{ tasks: Map<string, TaskSnapshot>; askedAt: number } | undefined> {
    const { account, family } = group;
    const { imageApi, accounts, clock } = this.#options;
    const { signal } = this.#stopping;
    const askedAt = clock.steady();
    if (signal.aborted || (this.#retryAt.get(account.id) ?? 0) > askedAt) return undefined;
    const { apiKey, isOwn } = await accounts.keyToAsk(account);
    group.isKeyGone = !isOwn;
    // Without the key its tasks can't be asked for: they count as missing until their deadline.
    if (apiKey === undefined) return { tasks: new Map(), askedAt };
    const taskIds = [...new Set(tasks.map(({ taskId }) => taskId))];
    return { tasks: await imageApi.jobStatus(apiKey, family, taskIds, signal), askedAt };
  }

  /** A call was refused: asks in halves until the task that makes it fail stands alone. `isWell`: it answers others. */
  async #narrowDown(group: Group, tasks: readonly Followed[], isWell: boolean): Promise<boolean> {
    if (tasks.length === 1) {
      for (const task of tasks) {
        task.refusals += 1;
        const { taskId, jobId } = task;
        if (task.refusals === 1)
          this.#options.log.warn('the image service declines to answer about a task', { taskId, jobId });
      }
      await this.#observeAll(group, tasks, () => 'missing');
      return true;
    }
    const middle = Math.ceil(tasks.length / 2);
    const refused: (readonly Followed[])[] = [];
    for (const half of [tasks.slice(0, middle), tasks.slice(middle)]) {
      const result = await this.#ask(group, half);
      if (result === 'declined' || result === 'too-large') refused.push(half);
    }
    // Both halves of a call that was too large are answered: fewer go into one from now on.
    if (refused.length === 0) group.batchSize = Math.max(1, Math.min(group.batchSize, middle));
    const answersOthers = isWell || refused.length < 2;
    if (!answersOthers && group.failures < PATIENCE_ROUNDS) {
      await this.#observeAll(group, tasks, () => 'none');
      return false;
    }
    for (const half of refused) await this.#narrowDown(group, half, answersOthers);
    return true;
  }

  /** Stores what was learned of each task. `askedAt`: when an answer's question left. Never rejects. */
  async #observeAll(
    group: Group,
    tasks: readonly Followed[],
    answerOf: AnswerOf,
    askedAt?: number,
  ): Promise<void> {
    const { clock, log } = this.#options;
    const settled = await Promise.allSettled(
      tasks.map((task) => this.#observe(group, task, answerOf(task), askedAt ?? clock.steady())),
    );
    for (const outcome of settled)
      if (outcome.status === 'rejected')
        log.error("couldn't store what the service said of a task", { error: outcome.reason as unknown });
  }

  async #observe(group: Group, task: Followed, answer: ReturnType<AnswerOf>, askedAt: number): Promise<void> {
    const { openJobs, clock, finisher } = this.#options;
    const answeredAt = clock.steady();
    const seen = {
      now: clock.now(),
      lateMs: answeredAt - task.giveUpAt,
      isTimed: answeredAt - task.seenAt <= SEEN_WITHIN_MS,
      isKeyGone: group.isKeyGone,
    };
    const job = await openJobs.mustChange(
      task.jobId,
      (present) => (present.state === 'running' ? observe(present, answer, seen) : undefined),
      { what: 'store what the service said of a task', signal: this.#stopping.signal },
    );
    const now = clock.steady();
    if (job && !isEnded(job)) {
      if (typeof answer === 'object') task.seenAt = now;
      task.askAt =
        task.refusals > 0 ? nextTryAt(task.refusals, now) : this.#next(job, task.submittedAt, askedAt);
      return;
    }
    if (group.tasks.get(task.jobId) === task) group.tasks.delete(task.jobId);
    if (job) finisher.ended(job);
  }
}
