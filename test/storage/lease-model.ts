import {
  EMPTY_TABLE,
  isTrusted,
  newEpochs,
  release,
  renew,
  take,
  type Lease,
  type LeaseTable,
} from '../../src/services/storage/lease-table.ts';

export const JOBS = 2;
const PROCESSES = 2;

type JobState = 'waiting' | 'submitting' | 'unknown';

/** What a process or the world does next; which of it is possible is up to the moment. */
export type Step =
  | { kind: 'time'; milliseconds: number }
  | { kind: 'ask'; process: number; what: 'take' | 'renew' | 'release'; slots: 'all' | 'one' }
  | { kind: 'arrive'; process: number }
  | { kind: 'load'; process: number }
  | { kind: 'remove-fence' }
  | { kind: 'look'; process: number }
  | { kind: 'restore'; process: number }
  | { kind: 'write' | 'written' | 'send'; process: number; job: number };

interface Request {
  what: 'take' | 'renew' | 'release';
  slots: 'all' | 'one';
  sentAt: number;
  read: { table: LeaseTable; now: number };
}

interface Process {
  owner: string;
  /** How fast its own clock runs. */
  rate: number;
  lease: Lease | undefined;
  renewedAt: number;
  request: Request | undefined;
  /** The table by which it is about to put the fence back. */
  restoring: { table: LeaseTable; epoch: number } | undefined;
  /** What it believes of each job; undefined before it has loaded them. */
  jobs: JobState[] | undefined;
  /** Jobs for which `submitting` is on its way to the store. */
  writing: Set<number>;
  /** Jobs that it has written `submitting` for, and not sent yet. */
  leaving: Set<number>;
}

export interface ModelOptions {
  /** How fast the clocks of the processes run. */
  rates: readonly number[];
  /** Whether a write compares the epoch. */
  isFenced: boolean;
  /** Whether the fence is put back without a look at the table in the same step. */
  restoresBlindly?: boolean;
}

/**
 * A store, and processes on it that may stop at any moment for any time. Whatever they do, they do in the steps in which
 * Easel does it: a table is read and replaced later, a job is written and sent later.
 */
export class Model {
  /** How often each job was paid for. */
  readonly paid: number[] = Array.from({ length: JOBS }, () => 0);
  /** More than one process believed at once that it may act. */
  overlapped = false;
  #now = 0;
  #table = EMPTY_TABLE;
  readonly #fences = new Map<string, number>();
  readonly #rows: JobState[] = Array.from({ length: JOBS }, () => 'waiting');
  readonly #processes: Process[];
  readonly #options: ModelOptions;

  constructor(options: ModelOptions) {
    this.#options = options;
    this.#processes = Array.from({ length: PROCESSES }, (_, index) => ({
      owner: `p${index}`,
      rate: options.rates[index] ?? 1,
      lease: undefined,
      renewedAt: Number.NEGATIVE_INFINITY,
      request: undefined,
      restoring: undefined,
      jobs: undefined,
      writing: new Set(),
      leaving: new Set(),
    }));
  }

  do(step: Step): void {
    if (step.kind === 'time') this.#now += step.milliseconds;
    else if (step.kind === 'remove-fence') this.#fences.delete('0');
    else {
      const process = this.#processes[step.process % PROCESSES];
      if (!process) return;
      if (step.kind === 'ask') this.#ask(process, step.what, step.slots);
      else if (step.kind === 'arrive') this.#arrive(process);
      else if (step.kind === 'load') this.#load(process);
      else if (step.kind === 'look') this.#look(process);
      else if (step.kind === 'restore') this.#restore(process);
      else if (step.kind === 'write') this.#write(process, step.job);
      else if (step.kind === 'written') this.#written(process, step.job);
      else this.#send(process, step.job);
    }
    if (this.#processes.filter((process) => this.#mayAct(process)).length > 1) this.overlapped = true;
  }

  #clockOf({ rate }: Process): number {
    return this.#now * rate;
  }

  /** By what a process itself knows. */
  #mayAct(process: Process): boolean {
    return process.lease !== undefined && isTrusted(process.renewedAt, this.#clockOf(process));
  }

  #ask(process: Process, what: Request['what'], slots: Request['slots']): void {
    if (process.request || (what === 'take') !== (process.lease === undefined)) return;
    const read = { table: this.#table, now: this.#now };
    // A process that gives up does nothing after that.
    if (what === 'release') process.renewedAt = Number.NEGATIVE_INFINITY;
    process.request = { what, slots, sentAt: this.#clockOf(process), read };
  }

  /** The table is replaced if it is the one that was read, and the process learns of it. */
  #arrive(process: Process): void {
    const { request } = process;
    if (!request) return;
    process.request = undefined;
    const after = this.#decide(process, request);
    if (after && request.read.table !== this.#table) return;
    if (!after) {
      if (request.what !== 'take') process.lease = undefined;
      return;
    }
    for (const { slot, epoch } of newEpochs(this.#table, after.table)) this.#fences.set(slot, epoch);
    this.#table = after.table;
    process.lease = after.lease;
    if (request.what !== 'release') process.renewedAt = Math.max(process.renewedAt, request.sentAt);
    if (request.what === 'take') process.jobs = undefined;
  }

  #decide(
    process: Process,
    { what, slots, read }: Request,
  ): { table: LeaseTable; lease: Lease | undefined } | undefined {
    const { owner, lease } = process;
    if (what === 'take') {
      const claim = slots === 'all' ? { slots: [0, 1], total: 2 } : { slots: [0], total: 1 };
      const taking = take(read.table, { owner, secret: 'key', ...claim }, read.now);
      return typeof taking === 'string' ? undefined : taking;
    }
    if (!lease) return undefined;
    const table =
      what === 'renew' ? renew(read.table, lease, read.now) : release(read.table, lease, read.now);
    return table && { table, lease: what === 'renew' ? lease : undefined };
  }

  #passes({ lease }: Process): boolean {
    if (!lease) return false;
    return !this.#options.isFenced || this.#fences.get('0') === lease.epoch;
  }

  /** A write was refused, so the process looks whether the fence is there, and whose the slot is. */
  #look(process: Process): void {
    const { lease } = process;
    if (!lease || this.#fences.has('0') || this.#table.slots[0]?.epoch !== lease.epoch) return;
    process.restoring = { table: this.#table, epoch: lease.epoch };
  }

  /** May come at any time after, whatever has become of the process. */
  #restore(process: Process): void {
    const { restoring } = process;
    process.restoring = undefined;
    if (!restoring) return;
    const isSame = JSON.stringify(restoring.table) === JSON.stringify(this.#table);
    if (isSame || this.#options.restoresBlindly) this.#fences.set('0', restoring.epoch);
  }

  /** What was on its way when the last process ended is unknown. */
  #load(process: Process): void {
    if (!process.lease || process.jobs) return;
    const rows = [...this.#rows];
    process.jobs = rows;
    // A process that starts again knows nothing of what it was about to do.
    process.writing.clear();
    process.leaving.clear();
    for (const [job, state] of rows.entries()) {
      if (state !== 'submitting' || !this.#passes(process)) continue;
      this.#rows[job] = 'unknown';
      rows[job] = 'unknown';
    }
  }

  #write(process: Process, job: number): void {
    if (process.jobs?.[job] === 'waiting' && this.#mayAct(process)) process.writing.add(job);
  }

  #written(process: Process, job: number): void {
    if (!process.writing.delete(job) || !process.jobs || !this.#passes(process)) return;
    this.#rows[job] = 'submitting';
    process.jobs[job] = 'submitting';
    process.leaving.add(job);
  }

  #send(process: Process, job: number): void {
    if (!process.leaving.delete(job)) return;
    if (this.#mayAct(process)) {
      this.paid[job] = (this.paid[job] ?? 0) + 1;
      return;
    }
    // It did not leave, and waits again, if nobody has taken over.
    if (!process.jobs || !this.#passes(process)) return;
    this.#rows[job] = 'waiting';
    process.jobs[job] = 'waiting';
  }
}
