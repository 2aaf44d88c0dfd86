import { setMaxListeners } from 'node:events';

/** What tells work that nobody wants it any more: an AbortSignal, or a {@link Cancellation}. */
export interface CancelSignal {
  aborted: boolean;
  /** Why. */
  reason: unknown;
  throwIfAborted(): void;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/**
 * An AbortController that is its own signal. Node's takes many times as long to make, to listen to and to abort, which counts
 * where there is one for each wait or each picture.
 */
export class Cancellation implements CancelSignal {
  readonly #listeners = new Set<() => void>();
  aborted = false;
  reason: unknown;

  /** Tells all listeners, once. @throws AggregateError what some of them threw, when all have been told. */
  abort(reason?: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    const errors: unknown[] = [];
    for (const listener of this.#listeners) {
      try {
        listener();
      } catch (error) {
        errors.push(error);
      }
    }
    this.#listeners.clear();
    if (errors.length > 0) throw new AggregateError(errors, 'Something that was given up failed');
  }

  throwIfAborted(): void {
    if (this.aborted) throw this.reason;
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.add(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.delete(listener);
  }
}

/** What tells everybody who waits for a signal of {@link sharedAbort}. */
const spread = new WeakMap<CancelSignal, Cancellation>();

/** Ends many waits at once. Node would warn of a leak at the eleventh listener of one signal. */
export const sharedAbort = (): AbortController => {
  const controller = new AbortController();
  const { signal } = controller;
  setMaxListeners(0, signal);
  const toAll = new Cancellation();
  spread.set(signal, toAll);
  signal.addEventListener('abort', () => {
    toAll.abort(signal.reason);
  });
  return controller;
};

/** Where to listen to a signal that many listen to for a short time: to do so at an AbortSignal takes many times as long. */
export const listenTo = (signal: CancelSignal): CancelSignal => spread.get(signal) ?? signal;

/** Signals that live no longer than what they were made for. */
const brief = new WeakSet<AbortSignal>();

/** Whether a signal was made for one piece of work, a few requests at most, so that who listens to it need not stop doing so. */
export const isBrief = (signal: AbortSignal): boolean => brief.has(signal);

/**
 * Gives work a signal that aborts after that many milliseconds. Unlike `AbortSignal.timeout` it does nothing once the work is
 * over.
 */
export const withTimeLimit = async <T>(
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const limit = new AbortController();
  brief.add(limit.signal);
  const timer = setTimeout(() => {
    limit.abort(new DOMException(`Not within ${milliseconds} ms`, 'TimeoutError'));
  }, milliseconds).unref();
  try {
    return await work(limit.signal);
  } finally {
    clearTimeout(timer);
  }
};
