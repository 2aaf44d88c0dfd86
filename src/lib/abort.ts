import { setMaxListeners } from 'node:events';

/** What ends many waits at once. Node would take the eleventh wait on one signal for a leak, and warn. */
export const sharedAbort = (): AbortController => {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
};
