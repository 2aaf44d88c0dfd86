import { Calendar, UTC } from '../../lib/calendar.ts';
import { UnreadableError } from '../storage/store.ts';
import type { UsageOwner } from './owners.ts';

/** The calendars by which owners' days begin. */
export class Calendars {
  readonly #timeZoneOf: (guildId: string) => Promise<string>;
  readonly #known = new Map<string, Calendar>();

  /** @param timeZoneOf the time zone of a server. */
  constructor(timeZoneOf: (guildId: string) => Promise<string>) {
    this.#timeZoneOf = timeZoneOf;
  }

  /** An owner's calendar. */
  async of({ guildId, isInUtc = false }: UsageOwner): Promise<Calendar> {
    return this.#in(guildId === undefined || isInUtc ? UTC : await this.#timeZoneOf(guildId));
  }

  /** The same, but UTC where the time zone can't be read: those jobs could never be closed otherwise. */
  async forCounting(owner: UsageOwner): Promise<Calendar> {
    try {
      return await this.of(owner);
    } catch (error) {
      if (error instanceof UnreadableError) return this.#in(UTC);
      throw error;
    }
  }

  #in(timeZone: string): Calendar {
    const calendar = this.#known.get(timeZone) ?? new Calendar(timeZone);
    this.#known.set(timeZone, calendar);
    return calendar;
  }
}
