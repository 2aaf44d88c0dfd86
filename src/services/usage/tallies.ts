import { LRUCache } from 'lru-cache';
import type { Change, Store } from '../storage/store.ts';
import { DAY_MS } from '../../lib/clock.ts';
import { KeyedMutex } from '../../lib/keyed-mutex.ts';
import { daysAt } from '../../lib/calendar.ts';
import { count, emptyTally, isCounted, type Countable, type Tally } from './tally.ts';

/** Counts are kept for somewhat more than a year. */
export const RETENTION_DAYS = 400;
/** Days that are kept in memory; one of a busy server takes some 100 kB, most take less than one. */
const CACHED_DAYS = 6_000;

const keyOf = (owner: string, day: string): string => `${owner} ${day}`;

/**
 * One tally per owner and day, in the store and in a cache. Only one process counts for an owner, so the cache matches the
 * store.
 */
export class Tallies {
  readonly #store: Store<Tally>;
  readonly #cache: LRUCache<string, Tally>;
  readonly #locks = new KeyedMutex();
  /** The days of jobs that may be counted there: a write that failed may have been carried out. By owner and job. */
  readonly #tried = new Map<string, string>();

  constructor(store: Store<Tally>, cachedDays = CACHED_DAYS) {
    this.#store = store;
    this.#cache = new LRUCache({ max: cachedDays });
  }

  /** An owner's day. Waits for nothing when it is in memory. */
  async get(owner: string, day: string): Promise<Tally> {
    return (
      this.#cache.get(keyOf(owner, day)) ?? this.#locks.run([owner], async () => this.#tally(owner, day))
    );
  }

  /** Clears the cache, since another process may have counted in between. */
  forget(): void {
    this.#cache.clear();
    this.#tried.clear();
  }

  /** Several days of an owner, in the order of the labels. */
  async getMany(owner: string, days: readonly string[]): Promise<Tally[]> {
    const tallies = await this.#store.getMany(days.map((day) => keyOf(owner, day)));
    return tallies.map((tally) => tally ?? emptyTally());
  }

  /**
   * Counts jobs on the days on which they were asked for. They are stored when this resolves.
   *
   * @param jobs called once nothing else of the owner's is being counted.
   * @param write stores a day, unless another process counts for the owner by now.
   */
  add(
    owner: string,
    jobs: () => readonly { day: string; job: Countable }[],
    isOpen: (jobId: string) => boolean,
    write: (change: Change) => Promise<void>,
  ): Promise<void> {
    return this.#locks.run([owner], async () => {
      const byDay = new Map<string, Countable[]>();
      for (const { day, job } of jobs()) {
        const counted = await this.#countedOn(owner, day, job);
        const group = byDay.get(counted) ?? [];
        group.push(job);
        byDay.set(counted, group);
      }
      for (const [day, group] of byDay) {
        const before = await this.#tally(owner, day);
        if (!isCounted(before, group, isOpen)) {
          const tally = count(before, group, isOpen);
          for (const { id } of group) this.#tried.set(keyOf(owner, id), day);
          await write(this.#store.setting(keyOf(owner, day), tally, RETENTION_DAYS * DAY_MS));
          this.#remember(keyOf(owner, day), tally);
        }
        for (const { id } of group) this.#tried.delete(keyOf(owner, id));
      }
    });
  }

  /** A job that was counted before the owner changed the time zone may be in the tally of another day. */
  async #countedOn(owner: string, day: string, { id, acceptedAt }: Countable): Promise<string> {
    const tried = this.#tried.get(keyOf(owner, id));
    if (tried !== undefined) return tried;
    for (const candidate of [day, ...daysAt(acceptedAt)]) {
      const tally = this.#tally(owner, candidate);
      const { open } = tally instanceof Promise ? await tally : tally;
      if (id in open) return candidate;
    }
    return day;
  }

  #tally(owner: string, day: string): Tally | Promise<Tally> {
    const key = keyOf(owner, day);
    return this.#cache.get(key) ?? this.#load(key);
  }

  /** A day that can't be read is set aside and counted from nothing, or none of its jobs could be closed. */
  async #load(key: string): Promise<Tally> {
    return this.#remember(key, (await this.#store.get(key)) ?? emptyTally());
  }

  #remember(key: string, tally: Tally): Tally {
    this.#cache.set(key, tally);
    return tally;
  }
}
