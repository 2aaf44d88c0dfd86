import Bottleneck from 'bottleneck';

/**
 * Bottleneck forgets a limiter this long after its last start, though its calls still run. Longer than any
 * call (half a minute) and any pause that a service can ask for (a quarter of an hour).
 */
const LIMITER_IDLE_MS = 60 * 60_000;

/**
 * Granting a slot takes Bottleneck three timers, which a slot in memory doesn't need, and a dozen events, each of which makes
 * promises though nobody listens (https://github.com/SGrondin/bottleneck/tree/master/src, LocalDatastore and Events).
 * Where it keeps both is private.
 */
const lighten = (limiter: Bottleneck): void => {
  const store: unknown = Reflect.get(limiter, '_store');
  if (store instanceof Object) Object.assign(store, { yieldLoop: () => Promise.resolve() });
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
