import { z } from 'zod';
import { sharedAbort } from '../../lib/abort.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../operations/log.ts';
import { NOTIFICATIONS, replyTargetSchema, type Job, type Notification, type ReplyTarget } from './job.ts';
import type { SharedJobs } from './job-stores.ts';
import type { OpenJobs } from './open-jobs.ts';
import { retryStoring } from './storing.ts';

/** A person waits for what is done, and each slot's box is one small row. */
const LOOK_EVERY_MS = 400;
/** With what is done before and after it, within the time in which an answer has to be there. */
const DONE_WITHIN_MS = 8_000;
const CHECK_EVERY_MS = 150;

const onJob = { jobId: z.string() };
const withTarget = { ...onJob, target: replyTargetSchema };

const callSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('stop'), ...onJob }),
  z.object({ kind: z.literal('unfollow'), ...onJob }),
  z.object({ kind: z.literal('ask-again'), ...withTarget }),
  z.object({ kind: z.literal('bring'), ...withTarget }),
  z.object({ kind: z.literal('move'), ...withTarget }),
  z.object({ kind: z.literal('notify'), ...onJob, by: z.enum(NOTIFICATIONS).optional() }),
  /** Closes what of a person's jobs nothing but a click could have brought. */
  z.object({ kind: z.literal('erase'), personId: z.string() }),
]);

/** What a process is to do for another one, to whom a person came. */
export type RemoteCall = z.infer<typeof callSchema>;

/** What a process can do with its own jobs. */
export interface OwnJobs {
  stop: (id: string) => Promise<void>;
  unfollow: (id: string) => Promise<void>;
  askAgain: (id: string, target: ReplyTarget) => Promise<void>;
  bring: (id: string, target: ReplyTarget) => Promise<void>;
  move: (id: string, target: ReplyTarget) => Promise<void>;
  notifyBy: (id: string, by: Notification | undefined) => Promise<unknown>;
}

export interface RemoteCallsOptions {
  /** Absent where one process has all jobs. */
  shared: SharedJobs | undefined;
  open: Pick<OpenJobs, 'get' | 'find' | 'closeParkedOf'>;
  clock: Clock;
  log: Log;
}

/** Passes what people want done with a job on to the process whose it is, and does what others pass on. */
export class RemoteCalls {
  readonly #options: RemoteCallsOptions;
  readonly #stopping = sharedAbort();

  constructor(options: RemoteCallsOptions) {
    this.#options = options;
  }

  /**
   * Leaves what concerns another process's job to that one, which does it soon; it is lost when that one ends just then.
   *
   * @returns false when the job is this process's own, or there is none.
   */
  async passOn(id: string, call: RemoteCall): Promise<boolean> {
    const { shared, open, clock, log } = this.#options;
    if (!shared || open.get(id)) return false;
    const job = await open.find(id);
    const slot = job && shared.slotOf(job);
    if (slot === undefined || shared.owns(slot)) return false;
    const { signal } = this.#stopping;
    const what = 'pass on what is to be done with a job';
    await retryStoring(what, () => shared.mail.put(slot, call), { clock, log, signal });
    return true;
  }

  /** What another process's job becomes after a state; undefined when it stays for long. */
  async leaving(id: string, state: Job['state']): Promise<Job['state'] | undefined> {
    const { clock, open } = this.#options;
    for (let waited = 0; waited < DONE_WITHIN_MS; waited += CHECK_EVERY_MS) {
      await clock.sleep(CHECK_EVERY_MS, this.#stopping.signal);
      const present = await open.find(id);
      if (present?.state !== state) return present?.state;
    }
    return undefined;
  }

  /** Passes a call on to every slot that another process has. */
  async sendToOthers(call: RemoteCall): Promise<void> {
    const { shared } = this.#options;
    if (!shared) return;
    for (let slot = 0; slot < shared.slots; slot += 1)
      if (!shared.owns(slot)) await shared.mail.put(slot, call);
  }

  /** Does what other processes pass on, until it is stopped. Never throws. */
  async run(jobs: OwnJobs): Promise<void> {
    const { shared, clock, log } = this.#options;
    const { signal } = this.#stopping;
    while (shared && !signal.aborted) {
      await clock.sleep(LOOK_EVERY_MS, signal);
      for (let slot = 0; slot < shared.slots; slot += 1) {
        if (!shared.owns(slot)) continue;
        await this.#empty(shared, slot, jobs).catch((error: unknown) => {
          log.warn("couldn't read calls from other processes", { error });
        });
      }
    }
  }

  /** What is still in the boxes is left to the next process. */
  stop(): void {
    this.#stopping.abort();
  }

  async #empty({ mail }: SharedJobs, slot: number, jobs: OwnJobs): Promise<void> {
    for (const letter of await mail.take(slot)) {
      const { data: call } = callSchema.safeParse(letter);
      if (!call) continue;
      // Whoever passed it on sees what became of the job.
      await this.#perform(call, jobs).catch((error: unknown) => {
        this.#options.log.info("couldn't carry out a call from another process", { kind: call.kind, error });
      });
    }
  }

  #perform(call: RemoteCall, jobs: OwnJobs): Promise<unknown> {
    switch (call.kind) {
      case 'stop':
        return jobs.stop(call.jobId);
      case 'unfollow':
        return jobs.unfollow(call.jobId);
      case 'ask-again':
        return jobs.askAgain(call.jobId, call.target);
      case 'bring':
        return jobs.bring(call.jobId, call.target);
      case 'move':
        return jobs.move(call.jobId, call.target);
      case 'notify':
        return jobs.notifyBy(call.jobId, call.by);
      case 'erase':
        return this.#options.open.closeParkedOf(call.personId);
    }
  }
}
