import { setMaxListeners } from 'node:events';

/** Ends many waits at once. Node would warn of a leak at the eleventh listener of one signal. */
export const sharedAbort = (): AbortController => {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
};

const OVER = new Error('It is over');

/** Ends waits on a signal without creating an error, which Node would do with a stack each time. */
export const endWaits = (controller: AbortController): void => {
  controller.abort(OVER);
};

/**
 * Gives work a signal that aborts after that many milliseconds. Unlike `AbortSignal.timeout` it does nothing once the work is
 * over.
 */
export const withTimeLimit = async <T>(
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const limit = new AbortController();
  const timer = setTimeout(() => {
    limit.abort(new DOMException(`Not within ${milliseconds} ms`, 'TimeoutError'));
  }, milliseconds).unref();
  try {
    return await work(limit.signal);
  } finally {
    clearTimeout(timer);
  }
};
