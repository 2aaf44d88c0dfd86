import { setMaxListeners } from 'node:events';

/** What ends many waits at once. Node would take the eleventh wait on one signal for a leak, and warn. */
export const sharedAbort = (): AbortController => {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
};

const OVER = new Error('It is over');

/** Ends what waits on a signal, without an error of its own: Node would make one with a stack each time. */
export const endWaits = (controller: AbortController): void => {
  controller.abort(OVER);
};
