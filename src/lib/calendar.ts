import { DAY_MS } from './clock.ts';

export const UTC = 'UTC';

const MINUTE_MS = 60_000;
/** No zone was ever further than this from UTC. */
const MAX_UTC_OFFSET_MS = 26 * 3_600_000;
/** Longer than any name of the IANA database, spaces around it included. */
const MAX_NAME_LENGTH = 100;

/** Each call of Intl takes about a millisecond to make it. */
const ZONES = Intl.supportedValuesOf('timeZone');

/** The zone of a city, such as Berlin or New York. The names of cities differ: each zone has one of its own. */
const zoneOfCity = (city: string): string | undefined => {
  const ending = `/${city.toLowerCase().replace(/\s+/g, '_')}`;
  return ZONES.find((zone) => zone.toLowerCase().endsWith(ending));
};

/** The name of a time zone, or of its city, as the IANA database spells the zone; undefined when there is no such zone. */
export const timeZoneNamed = (typed: string): string | undefined => {
  if (typed.length > MAX_NAME_LENGTH) return undefined;
  const name = typed.trim();
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zoneOfCity(name) ?? name }).resolvedOptions().timeZone;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
};

/** From its first millisecond up to the first one after it; since the epoch. */
export interface Span {
  startsAt: number;
  endsAt: number;
}

/** How long limits count, the shortest first. */
export const PERIODS = ['day', 'month'] as const;
export type Period = (typeof PERIODS)[number];

/** One of a calendar's periods. */
export interface LabelledSpan extends Span {
  /** Such as `2026-11-20`, or `2026-11`. */
  label: string;
}

/**
 * The days of one time zone. Days of 23 or 25 hours, zones that skip midnight, and countries that changed sides of the
 * date line are taken as they are.
 */
export class Calendar {
  readonly #format: Intl.DateTimeFormat;

  /**
   * @param timeZone an IANA name such as `Europe/Berlin`. Days are UTC's where this Node has no such zone: another one, with
   *   other zones, may have accepted it.
   */
  constructor(timeZone: string) {
    // Sweden writes dates as ISO 8601 does.
    this.#format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: timeZoneNamed(timeZone) ?? UTC,
      dateStyle: 'short',
    });
  }

  /** The label of the day that a moment belongs to. */
  labelOf(at: number): string {
    return this.#format.format(at);
  }

  /** The period that a moment belongs to. */
  periodOf(period: Period, at: number): LabelledSpan {
    const day = this.labelOf(at);
    const { label, first, next } = DAYS[period](day);
    return { label, startsAt: this.startOf(first), endsAt: this.startOf(next) };
  }

  /** When a day begins, in milliseconds since the epoch; for one that was skipped, the next one. */
  startOf(label: string): number {
    const midnight = toUtc(label);
    // Days begin at full minutes everywhere.
    let before = (midnight - MAX_UTC_OFFSET_MS) / MINUTE_MS;
    let after = (midnight + MAX_UTC_OFFSET_MS) / MINUTE_MS;
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2);
      if (this.#format.format(middle * MINUTE_MS) < label) before = middle;
      else after = middle;
    }
    return after * MINUTE_MS;
  }
}

const toUtc = (label: string): number => Date.parse(`${label}T00:00:00Z`);

/** The month of a day. */
export const monthOfDay = (label: string): string => label.slice(0, 7);

/** The day a number of days after another; before it when negative. */
export const shiftDay = (label: string, days: number): string =>
  new Date(toUtc(label) + days * DAY_MS).toISOString().slice(0, 10);

/** Of the periods of a day: the label, the first day, and the first day after it. */
const DAYS: Readonly<Record<Period, (day: string) => { label: string; first: string; next: string }>> = {
  day: (day) => ({ label: day, first: day, next: shiftDay(day, 1) }),
  month: (day) => {
    const label = monthOfDay(day);
    const first = `${label}-01`;
    return { label, first, next: `${monthOfDay(shiftDay(first, 31))}-01` };
  },
};

/** The label of the period that a day belongs to. */
export const periodOfDay = (period: Period, day: string): string => DAYS[period](day).label;

/** The last `count` days, oldest first, up to and with `label`. */
export const daysUpTo = (label: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => shiftDay(label, index - count + 1));

/** How many days of its week have begun: 1 on a Monday, as ISO 8601 counts. */
export const dayOfWeek = (label: string): number => new Date(toUtc(label)).getUTCDay() || 7;

/** How many days of its month have begun. */
export const dayOfMonth = (label: string): number => new Date(toUtc(label)).getUTCDate();
