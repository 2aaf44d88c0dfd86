import { setMaxListeners } from 'node:events';

/** Ends many waits at once. Node would warn of a leak at the eleventh listener of one signal. */
export const sharedAbort = (): AbortController => {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
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
