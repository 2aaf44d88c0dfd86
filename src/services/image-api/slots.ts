import Bottleneck from 'bottleneck';
import { KeyedMutex } from '../../lib/keyed-mutex.ts';

/**
 * Bottleneck forgets a limiter this long after its last start, though its calls still run. Longer than any
 * call (half a minute) and any pause that a service can ask for (a quarter of an hour).
 */
const LIMITER_IDLE_MS = 60 * 60_000;

/** Runs one task after another, as Bottleneck's own locks do. */
const newLock = () => {
  const mutex = new KeyedMutex();
  let waiting = 0;
  const schedule = <Facts extends unknown[]>(task: (...facts: Facts) => unknown, ...facts: Facts) => {
    waiting += 1;
    return mutex.run(['lock'], () => {
      waiting -= 1;
      return Promise.resolve(task(...facts));
    });
  };
  return { schedule, isEmpty: () => waiting === 0 };
};

/**
 * Granting a slot takes Bottleneck three timers, which a slot in memory doesn't need, a dozen events, each of which makes
 * promises though nobody listens, and four turns of locks that are made for old browsers
 * (https://github.com/SGrondin/bottleneck/tree/master/src, LocalDatastore, Events and Sync). Where it keeps them is private.
 */
const lighten = (limiter: Bottleneck): void => {
  const store: unknown = Reflect.get(limiter, '_store');
  if (store instanceof Object) Object.assign(store, { yieldLoop: () => Promise.resolve() });
  Object.assign(limiter, { _submitLock: newLock(), _registerLock: newLock() });
  const events: unknown = Reflect.get(limiter, 'Events');
  if (!(events instanceof Bottleneck.Events)) return;
  const trigger = events.trigger.bind(events);
  events.trigger = (name, ...facts: unknown[]) =>
    events.listenerCount(name) > 0 ? trigger(name, ...facts) : Promise.resolve();
};

/** The slots for the calls of each account, by its id. */
export const createSlots = (
  options: Required<Pick<Bottleneck.ConstructorOptions, 'minTime' | 'maxConcurrent'>>,
): Bottleneck.Group => {
  const slots = new Bottleneck.Group({ ...options, timeout: LIMITER_IDLE_MS });
  slots.on('created', lighten);
  return slots;
};
