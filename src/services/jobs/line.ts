import type { Runtime } from '../operations/runtime.ts';
import { endWait } from '../../lib/abort.ts';
import type { PauseReason } from './events.ts';
import type { Job, SubmittingJob, WaitingJob } from './job.ts';
import type { OpenJobs } from './open-jobs.ts';

/** Why a job may not go yet: its person or server has reached the limit of requests in progress. */
interface Held {
  by: 'person' | 'server';
  /** How many of them go or end before it may. */
  ahead: number;
}

/** Why a job waits, as its card says it. */
export type Wait = Queued | { held: Held };

interface Queued {
  /** From 1: the next to go. */
  position: number;
  /** Absent while everything goes as usual. */
  reason?: Reason | undefined;
}
/** Why no job of an account goes now, or why that takes long. */
export type Reason = PauseReason | 'slow';

/**
 * The order in which jobs go: people in turn, each with their oldest job first, so that a person's long queue delays a
 * newcomer by one job.
 *
 * @param turns when each person last had a turn.
 * @param joined when each job joined the line, by the same clock.
 */
const inTurn = (
  waiting: readonly WaitingJob[],
  turns: ReadonlyMap<string, number>,
  joined: ReadonlyMap<string, number>,
): WaitingJob[] => {
  /** By person, oldest first. */
  const queues = new Map<string, [WaitingJob, ...WaitingJob[]]>();
  const byAge = [...waiting].sort((a, b) => a.acceptedAt - b.acceptedAt || (a.id < b.id ? -1 : 1));
  for (const job of byAge) {
    const queue = queues.get(job.personId);
    if (queue) queue.push(job);
    else queues.set(job.personId, [job]);
  }
  // A person joins the round with a first job, and joins it again with each turn.
  const joinedAt = ([first]: [WaitingJob, ...WaitingJob[]]) =>
    Math.max(joined.get(first.id) ?? 0, turns.get(first.personId) ?? 0);
  const round = [...queues.values()].sort((a, b) => joinedAt(a) - joinedAt(b));
  const order: WaitingJob[] = [];
  // Each round has only those who still have jobs: with a look at all, one long queue would cost its length times the people.
  for (let nth = 0, left = round; left.length > 0; nth += 1) {
    left = left.filter(({ length }) => length > nth);
    order.push(...left.flatMap((queue) => queue[nth] ?? []));
  }
  return order;
};

type Counts = Map<string, number>;

const countOf = (counts: Counts, key: string): number => counts.get(key) ?? 0;

const add = (counts: Counts, ...keys: string[]): void => {
  for (const key of keys) counts.set(key, countOf(counts, key) + 1);
};

/**
 * Which of the waiting jobs wait for others of their person or server, by job.
 *
 * @param order in which they go.
 * @param underWay the jobs that leave, left, or run.
 * @param isEachAlone whether each waits for these alone, and not for those before it.
 */
const heldBack = (
  order: readonly WaitingJob[],
  underWay: readonly Job[],
  isEachAlone: boolean,
): Map<string, Held> => {
  const held = new Map<string, Held>();
  /** Of each person there and each server: what goes or ends before. */
  const before: Counts = new Map();
  /** Of each server, without those that wait for others. */
  const going: Counts = new Map();
  for (const { guildId, personId } of underWay)
    if (guildId !== undefined) {
      add(before, guildId, `${guildId} ${personId}`);
      add(going, guildId);
    }
  for (const { id, guildId, personId, atOnce } of order) {
    if (guildId === undefined) continue;
    const { person = Infinity, server = Infinity } = atOnce ?? {};
    const ofPerson = `${guildId} ${personId}`;
    const earlier = countOf(before, ofPerson);
    if (earlier >= person) held.set(id, { by: 'person', ahead: earlier - person + 1 });
    else if (countOf(going, guildId) >= server)
      held.set(id, { by: 'server', ahead: countOf(before, guildId) - server + 1 });
    else if (!isEachAlone) add(going, guildId);
    if (!isEachAlone) add(before, guildId, ofPerson);
  }
  return held;
};

/** The jobs that wait for one account, and the order in which they go. */
export class Line {
  /** Ends the wait for one that may go. */
  wake = new AbortController();
  /** Until they run or end: since when each could have gone, if it ever could. */
  readonly #readySince = new Map<string, number | undefined>();
  /** Until they run or end: when each was asked for, by the clock that can't be set. */
  readonly #joinedAt = new Map<string, number>();
  /** Jobs that the line hasn't looked at yet, which may have been free to go at once. True: the job is too old. */
  readonly #fresh = new Map<string, boolean>();
  /** When each person last had a turn. */
  readonly #turns = new Map<string, number>();

  constructor(
    private readonly runtime: Pick<Runtime, 'clock'>,
    readonly accountId: string,
    private readonly openJobs: Pick<OpenJobs, 'get' | 'all'>,
    /** The jobs that a start has chosen, of all accounts. */
    private readonly leaving: ReadonlySet<string>,
  ) {}

  /** Whether nothing waits or is being submitted, as far as is known without a look at the jobs. */
  get isEmpty(): boolean {
    return this.#readySince.size === 0;
  }

  /**
   * A new job, or one of the last process: what may go when the line is next looked at could have gone since it was asked for.
   * Many may come at once, so nothing is counted here.
   *
   * @param isTooOld whether it has waited for too long altogether. Then only what is under way keeps it from having gone: those that
   *   wait before it are as old.
   */
  enqueue(job: WaitingJob, isTooOld: boolean): void {
    const joinedAt = this.runtime.clock.steady() - Math.max(0, this.runtime.clock.now() - job.acceptedAt);
    this.#readySince.set(job.id, undefined);
    this.#joinedAt.set(job.id, joinedAt);
    this.#fresh.set(job.id, isTooOld);
    endWait(this.wake);
  }

  /** It is a person's turn. */
  take({ personId }: WaitingJob): void {
    this.#turns.set(personId, this.runtime.clock.steady());
  }

  /** The turn counts for nothing, so the next is the person's again. */
  giveBackTurn({ personId }: WaitingJob): void {
    this.#turns.delete(personId);
  }

  /** All waiting jobs that no start has chosen yet. */
  all(): WaitingJob[] {
    const waiting = this.#jobs().filter((job) => job.state === 'waiting');
    return inTurn(
      waiting.filter(({ id }) => !this.leaving.has(id)),
      this.#turns,
      this.#joinedAt,
    );
  }

  /** Whether a submission that left before that time is not answered yet. */
  hasLeftBefore(time: number): boolean {
    return this.#jobs().some((job) => job.state === 'submitting' && job.submittedAt < time);
  }

  /** Those that may go, in the order in which they do. */
  ready(): WaitingJob[] {
    const waiting = this.all();
    const held = this.#held(waiting);
    const ready = waiting.filter(({ id }) => !held.has(id));
    const now = this.runtime.clock.steady();
    const tooOld = waiting.filter(({ id }) => this.#fresh.get(id) === true);
    const heldAlone = this.#held(tooOld, true);
    const couldHaveGone = [...ready, ...tooOld.filter(({ id }) => !heldAlone.has(id))];
    for (const { id } of couldHaveGone) {
      const since = this.#fresh.has(id) ? this.#joinedAt.get(id) : now;
      this.#readySince.set(id, this.#readySince.get(id) ?? since);
    }
    this.#fresh.clear();
    return ready;
  }

  /** Why each waits, by job. */
  waits(reason: Reason | undefined): Map<string, Wait> {
    const waiting = this.all();
    const held = this.#held(waiting);
    const waits = new Map<string, Wait>();
    let position = 0;
    for (const { id } of waiting) {
      const hold = held.get(id);
      waits.set(id, hold ? { held: hold } : { position: (position += 1), reason });
    }
    return waits;
  }

  /** Since when a job could have gone: since it was asked for, or since it waits for no other. */
  readySince({ id }: WaitingJob): number {
    return this.#readySince.get(id) ?? this.#joinedAt.get(id) ?? this.runtime.clock.steady();
  }

  /** The jobs themselves say how they stand: one that runs, was stopped, has expired or is paid by another account drops out here. */
  #jobs(): (WaitingJob | SubmittingJob)[] {
    return [...this.#readySince.keys()].flatMap((id) => {
      const job = this.openJobs.get(id);
      const isHere = job?.account.id === this.accountId;
      if (isHere && (job.state === 'waiting' || job.state === 'submitting')) return job;
      this.#readySince.delete(id);
      this.#joinedAt.delete(id);
      return [];
    });
  }

  /** Those that wait for others of their person or server. */
  #held(waiting: readonly WaitingJob[], isEachAlone = false): Map<string, Held> {
    if (!waiting.some(({ atOnce }) => atOnce)) return new Map();
    const isUnderWay = ({ id, state }: Job) =>
      state === 'submitting' || state === 'running' || this.leaving.has(id);
    return heldBack(waiting, [...this.openJobs.all()].filter(isUnderWay), isEachAlone);
  }
}
