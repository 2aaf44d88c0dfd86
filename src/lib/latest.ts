import { LRUCache } from 'lru-cache';

/**
 * A cache of the entries that were used last, at most `max` of them. It takes memory as they come: the library's own
 * `max` takes it for all of them when the cache is made.
 */
export const latest = <Value extends object | string | true>(max: number): LRUCache<string, Value> =>
  new LRUCache({ maxSize: max, sizeCalculation: () => 1 });
