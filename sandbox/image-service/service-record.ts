import { HANGS_AFTER_MS, waitFor } from '../wait.ts';
import { EventEmitter } from 'node:events';
import type { Call, ImageServiceEvents, WaitOptions } from './types.ts';

/** What was awaited did not come about in time. */
class WaitTimeoutError extends Error {
  override readonly name = 'WaitTimeoutError';

  constructor(what: string, timeoutMs: number) {
    super(`${what} did not come about within ${timeoutMs} ms`);
  }
}

/** The service was stopped while something was still awaited. */
class ServiceStoppedError extends Error {
  override readonly name = 'ServiceStoppedError';

  constructor(what: string) {
    super(`the image service was stopped before ${what}`);
  }
}

/** Older calls are forgotten, so that a stand-in can run for weeks. */
const MAX_CALLS = 100_000;

/** Everything that happened, and those who wait for something to happen. */
export class ServiceRecord {
  readonly events = new EventEmitter<ImageServiceEvents>();
  readonly calls: Call[] = [];
  readonly #waiters = new Set<{ check: () => void; stop: () => void }>();

  emit<Name extends keyof ImageServiceEvents>(name: Name, fact: ImageServiceEvents[Name][0]): void {
    const emitter: EventEmitter = this.events;
    emitter.emit(name, fact);
    this.wake();
  }

  /** Writes the call down, and returns what writes down how it went. */
  startCall(call: Call): { note: (result: Partial<Call>) => void; end: (status?: number) => void } {
    const open = { ...call };
    this.calls.push(open);
    if (this.calls.length > MAX_CALLS) this.calls.shift();
    this.emit('call-started', open);
    return {
      note: (result) => Object.assign(open, result),
      end: (status) => {
        if (status !== undefined) open.status = status;
        this.emit('call-ended', open);
      },
    };
  }

  /** Lets everybody who waits look again. */
  wake(): void {
    for (const waiter of [...this.#waiters]) waiter.check();
  }

  async until(condition: () => boolean, { what, timeoutMs = HANGS_AFTER_MS }: WaitOptions): Promise<void> {
    await waitFor(condition, {
      timeoutMs,
      late: () => new WaitTimeoutError(what, timeoutMs),
      watch: (check, giveUp) => {
        const waiter = { check, stop: (): void => giveUp(new ServiceStoppedError(what)) };
        this.#waiters.add(waiter);
        return () => this.#waiters.delete(waiter);
      },
    });
  }

  stop(): void {
    for (const waiter of [...this.#waiters]) waiter.stop();
  }
}
