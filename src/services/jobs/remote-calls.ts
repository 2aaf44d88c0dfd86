import { z } from 'zod';
import { sharedAbort } from '../../lib/abort.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../operations/log.ts';
import { NOTIFICATIONS, replyTargetSchema, type Job, type Notification, type ReplyTarget } from './job.ts';
import type { SharedJobs } from './job-stores.ts';
import type { OpenJobs } from './open-jobs.ts';
import { isWorthRetrying, retryStoring } from './storing.ts';

/** Short, since a person waits for the result; each slot's mailbox is one small row. */
const LOOK_EVERY_MS = 400;
/** Leaves enough time for an answer. */
const DONE_WITHIN_MS = 8_000;
const CHECK_EVERY_MS = 150;

const onJob = { jobId: z.string() };
const withTarget = { ...onJob, target: replyTargetSchema };

const callSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('stop'), ...onJob }),
  z.object({ kind: z.literal('ask-again'), ...withTarget }),
  z.object({ kind: z.literal('bring'), ...withTarget }),
  z.object({ kind: z.literal('move'), ...withTarget }),
  z.object({ kind: z.literal('notify'), ...onJob, by: z.enum(NOTIFICATIONS).optional() }),
  /** Closes a person's jobs that wait for a click. */
  z.object({ kind: z.literal('erase'), personId: z.string() }),
  /** Something happened to another process that is not its affair. */
  z.object({ kind: z.literal('event'), event: z.unknown() }),
]);

/** A call to the process that owns a job, from the one that a person used. */
export type RemoteCall = z.infer<typeof callSchema>;

/** The operations on a process's own jobs. */
export interface OwnJobs {
  stop: (id: string) => Promise<void>;
  askAgain: (id: string, target: ReplyTarget) => Promise<void>;
  bring: (id: string, target: ReplyTarget) => Promise<void>;
  move: (id: string, target: ReplyTarget) => Promise<void>;
  notifyBy: (id: string, by: Notification | undefined) => Promise<unknown>;
}

export interface RemoteCallsOptions {
  /** Absent where one process has all jobs. */
  shared: SharedJobs | undefined;
  open: Pick<OpenJobs, 'get' | 'find' | 'closeParked'>;
  clock: Clock;
  log: Log;
}

/** Forwards people's actions to the process that owns the job, and executes forwarded ones. */
export class RemoteCalls {
  readonly #options: RemoteCallsOptions;
  readonly #stopping = sharedAbort();
  /** Calls that are no longer in a mailbox, and not carried out yet. */
  readonly #calls: RemoteCall[] = [];
  /** Whether the store has kept the first of them from being carried out. */
  #isHeldUp = false;
  #onEvent: (event: unknown) => void = () => undefined;

  constructor(options: RemoteCallsOptions) {
    this.#options = options;
  }

  /**
   * Forwards a call to the process that owns the job. The call is lost if that process ends just then.
   *
   * @returns false when this process owns the job, or there is none.
   */
  async passOn(id: string, call: RemoteCall): Promise<boolean> {
    const { shared, open, clock, log } = this.#options;
    if (!shared || open.get(id)) return false;
    const job = await open.find(id);
    const slot = job && shared.slotOf(job);
    if (slot === undefined || shared.owns(slot)) return false;
    const { signal } = this.#stopping;
    const what = 'forward a call to another process';
    await retryStoring(what, () => shared.mail.put(slot, call), { clock, log, signal });
    return true;
  }

  /**
   * Leaves an event to the process whose affair it is: what happens in servers that have not got Easel belongs to the slot of
   * direct messages, but Discord may tell another one of it.
   *
   * @returns false when it is this process's own affair.
   */
  async passEventOn(guildId: string | undefined, event: unknown): Promise<boolean> {
    const { shared } = this.#options;
    const slot = shared?.slotOf({ ...(guildId !== undefined && { guildId }) });
    if (!shared || slot === undefined || shared.owns(slot)) return false;
    const call: RemoteCall = { kind: 'event', event };
    await shared.mail.put(slot, call);
    return true;
  }

  /** @param hear is told of events that other processes leave to this one. */
  onEvent(hear: (event: unknown) => void): void {
    this.#onEvent = hear;
  }

  /** Waits for another process's job to leave a state; undefined when it doesn't in time. */
  async leaving(id: string, state: Job['state']): Promise<Job['state'] | undefined> {
    const { clock, open } = this.#options;
    for (let waited = 0; waited < DONE_WITHIN_MS; waited += CHECK_EVERY_MS) {
      await clock.sleep(CHECK_EVERY_MS, this.#stopping.signal);
      const present = await open.find(id);
      if (present?.state !== state) return present?.state;
    }
    return undefined;
  }

  /** Forwards a call to all slots of other processes. */
  async sendToOthers(call: RemoteCall): Promise<void> {
    const { shared } = this.#options;
    if (!shared) return;
    for (let slot = 0; slot < shared.slots; slot += 1)
      if (!shared.owns(slot)) await shared.mail.put(slot, call);
  }

  /** Executes forwarded calls until it is stopped. Never throws. */
  async run(jobs: OwnJobs): Promise<void> {
    const { shared, clock, log } = this.#options;
    const { signal } = this.#stopping;
    while (shared && !signal.aborted) {
      await clock.sleep(LOOK_EVERY_MS, signal);
      await this.#performAll(jobs);
      for (let slot = 0; slot < shared.slots; slot += 1) {
        if (!shared.owns(slot) || this.#calls.length > 0) continue;
        const letters = await shared.mail.take(slot).catch((error: unknown): unknown[] => {
          log.warn("couldn't read calls from other processes", { error });
          return [];
        });
        this.#calls.push(...letters.flatMap((letter) => callSchema.safeParse(letter).data ?? []));
        await this.#performAll(jobs);
      }
    }
  }

  /** Calls that remain in the mailboxes are left to the next process. */
  stop(): void {
    this.#stopping.abort();
  }

  /** In their order: one that the store keeps from being carried out holds up the others. */
  async #performAll(jobs: OwnJobs): Promise<void> {
    for (let [call] = this.#calls; call; [call] = this.#calls) {
      try {
        // The forwarding process sees the result in the job.
        await this.#perform(call, jobs);
        this.#isHeldUp = false;
      } catch (error) {
        const wasHeldUp = this.#isHeldUp;
        this.#isHeldUp = isWorthRetrying(error);
        if (!this.#isHeldUp || !wasHeldUp)
          this.#options.log.info("couldn't carry out a call from another process", {
            kind: call.kind,
            error,
          });
        if (this.#isHeldUp) return;
      }
      this.#calls.shift();
    }
  }

  async #perform(call: RemoteCall, jobs: OwnJobs): Promise<unknown> {
    switch (call.kind) {
      case 'stop':
        return jobs.stop(call.jobId);
      case 'ask-again':
        return jobs.askAgain(call.jobId, call.target);
      case 'bring':
        return jobs.bring(call.jobId, call.target);
      case 'move':
        return jobs.move(call.jobId, call.target);
      case 'notify':
        return jobs.notifyBy(call.jobId, call.by);
      case 'erase':
        return this.#options.open.closeParked((job) => job.personId === call.personId);
      case 'event':
        this.#onEvent(call.event);
        return undefined;
    }
  }
}
