import { sharedAbort } from '../../lib/abort.ts';
import type { Clock } from '../../lib/clock.ts';
import type { ImageApiClient } from '../image-api/client.ts';
import { ImageApiError, mayBeAboutOne } from '../image-api/errors.ts';
import type { Family } from '../requests/families/index.ts';
import type { TaskSnapshot } from '../image-api/wire.ts';
import type { Log } from '../operations/log.ts';
import type { Metrics } from '../operations/metrics.ts';
import type { Lease } from '../storage/lease.ts';
import type { Estimates } from './estimates.ts';
import type { Finisher } from './finisher.ts';
import { isEnded, type Job, type RunningJob } from './job.ts';
import type { AccountLimiter } from './limiter.ts';
import type { OpenJobs } from './open-jobs.ts';
import {
  backOffMs,
  type CallResult,
  clear,
  type Followed,
  learn,
  type Learned,
  nextAskAt,
  nextTryAt,
  nextTurnAt,
  NOTHING_LEARNED,
  planTurn,
} from './poll-plan.ts';
import { giveUpAt, observe, type PollAnswer } from './transitions.ts';

/** How soon a group is looked at again, at the latest: a task that joined it may be due. */
const LOOK_AGAIN_MS = 1_000;
/** A task that was last seen longer ago than this, as before an outage, may have ended at any time since. */
const SEEN_WITHIN_MS = 120_000;

export interface PollerOptions {
  imageApi: Pick<ImageApiClient, 'jobStatus'>;
  limiter: Pick<AccountLimiter, 'poll'>;
  openJobs: OpenJobs;
  estimates: Pick<Estimates, 'of'>;
  /** Whether the tasks are still this process's own. */
  lease: Pick<Lease, 'isHeld'>;
  /** The API key that asks about an account's tasks, and whether the one that submitted them is gone. Throws while it can't be read. */
  accounts: {
    keyToAsk: (
      account: Job['account'],
      owner: Pick<Job, 'guildId' | 'personId'>,
      isRefused: boolean,
    ) => Promise<{ apiKey: string | undefined; isGone: boolean }>;
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
interface Group extends Learned {
  account: Job['account'];
  owner: Pick<Job, 'guildId' | 'personId'>;
  family: Family;
  /** By job: two jobs may have got the same task id. */
  tasks: Map<string, Followed>;
  /** No round starts earlier: the interval, or the back-off after a failure. */
  notBefore: number;
  /** The key that submitted them is gone. */
  isKeyGone: boolean;
  /** The service refused it at their deadline: the owner's present one asks. */
  isKeyRefused: boolean;
}

type AnswerOf = (task: Followed) => PollAnswer;

const groupIdOf = ({ account, submission, ...job }: Job): string =>
  `${account.id} ${account.keyRef} ${submission.family} ${'key' in job ? (job.key ?? '') : ''}`;

const newGroup = ({ account, guildId, personId, submission, key }: RunningJob): Group => ({
  account,
  owner: { guildId, personId },
  family: submission.family,
  tasks: new Map(),
  notBefore: 0,
  ...NOTHING_LEARNED,
  isKeyGone: false,
  isKeyRefused: key === 'refused',
});

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
    const { id: jobId, taskId, submission } = job;
    const { clock } = this.#options;
    const now = clock.steady();
    const submittedAt = now - Math.max(0, clock.now() - job.submittedAt);
    const task: Followed = {
      jobId,
      taskId,
      submission,
      submittedAt,
      askAt: 0,
      askedAt: -Infinity,
      seenAt: submittedAt,
      giveUpAt: giveUpAt(job, now),
      isSuspect: false,
      spoilt: 0,
    };
    if (when === 'planned') task.askAt = this.#next(task, submittedAt);
    const id = groupIdOf(job);
    const known = this.#groups.get(id);
    const group = known ?? newGroup(job);
    group.tasks.set(jobId, task);
    if (known) return;
    this.#groups.set(id, group);
    const loop = this.#run(id, group)
      .catch(this.#options.onBroken)
      .finally(() => this.#loops.delete(loop));
    this.#loops.add(loop);
  }

  /** Whether the service gives no answer about this job's task, while it does about others. */
  isCulprit(job: Job): boolean {
    return (this.#groups.get(groupIdOf(job))?.tasks.get(job.id)?.spoilt ?? 0) > 0;
  }

  /** Starts no more rounds, cancels running ones, and waits for them. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.allSettled(this.#loops);
  }

  #next({ submission, submittedAt, spoilt }: Followed, askedAt: number): number {
    const { estimates, intervalMs, random } = this.#options;
    if (spoilt > 0) return nextTryAt(spoilt, askedAt);
    const estimate = estimates.of(submission);
    return nextAskAt({ submittedAt, askedAt, estimate, intervalMs, random: random() });
  }

  /** Ends with the last task of the group. */
  async #run(id: string, group: Group): Promise<void> {
    const { clock, lease, intervalMs } = this.#options;
    const { signal } = this.#stopping;
    const lookAgainMs = Math.min(LOOK_AGAIN_MS, intervalMs);
    // What is taken up at a start is asked for together.
    for (let waitMs = 0; group.tasks.size > 0;) {
      await clock.sleep(waitMs, signal);
      if (signal.aborted) break;
      const notBefore = Math.max(group.notBefore, this.#retryAt.get(group.account.id) ?? 0);
      const now = clock.steady();
      const mayAsk = lease.isHeld();
      if (mayAsk && notBefore <= now) await this.#askInTurn(group, now);
      const turnAt = nextTurnAt([...group.tasks.values()]);
      const dueAt = mayAsk ? Math.max(group.notBefore, notBefore, turnAt) : Infinity;
      waitMs = Math.max(0, Math.min(lookAgainMs, dueAt - clock.steady()));
    }
    this.#groups.delete(id);
  }

  /** One round. */
  async #askInTurn(group: Group, now: number): Promise<void> {
    const { intervalMs, clock, random, log } = this.#options;
    const { calls, passed } = planTurn([...group.tasks.values()], group, now);
    if (calls.length === 0) return;
    for (const task of passed) task.askAt = this.#next(task, now);
    group.notBefore = now + intervalMs;
    const round = await Promise.all(
      calls.map(async (call) => ({ call, result: await this.#ask(group, call) })),
    );
    const culprits = learn(group, [...group.tasks.values()], round, now);
    group.notBefore = Math.max(group.notBefore, clock.steady() + backOffMs(group.silentRounds, random()));
    for (const { spoilt, taskId, jobId } of culprits)
      if (spoilt === 1) log.warn('the image service gives no answer about a task', { taskId, jobId });
    const useless = round.filter(({ result }) => result === 'useless').flatMap(({ call }) => call);
    await this.#observeAll(group, useless, (task) => (culprits.has(task) ? 'missing' : 'none'));
  }

  /** One call. Never rejects: a round ends when all of its calls have ended. */
  async #ask(group: Group, tasks: readonly Followed[]): Promise<CallResult> {
    const { limiter, metrics, clock, log } = this.#options;
    const { account, family } = group;
    try {
      const answer = await limiter.poll(account.id, () => this.#call(group, tasks));
      metrics.countPoll({ family, outcome: answer ? 'answered' : 'failed' });
      if (answer) clear(group, tasks);
      const whenAbsent = answer ? 'missing' : 'none';
      await this.#observeAll(
        group,
        tasks,
        ({ taskId }) => answer?.tasks.get(taskId) ?? whenAbsent,
        answer?.askedAt,
      );
      return answer ? 'answered' : 'none';
    } catch (error) {
      if (this.#stopping.signal.aborted) return 'none';
      const failure = error instanceof ImageApiError ? error : undefined;
      const { kind, retryAfterMs } = failure ?? {};
      metrics.countPoll({ family, outcome: kind ?? 'failed' });
      // Only the operator can fix a wrong address. If other calls are answered, the address is right.
      const isElsewhere = (kind === 'wrong-address' || kind === 'blocked') && group.silentRounds > 0;
      const facts = { accountId: account.id, tasks: tasks.length, error };
      log.repeated(isElsewhere ? 'error' : 'warn', 'a poll failed', facts);
      if (failure && mayBeAboutOne(failure)) return 'useless';
      if (retryAfterMs !== undefined) this.#retryAt.set(account.id, clock.steady() + retryAfterMs);
      await this.#observeAll(group, tasks, () => (kind === 'key' ? 'key-refused' : 'none'));
      return 'none';
    }
  }

  /** Undefined: meanwhile the service has named a later time. */
  async #call(
    group: Group,
    tasks: readonly Followed[],
  ): Promise<{ tasks: Map<string, TaskSnapshot>; askedAt: number } | undefined> {
    const { account, owner, family } = group;
    const { imageApi, accounts, clock } = this.#options;
    const { signal } = this.#stopping;
    const askedAt = clock.steady();
    if (signal.aborted || (this.#retryAt.get(account.id) ?? 0) > askedAt) return undefined;
    const { apiKey, isGone } = await accounts.keyToAsk(account, owner, group.isKeyRefused);
    group.isKeyGone = isGone;
    // Without the key its tasks can't be asked for: they count as missing until their deadline.
    if (apiKey === undefined) return { tasks: new Map(), askedAt };
    const taskIds = [...new Set(tasks.map(({ taskId }) => taskId))];
    return { tasks: await imageApi.jobStatus(apiKey, family, taskIds, signal), askedAt };
  }

  /** Stores what was learned of each task. `askedAt`: when an answer's question left. Never rejects. */
  async #observeAll(
    group: Group,
    tasks: readonly Followed[],
    answerOf: AnswerOf,
    askedAt?: number,
  ): Promise<void> {
    const settled = await Promise.allSettled(
      tasks.map((task) =>
        this.#observe(group, task, answerOf(task), askedAt ?? this.#options.clock.steady()),
      ),
    );
    for (const outcome of settled)
      if (outcome.status === 'rejected')
        this.#options.log.error("couldn't store what the service said of a task", {
          error: outcome.reason as unknown,
        });
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
      task.askAt = this.#next(task, askedAt);
      return;
    }
    if (group.tasks.get(task.jobId) === task) group.tasks.delete(task.jobId);
    if (job) finisher.ended(job);
  }
}
