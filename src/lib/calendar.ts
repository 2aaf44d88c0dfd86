const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Where clocks change, a day has up to 25 hours; where a country changed sides of the date line, none is longer. */
const MAX_DAY_MS = 26 * 3_600_000;

/** One day of a calendar. */
export interface Day {
  /** Such as `2026-11-20`. */
  label: string;
  /** Its first millisecond, and the first one after it; since the epoch. */
  startsAt: number;
  endsAt: number;
}

/** The days of one time zone. */
export class Calendar {
  readonly #format: Intl.DateTimeFormat;
  #latest: Day | undefined;

  /**
   * @param timeZone an IANA name such as `Europe/Berlin`.
   * @throws RangeError when there is no such zone.
   */
  constructor(timeZone: string) {
    // Sweden writes dates as ISO 8601 does.
    this.#format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
  }

  /** The label of the day that a moment belongs to. */
  labelOf(at: number): string {
    return this.#within(at) ?? this.#format.format(at);
  }

  /** The day that a moment belongs to. */
  dayOf(at: number): Day {
    if (this.#latest && this.#within(at) !== undefined) return this.#latest;
    const label = this.#format.format(at);
    const isOther = (moment: number) => this.#format.format(moment) !== label;
    const endsAt = firstMinute(at, at + MAX_DAY_MS, isOther);
    const startsAt = firstMinute(at - MAX_DAY_MS, at, (moment) => !isOther(moment));
    this.#latest = { label, startsAt, endsAt };
    return this.#latest;
  }

  #within(at: number): string | undefined {
    const day = this.#latest;
    return day && at >= day.startsAt && at < day.endsAt ? day.label : undefined;
  }
}

/** The first full minute in a span from which on something holds: days begin at full minutes everywhere. */
const firstMinute = (from: number, to: number, holds: (at: number) => boolean): number => {
  let before = Math.floor(from / MINUTE_MS);
  let after = Math.ceil(to / MINUTE_MS);
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (holds(middle * MINUTE_MS)) after = middle;
    else before = middle;
  }
  return after * MINUTE_MS;
};

const toUtc = (label: string): number => Date.parse(`${label}T00:00:00Z`);

/** The day that lies so many days after another; before it, when negative. */
export const shiftDay = (label: string, days: number): string =>
  new Date(toUtc(label) + days * DAY_MS).toISOString().slice(0, 10);

/** The last `count` days, oldest first, up to and with `label`. */
export const daysUpTo = (label: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => shiftDay(label, index - count + 1));

/** How many days of its week have begun: 1 on a Monday, as ISO 8601 counts. */
export const dayOfWeek = (label: string): number => new Date(toUtc(label)).getUTCDay() || 7;

/** How many days of its month have begun. */
export const dayOfMonth = (label: string): number => new Date(toUtc(label)).getUTCDate();
