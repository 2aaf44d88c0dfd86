import type { Clock } from '../../lib/clock.ts';
import { UserError } from '../../lib/user-error.ts';
import type { Log } from '../operations/log.ts';
import type { Store } from '../storage/store.ts';
import type { JobObserver } from '../jobs/events.ts';
import type { Job } from '../jobs/job.ts';
import type { SubmissionGuard } from '../jobs/submission-guard.ts';
import {
  admissionOf,
  claim,
  exhausted,
  canSubmit,
  released,
  reopened,
  taken,
  type QuotaState,
} from './quota-state.ts';

export interface QuotasOptions {
  store: Store<QuotaState>;
  clock: Pick<Clock, 'now'>;
  log: Pick<Log, 'warn' | 'error'>;
}

/**
 * Blocks submissions of accounts whose quota is used up, until a single trial succeeds. The state in memory decides; it is also
 * stored for the next start.
 */
export class Quotas implements SubmissionGuard {
  readonly #options: QuotasOptions;
  readonly #states = new Map<string, QuotaState>();

  constructor(options: QuotasOptions) {
    this.#options = options;
  }

  /** Reads how it stood when the last process ended. */
  async start(): Promise<void> {
    for (const [accountId, state] of await this.#options.store.entries()) this.#states.set(accountId, state);
  }

  /** How it stands with an account; undefined when it submits as usual. */
  stateOf(accountId: string): QuotaState | undefined {
    return this.#states.get(accountId);
  }

  /** @throws UserError quota-used-up when a new job could not be submitted. */
  assertOpen(accountId: string): void {
    const { admitted, reopensAt } = admissionOf(this.stateOf(accountId), this.#options.clock.now());
    if (!admitted) throw new UserError('quota-used-up', { reopensAt });
  }

  /** Whether a waiting job may be submitted now; the first one after the rest is the trial. */
  canSubmit({ account, id: jobId }: Job): boolean {
    this.#change(account.id, (state) => claim(state, jobId, this.#options.clock.now()));
    return canSubmit(this.stateOf(account.id), jobId);
  }

  /** The service says that the account's quota does not suffice. Returns whether that is new. */
  exhausted(job: Job): boolean {
    const { clock, log } = this.#options;
    const isNew = this.stateOf(job.account.id) === undefined;
    this.#change(job.account.id, (state) => exhausted(state, job.id, clock.now()));
    if (isNew) log.warn("an account's quota is used up", { accountId: job.account.id });
    return isNew;
  }

  /** Somebody reports new quota. */
  reopen(accountId: string): void {
    this.#change(accountId, (state) => reopened(state, this.#options.clock.now()));
  }

  /** After the pause, the first accepted job is the trial, and its outcome decides. */
  readonly observer: JobObserver = {
    accepting: ({ account, id }) => {
      this.#change(account.id, (state) => claim(state, id, this.#options.clock.now()));
    },
    notAccepted: (job) => {
      this.#release(job);
    },
    taken: ({ account, id }) => {
      this.#change(account.id, (state) => taken(state, id));
    },
    ended: (job) => {
      this.#release(job);
    },
    withdrawn: (job) => {
      this.#release(job);
    },
    takenUp: (jobs) => {
      this.#takeUp(jobs);
    },
  };

  #release({ account, id }: Job): void {
    this.#change(account.id, (state) => released(state, id, this.#options.clock.now()));
  }

  /** Resolves trials that were open when the last process ended. */
  #takeUp(jobs: readonly Job[]): void {
    const open = new Map(jobs.map((job) => [job.id, job]));
    for (const [accountId, state] of [...this.#states]) {
      if (state.kind !== 'trial') continue;
      const { jobId } = state;
      const job = open.get(jobId);
      if (job?.state === 'waiting' || job?.state === 'submitting') continue;
      const now = this.#options.clock.now();
      this.#change(accountId, () => (job?.state === 'running' ? undefined : released(state, jobId, now)));
    }
  }

  #change(accountId: string, decide: (state: QuotaState | undefined) => QuotaState | undefined): void {
    const before = this.stateOf(accountId);
    const after = decide(before);
    if (after === before) return;
    if (after) this.#states.set(accountId, after);
    else this.#states.delete(accountId);
    const { store, log } = this.#options;
    const written = after ? store.set(accountId, after) : store.delete(accountId);
    // Losing it costs at most one trial after the next start.
    written.catch((error: unknown) => {
      log.error("couldn't store the state of a quota", { accountId, error });
    });
  }
}
