const STYLES: Record<string, Intl.DateTimeFormatOptions> = {
  t: { timeStyle: 'short' },
  T: { timeStyle: 'medium' },
  d: { dateStyle: 'short' },
  D: { dateStyle: 'long' },
  f: { dateStyle: 'long', timeStyle: 'short' },
  F: { dateStyle: 'full', timeStyle: 'short' },
};

const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

const relativeText = (thenMs: number, nowMs: number): string => {
  const seconds = Math.round((thenMs - nowMs) / 1000);
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  return relative.format(Math.trunc(seconds / size), unit);
};

/** A moment in one of Discord's styles: docs.discord.com/developers/reference#message-formatting-timestamp-styles */
export const timeText = (thenMs: number, format: string, nowMs: number): string => {
  if (format === 'R') return relativeText(thenMs, nowMs);
  return new Intl.DateTimeFormat('en', STYLES[format] ?? STYLES['f']).format(thenMs);
};

const clockTime = new Intl.DateTimeFormat('en', { timeStyle: 'short' });
const day = new Intl.DateTimeFormat('en', { dateStyle: 'long' });
const shortDay = new Intl.DateTimeFormat('en', { dateStyle: 'short', timeStyle: 'short' });

/** How the head of a message tells its time. */
export const messageTime = (thenMs: number, nowMs: number): string =>
  dayOf(thenMs) === dayOf(nowMs) ? clockTime.format(thenMs) : shortDay.format(thenMs);

export const shortTime = (thenMs: number): string => clockTime.format(thenMs);

/** The day as the line between two days shows it. */
export const dayOf = (thenMs: number): string => day.format(thenMs);
