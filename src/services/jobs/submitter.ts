import { endWait, sharedAbort } from '../../lib/abort.ts';
import { within, type Clock } from '../../lib/clock.ts';
import { latest } from '../../lib/latest.ts';
import type { ImageApiClient } from '../image-api/client.ts';
import { ImageApiError } from '../image-api/errors.ts';
import type { Source } from '../requests/ask.ts';
import type { Log } from '../operations/log.ts';
import type { Metrics } from '../operations/metrics.ts';
import type { Lease } from '../storage/lease.ts';
import { FencedError } from '../storage/store.ts';
import type { Breakers, Outcome, Pause } from './breaker.ts';
import {
  billOf,
  type EndedJob,
  type Failure,
  type Job,
  type RunningJob,
  type SubmittingJob,
  type WaitingJob,
} from './job.ts';
import type { JobEvents } from './events.ts';
import type { Finisher } from './finisher.ts';
import type { AccountLimiter } from './limiter.ts';
import { Line, type Reason, type Wait } from './line.ts';
import type { OpenJobs } from './open-jobs.ts';
import type { Poller } from './poller.ts';
import { afterFailure, fail, startSubmission, backToWaiting, startRunning } from './transitions.ts';

/** How long a job that could go waits. */
const WAITING_LIMIT_MS = 3_600_000;
/** If a job waited for longer than this, Easel asks Discord whether its pictures still exist, and waits so long for an answer. */
const LOOKS_AFTER_MS = 10_000;
const LOOK_WITHIN_MS = 3_000;
/** How soon the free call of an outage is made again. */
const PING_AGAIN_MS = 15_000;
/** How soon a resting account, a store or a lease that is away, is looked at again. */
const LOOK_AGAIN_MS = 1_000;
/** If a submission has no answer after this time, the cards that wait behind it say so. */
const SLOW_MS = 30_000;
/** A shorter rest is over before its card would be edited. */
const SHORT_REST_MS = 10_000;
/** How often it is told that an account's quota is used up. */
const QUOTA_AGAIN_MS = 3_600_000;
/** Accounts and lists whose quota was used up that are remembered. */
const MAX_REMEMBERED = 1_000;
/** How long an aborted submission may take to write down that its outcome is unknown. */
const ABORT_TIMEOUT_MS = 1_000;

export interface SubmitterOptions {
  imageApi: Pick<ImageApiClient, 'submit'>;
  limiter: Pick<AccountLimiter, 'submission'>;
  breakers: Pick<Breakers, 'pauseOf' | 'isOutage' | 'learn'>;
  openJobs: OpenJobs;
  /** Decrypts an account's API key; undefined when it no longer exists, or can't be read. */
  accounts: {
    ofWaiting: (job: WaitingJob) => Promise<Job['account'] | undefined>;
    keyToSubmit: (account: Job['account']) => Promise<string | undefined>;
    lastFour: (account: Job['account']) => string | undefined;
    payerOf: (account: Job['account']) => 'shared' | 'own';
    /** Makes a call of the account that costs nothing. False: the service doesn't answer. */
    ping: (account: Job['account']) => Promise<boolean>;
  };
  sources: {
    /** Whether a picture is known to be deleted. `looks`: Discord is asked as well. */
    isDeleted: (source: Source, looks: boolean) => Promise<boolean>;
  };
  /** Called when the loop that serves an account fails: a bug, which must end the process. */
  onBroken: (error: unknown) => void;
  /** While it is in doubt whether the jobs are still this process's own, nothing leaves. */
  lease: Pick<Lease, 'isHeld'>;
  metrics: Pick<Metrics, 'countSubmission'>;
  clock: Clock;
  log: Log;
  poller: Pick<Poller, 'follow'>;
  finisher: Pick<Finisher, 'ended'>;
  events: JobEvents;
}

type Answered = EndedJob | RunningJob | WaitingJob;

/** What becomes of a job that was sent. */
type Decide = (submitting: SubmittingJob, now: number) => Answered;

const attemptOutcomeOf = (error: unknown): Outcome => {
  if (!(error instanceof ImageApiError)) return { kind: 'unknown' };
  const { kind, retryAfterMs } = error;
  if (kind === 'busy' || kind === 'away') return { kind, retryAfterMs };
  return { kind: kind === 'unknown' ? kind : 'answered' };
};

/** What the operator has to know of a failed submission, in a line that stays the same; undefined: nothing. */
const troubleOf = (error: unknown, payer: 'shared' | 'own', isOutage: boolean): string | undefined => {
  if (!(error instanceof ImageApiError)) return undefined;
  const { kind, status = Infinity } = error;
  if (kind === 'wrong-address' || kind === 'blocked' || (kind === 'unknown' && status < 400))
    return 'what answers at IMAGE_API_URL is not the image service: check it with `npm run doctor`';
  if (kind === 'away') return "the image service can't be reached";
  if (kind === 'unknown' && isOutage) return "the image service doesn't answer submissions, or fails";
  return kind === 'key' && payer === 'shared' ? 'the image service declines IMAGE_API_KEY' : undefined;
};

/** Whether a job has waited for too long, since then. */
const isTooOld = (since: number, now: number): boolean => now - since > WAITING_LIMIT_MS;

/**
 * Sends waiting jobs to the service, each at most once. While jobs wait for an account, one loop serves it: it sits the
 * account's rest out, asks for one start, and goes on when the start is granted, or, while the account is being tried,
 * when the attempt is over. The start chooses its job. So a job that ends while it waits holds nothing, and after a start
 * that sends nothing comes the next.
 */
export class Submitter {
  readonly #options: SubmitterOptions;
  readonly #lines = new Map<string, Line>();
  readonly #starts = new Set<Promise<void>>();
  /** Jobs that a start has chosen. */
  readonly #leaving = new Set<string>();
  /** When it was last told of each account that its quota is used up. */
  readonly #quotaTold = latest<{ at: number }>(MAX_REMEMBERED);
  /** Of each list that was ended by a quota: the job that makes all of it again. */
  readonly #endedLists = latest<string>(MAX_REMEMBERED);
  readonly #stopping = sharedAbort();
  readonly #cutOff = sharedAbort();

  constructor(options: SubmitterOptions) {
    this.#options = options;
  }

  /** Puts a job in the line of its account. */
  enqueue(job: WaitingJob): void {
    const { openJobs, clock, onBroken } = this.#options;
    const { id: accountId } = job.account;
    const known = this.#lines.get(accountId);
    const line = known ?? new Line({ clock }, accountId, openJobs, this.#leaving);
    line.enqueue(job, isTooOld(job.acceptedAt, clock.now()));
    if (known) return;
    this.#lines.set(accountId, line);
    this.#serve(line).catch(onBroken);
  }

  /** Why each of these jobs waits, by job; those that don't, or are about to leave, are missing. Each line is counted once. */
  waitsOf(jobs: readonly Job[]): Map<string, Wait> {
    const ids = new Set(jobs.map(({ id }) => id));
    const accounts = [...new Set(jobs.map(({ account }) => account.id))];
    const lines = accounts.flatMap((id) => this.#lines.get(id) ?? []);
    return new Map(
      lines.flatMap((line) => [...line.waits(this.#reasonOf(line))]).filter(([id]) => ids.has(id)),
    );
  }

  /** What the cards of each account's next jobs say, by job. */
  waits(limit: number): Map<string, Wait> {
    const lines = [...this.#lines.values()];
    return new Map(lines.flatMap((line) => [...line.waits(this.#reasonOf(line))].slice(0, limit)));
  }

  /** How many jobs of an account wait. */
  waiting(accountId: string): number {
    return this.#lines.get(accountId)?.all().length ?? 0;
  }

  /** Has an owner's waiting jobs paid as their key now says, or ends them. Returns how many of them changed. */
  async followKey({ guildId, personId }: Pick<Job, 'guildId' | 'personId'>): Promise<number> {
    const waiting = [...this.#lines.values()].flatMap((line) => line.all());
    const theirs = waiting.filter(
      (job) => job.guildId === guildId && (guildId !== undefined || job.personId === personId),
    );
    const now = await Promise.all(theirs.map((job) => this.#payable(job)));
    return now.filter((job, index) => job?.account.keyRef !== theirs[index]?.account.keyRef).length;
  }

  /**
   * Sends nothing more, and waits until every submission that left was answered and stored. What isn't answered in time is cut
   * off, and its outcome is unknown.
   *
   * @param timeoutMs how long to wait for the answers.
   */
  async stop(timeoutMs: number): Promise<void> {
    const { clock } = this.#options;
    this.#stopping.abort();
    for (const { wake } of this.#lines.values()) endWait(wake);
    const ended = Promise.allSettled(this.#starts);
    await Promise.race([ended, clock.sleep(timeoutMs)]);
    this.#cutOff.abort();
    await Promise.race([ended, clock.sleep(ABORT_TIMEOUT_MS)]);
  }

  #reasonOf(line: Line): Reason | undefined {
    const pause = this.#options.breakers.pauseOf(line.accountId);
    if ((pause?.reason === 'busy' || pause?.reason === 'away') && pause.until - pause.since < SHORT_REST_MS)
      return undefined;
    if (pause) return pause.reason;
    return line.hasLeftBefore(this.#options.clock.now() - SLOW_MS) ? 'slow' : undefined;
  }

  async #serve(line: Line): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted && !line.isEmpty) if (await this.#isRested(line)) await this.#nextStart(line);
    if (line.isEmpty) this.#lines.delete(line.accountId);
  }

  /** Waits if nothing may start yet. Meanwhile much may have changed, so the answer is then false. */
  async #isRested(line: Line): Promise<boolean> {
    const { accounts, breakers, clock, lease } = this.#options;
    const { signal } = this.#stopping;
    const pause = breakers.pauseOf(line.accountId);
    if (lease.isHeld()) await this.#expire(line);
    if (!lease.isHeld() || (pause && pause.until > clock.steady())) {
      await clock.sleep(LOOK_AGAIN_MS, signal);
      return false;
    }
    const [first] = line.ready();
    if (!first) {
      line.wake = new AbortController();
      await clock.sleep(LOOK_AGAIN_MS, line.wake.signal);
      return false;
    }
    // Where the free call can't be made for a reason of ours, the submission itself tries the account.
    const isAnswering = !breakers.isOutage || (await accounts.ping(first.account).catch(() => true));
    if (isAnswering) return true;
    await clock.sleep(PING_AGAIN_MS, signal);
    return false;
  }

  /** Asks for one start. Resolves when the next may be asked for. */
  #nextStart(line: Line): Promise<void> {
    return new Promise((resolve, reject) => {
      const run = () => {
        const start = this.#start(line).finally(() => this.#starts.delete(start));
        this.#starts.add(start);
        if (!this.#options.breakers.pauseOf(line.accountId)) resolve();
        return start;
      };
      this.#options.limiter.submission(line.accountId, run).then(resolve, reject);
    });
  }

  /** Never throws. */
  async #start(line: Line): Promise<void> {
    const { openJobs, breakers, clock, log } = this.#options;
    const { signal } = this.#stopping;
    const [job] = line.ready();
    const pause = breakers.pauseOf(line.accountId);
    // A pause may have begun since the start was asked for.
    if (!job || signal.aborted || (pause && pause.until > clock.steady())) return;
    line.take(job);
    this.#leaving.add(job.id);
    try {
      await this.#submit(line, job, pause);
    } catch (error) {
      log.repeated('error', "couldn't start a submission or store its answer", { jobId: job.id, error });
      if (error instanceof FencedError) return;
      await clock.sleep(LOOK_AGAIN_MS, signal);
    } finally {
      this.#leaving.delete(job.id);
    }
    // What still waits stands in the line, and its turn comes first.
    if (openJobs.get(job.id)?.state === 'waiting') line.giveBackTurn(job);
    endWait(line.wake);
  }

  /** A waiting job with the account that pays for it now, in that account's line. Undefined: it waits no more. */
  async #payable(job: WaitingJob): Promise<WaitingJob | undefined> {
    const account = await this.#options.accounts.ofWaiting(job);
    if (!account) return this.#endUnsent(job.id, { kind: 'key-gone' });
    if (account.id === job.account.id && account.keyRef === job.account.keyRef) return job;
    const moved = await this.#options.openJobs.change(job.id, (present) =>
      present.state === 'waiting' ? { ...present, account } : undefined,
    );
    if (moved && account.id !== job.account.id) this.enqueue(moved);
    return moved;
  }

  async #submit(line: Line, chosen: WaitingJob, pause: Pause | undefined): Promise<void> {
    const { openJobs, accounts, clock } = this.#options;
    const { id, sources, acceptedAt } = chosen;
    // Discord may take seconds to answer, so the key is looked at afterwards: one that was removed meanwhile doesn't pay.
    if (sources && (await this.#hasLostSource(sources, acceptedAt)))
      return this.#endUnsent(id, { kind: 'source-deleted' });
    const payable = await this.#payable(chosen);
    if (payable?.account.id !== line.accountId) return;
    const { account } = payable;
    const apiKey = await accounts.keyToSubmit(account);
    if (apiKey === undefined) return this.#endUnsent(id, { kind: 'key-gone' });
    const waiting = openJobs.get(id);
    if (waiting?.state === 'waiting' && isTooOld(line.readySince(waiting), clock.steady()))
      return this.#endUnsent(id, { kind: 'unreachable' });
    const job = await openJobs.change(id, (present) =>
      present.state === 'waiting' && present.account.keyRef === account.keyRef
        ? startSubmission(present, clock.now())
        : undefined,
    );
    if (!job) return;
    const decide = await this.#send(job, apiKey, pause);
    await this.#store(job, decide);
  }

  /** Whether a picture that a job starts from was deleted while it waited. What Discord doesn't say in time is taken to be there. */
  async #hasLostSource(sources: readonly Source[], acceptedAt: number): Promise<boolean> {
    const { sources: looked, clock } = this.#options;
    const isOneDeleted = async (looks: boolean) =>
      (await Promise.all(sources.map((source) => looked.isDeleted(source, looks)))).includes(true);
    if (await isOneDeleted(false)) return true;
    if (clock.now() - acceptedAt <= LOOKS_AFTER_MS) return false;
    return (await within(LOOK_WITHIN_MS, isOneDeleted(true), clock)) === true;
  }

  /** Nothing leaves if by now the process stops, its lease is in doubt, or another pause has begun. */
  async #send(job: SubmittingJob, apiKey: string, pause: Pause | undefined): Promise<Decide> {
    const { imageApi, accounts, breakers, lease, metrics, clock, log } = this.#options;
    const { id: accountId } = job.account;
    const payer = accounts.payerOf(job.account);
    const line = (outcome: string) => ({
      ...billOf(job, accounts.lastFour(job.account)),
      durationMs: clock.now() - job.submittedAt,
      outcome,
    });
    if (this.#stopping.signal.aborted || !lease.isHeld() || breakers.pauseOf(accountId) !== pause)
      return backToWaiting;
    try {
      const taskId = await imageApi.submit(apiKey, job.submission, this.#cutOff.signal);
      // Written before the store has it, so that a task whose process ends here can be found.
      log.info('submitted', { ...line('taken'), taskId });
      metrics.countSubmission({ outcome: 'taken', payer });
      breakers.learn(job, { kind: 'answered' }, pause);
      return (present) => startRunning(present, taskId, clock.steady());
    } catch (error) {
      const kind = error instanceof ImageApiError ? error.kind : 'unknown';
      log.warn('a submission failed', { ...line(kind), error });
      metrics.countSubmission({ outcome: kind, payer });
      breakers.learn(job, attemptOutcomeOf(error), pause);
      this.#reportToOperator(job, error);
      if (kind === 'quota') {
        this.#tellOfQuota(job);
        const failure = this.#endList(job);
        return (present, now) => fail(present, failure, now);
      }
      return (present, now) => afterFailure(present, error, now);
    }
  }

  /** What concerns all servers, or only the operator can put right, is an error: one line a minute. */
  #reportToOperator(job: Job, error: unknown): void {
    const { accounts, breakers, events, log } = this.#options;
    const isOutage = breakers.pauseOf(job.account.id)?.reason === 'outage';
    const payer = accounts.payerOf(job.account);
    const trouble = troubleOf(error, payer, isOutage);
    if (trouble !== undefined) log.repeated('error', trouble, { error });
    const kind = error instanceof ImageApiError ? error.kind : undefined;
    if (payer === 'shared' && (kind === 'key' || kind === 'quota')) events.emit('sharedKeyRefused', kind);
  }

  #tellOfQuota(job: Job): void {
    const { accounts, clock, events, log } = this.#options;
    const isOperators = accounts.payerOf(job.account) === 'shared';
    const told = isOperators ? job.account.id : `${job.account.id} ${job.guildId ?? ''}`;
    const at = clock.steady();
    if (at - (this.#quotaTold.get(told)?.at ?? -Infinity) < QUOTA_AGAIN_MS) return;
    this.#quotaTold.set(told, { at });
    if (isOperators) log.error('the quota of IMAGE_API_KEY is used up');
    else events.emit('quotaUsedUp', job);
  }

  /** Ends what has not left of a job's list, unpaid. Returns why the job itself ends. */
  #endList({ id, list = id }: Job): Failure {
    const first = this.#endedLists.get(list);
    if (first !== undefined) return { kind: 'list-ended' };
    this.#endedLists.set(list, id);
    const others = [...this.#options.openJobs.all()].filter(
      (job) => (job.list ?? job.id) === list && job.id !== id,
    );
    const rest = others.filter((job) => job.state === 'waiting' || job.state === 'submitting');
    if (rest.length === 0) return { kind: 'quota' };
    for (const { id: jobId } of rest)
      this.#endUnsent(jobId, { kind: 'list-ended' }).catch((error: unknown) => {
        this.#options.log.repeated('error', "couldn't end a job whose list has ended", { jobId, error });
      });
    return { kind: 'quota', rest: rest.map((job) => job.id) };
  }

  /** What is known of a submission must reach the store, however long that takes. */
  async #store({ id }: SubmittingJob, decide: Decide): Promise<void> {
    const { openJobs, clock, poller, finisher, events } = this.#options;
    const job = await openJobs.mustChange<Answered>(
      id,
      (present) => (present.state === 'submitting' ? decide(present, clock.now()) : undefined),
      { what: 'store the answer to a submission', signal: this.#cutOff.signal },
    );
    if (job?.state === 'running') {
      poller.follow(job);
      events.emit('taken', job);
    } else if (job && job.state !== 'waiting') finisher.ended(job);
  }

  /** Ends jobs that waited too long, unpaid. */
  async #expire(line: Line): Promise<void> {
    const now = this.#options.clock.steady();
    for (const { id: jobId } of line.ready().filter((job) => isTooOld(line.readySince(job), now)))
      await this.#endUnsent(jobId, { kind: 'unreachable' }).catch((error: unknown) => {
        this.#options.log.repeated('error', "couldn't end a job that waited too long", { jobId, error });
      });
  }

  /** Ends a job that has not left. */
  async #endUnsent(id: string, failure: Failure): Promise<undefined> {
    const { openJobs, clock, finisher } = this.#options;
    const ended = await openJobs.change(id, (present) =>
      present.state === 'waiting' ? fail(present, failure, clock.now()) : undefined,
    );
    if (ended) finisher.ended(ended);
  }
}
