import { presentLocale } from '../language/language.ts';

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

const relativeText = (thenMs: number, nowMs: number): string => {
  const seconds = Math.round((thenMs - nowMs) / 1000);
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  const relative = new Intl.RelativeTimeFormat(presentLocale(), { numeric: 'auto' });
  return relative.format(Math.trunc(seconds / size), unit);
};

/** A moment in one of Discord's styles: docs.discord.com/developers/reference#message-formatting-timestamp-styles */
export const timeText = (thenMs: number, style: string, nowMs: number): string => {
  if (style === 'R') return relativeText(thenMs, nowMs);
  return new Intl.DateTimeFormat(presentLocale(), STYLES[style] ?? STYLES['f']).format(thenMs);
};

const format = (thenMs: number, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(presentLocale(), options).format(thenMs);

/** How the head of a message tells its time. */
export const messageTime = (thenMs: number, nowMs: number): string =>
  dayOf(thenMs) === dayOf(nowMs)
    ? shortTime(thenMs)
    : format(thenMs, { dateStyle: 'short', timeStyle: 'short' });

export const shortTime = (thenMs: number): string => format(thenMs, { timeStyle: 'short' });

/** The day as the line between two days shows it. */
export const dayOf = (thenMs: number): string => format(thenMs, { dateStyle: 'long' });
