import { setMaxListeners } from 'node:events';

/** Ends a wait. Where an abort has no reason, Node makes an error with its stack, which costs more than most waits. */
export const endWait = (wait: AbortController): void => {
  wait.abort('over');
};

/** Ends many waits at once. Node would warn of a leak at the eleventh listener of one signal. */
export const sharedAbort = (): AbortController => {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
};

/**
 * Gives work a signal that aborts after that many milliseconds, or with another signal. Node 20 may garbage-collect an
 * `AbortSignal.any` with a timeout in it before that fires.
 */
export const withTimeLimit = async <T>(
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<T>,
  outer?: AbortSignal,
): Promise<T> => {
  outer?.throwIfAborted();
  const limit = new AbortController();
  const follow = () => {
    limit.abort(outer?.reason);
  };
  outer?.addEventListener('abort', follow);
  const timer = setTimeout(() => {
    limit.abort(new DOMException(`Not within ${milliseconds} ms`, 'TimeoutError'));
  }, milliseconds).unref();
  try {
    return await work(limit.signal);
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', follow);
  }
};

/** Work, or the error of a signal that aborts before. The work goes on then, and what it comes to is dropped. */
export const orAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const end = () => {
      const reason: unknown = signal.reason;
      reject(reason instanceof Error ? reason : new Error('Aborted', { cause: reason }));
    };
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
    void work.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', end);
    });
  });
