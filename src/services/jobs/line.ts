import type { Clock } from '../../lib/clock.ts';
import { heldBack, type Held } from './at-once.ts';
import type { Pause } from './breaker.ts';
import type { Job, WaitingJob } from './job.ts';
import type { OpenJobs } from './open-jobs.ts';
import { inTurn } from './turns.ts';

/** Why a job waits, as its card says it. */
export type Wait = Queued | { held: Held };

interface Queued {
  /** From 1: the next to go. */
  position: number;
  /** Absent while everything goes as usual. */
  reason?: Reason | undefined;
}
type Reason = Pause['reason'] | 'slow';

export interface LineOptions {
  accountId: string;
  jobs: Pick<OpenJobs, 'get' | 'all'>;
  /** The jobs that a start has chosen, of all accounts. */
  leaving: ReadonlySet<string>;
  clock: Pick<Clock, 'now'>;
}

/** The jobs that wait for one account, and the order in which they go. */
export class Line {
  /** When the submissions under way left, by job. */
  readonly underWay = new Map<string, number>();
  /** A job that came while the quota was used up, to find out whether it still is. */
  newcomerId: string | undefined;
  isServed = false;
  /** How many starts are under way. */
  starts = 0;
  /** Ends the wait for one that may go. */
  wake = new AbortController();
  readonly #options: LineOptions;
  readonly #waiting = new Set<string>();
  /** Since when jobs could have gone. */
  readonly #readySince = new Map<string, number>();
  /** When each person last had a turn. */
  readonly #turns = new Map<string, number>();

  constructor(options: LineOptions) {
    this.#options = options;
  }

  get accountId(): string {
    return this.#options.accountId;
  }

  /** Whether nothing waits, as far as is known without a look at the jobs. */
  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  /** Puts a job into the line. */
  add({ id }: WaitingJob): void {
    this.#waiting.add(id);
  }

  /** A new job, or one of the last process: what may go could have gone since it was asked for. */
  enqueue(job: WaitingJob): void {
    this.add(job);
    if (this.ready().includes(job)) this.#readySince.set(job.id, job.acceptedAt);
    this.wake.abort();
  }

  /** It is a job's turn. */
  take({ id, personId }: WaitingJob): void {
    this.#waiting.delete(id);
    this.#turns.set(personId, this.#options.clock.now());
  }

  /** The turn counts for nothing, so the next is the person's again. */
  giveBackTurn({ personId }: WaitingJob): void {
    this.#turns.delete(personId);
  }

  /** Forgets what is kept of a job that waits no more. */
  forget(jobId: string): void {
    this.#readySince.delete(jobId);
  }

  /** All that wait. The jobs themselves say whether they do: one that was stopped or has expired drops out here. */
  all(): WaitingJob[] {
    const jobs = [...this.#waiting].flatMap((id) => this.#options.jobs.get(id) ?? []);
    const waiting = jobs.filter((job) => job.state === 'waiting');
    const ids = new Set(waiting.map(({ id }) => id));
    for (const id of this.#waiting)
      if (!ids.has(id)) {
        this.#waiting.delete(id);
        this.forget(id);
      }
    return inTurn(waiting, this.#turns);
  }

  /** Those that may go, in the order in which they do. */
  ready(): WaitingJob[] {
    const waiting = this.all();
    const held = this.#held(waiting);
    const ready = waiting.filter(({ id }) => !held.has(id));
    const now = this.#options.clock.now();
    for (const { id } of ready) if (!this.#readySince.has(id)) this.#readySince.set(id, now);
    return ready;
  }

  /** Why each waits, by job. */
  waits(reason: Reason | undefined): Map<string, Wait> {
    const waiting = this.all();
    const held = this.#held(waiting);
    const waits = new Map<string, Wait>();
    let position = 0;
    for (const { id } of waiting) {
      const own = held.get(id);
      waits.set(id, own ? { held: own } : { position: (position += 1), reason });
    }
    return waits;
  }

  /** Since when a job could have gone: since it was asked for, or since it waits for no other. */
  readySince({ id, acceptedAt }: WaitingJob): number {
    return this.#readySince.get(id) ?? acceptedAt;
  }

  /** Those that wait for others of their person or server. */
  #held(waiting: readonly WaitingJob[]): Map<string, Held> {
    if (!waiting.some(({ atOnce }) => atOnce)) return new Map();
    const { jobs, leaving } = this.#options;
    const isUnderWay = ({ id, state }: Job) =>
      state === 'submitting' || state === 'running' || leaving.has(id);
    return heldBack(waiting, [...jobs.all()].filter(isUnderWay));
  }
}
