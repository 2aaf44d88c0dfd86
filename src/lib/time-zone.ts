export const UTC = 'UTC';

/** Longer than any name of the IANA database, spaces around it included. */
const MAX_NAME_LENGTH = 100;
const DAY_MS = 86_400_000;
/** No zone was ever further than this from UTC. */
const MAX_UTC_OFFSET_MS = 26 * 3_600_000;

/** The name of a time zone as the IANA database spells it, or undefined when there is no such zone. */
export const timeZoneNamed = (name: string): string | undefined => {
  if (name.length > MAX_NAME_LENGTH) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name.trim() }).resolvedOptions().timeZone;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
};

const formatOf = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });

/** The calendar day at a moment (milliseconds since the epoch) in a time zone, as `2026-11-20`. */
export const dayOf = (moment: number, timeZone: string): string => formatOf(timeZone).format(moment);

/**
 * When a calendar day begins in a time zone, in milliseconds since the epoch. Days of 23 or 25 hours, and zones that skip
 * midnight, are taken as they are: it is the first moment that belongs to the day.
 *
 * @param day as `2026-11-20`.
 */
export const startOfDay = (day: string, timeZone: string): number => {
  const format = formatOf(timeZone);
  const middle = Date.parse(`${day}T00:00:00Z`);
  let [before, from] = [middle - MAX_UTC_OFFSET_MS, middle + MAX_UTC_OFFSET_MS];
  while (from - before > 1) {
    const between = Math.floor((before + from) / 2);
    if (format.format(between) < day) before = between;
    else from = between;
  }
  return from;
};

/** When the day after the one of this moment begins in a time zone, in milliseconds since the epoch. */
export const nextDay = (moment: number, timeZone: string): number => {
  const day = Date.parse(`${dayOf(moment, timeZone)}T00:00:00Z`);
  return startOfDay(new Date(day + DAY_MS).toISOString().slice(0, 10), timeZone);
};
