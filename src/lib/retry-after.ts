/** A longer delay counts as this one, so that a mistyped header doesn't stop anything for a day. */
const MAX_RETRY_AFTER_MS = 3_600_000;

type Headers = Record<string, string | string[] | undefined>;

/**
 * Reads a `Retry-After` header: seconds, or a date (https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3).
 *
 * @param now milliseconds since the epoch, where the answer doesn't say when it was made: a date goes by the clock of its sender.
 * @returns milliseconds from then, from 0 to an hour; `undefined` when there is no header or it can't be read
 */
export const retryAfterMsIn = (headers: Headers, now: number): number | undefined => {
  const [header = ''] = [headers['retry-after']].flat();
  const [date = ''] = [headers['date']].flat();
  const text = header.trim();
  const isSeconds = /^\d+(\.\d+)?$/.test(text);
  const isDate = /^[A-Z][a-z]{2}, .{11,} GMT$/.test(text);
  const delayMs = isSeconds
    ? Number(text) * 1_000
    : isDate
      ? Date.parse(text) - (Date.parse(date) || now)
      : Number.NaN;
  return Number.isNaN(delayMs) ? undefined : Math.min(Math.max(0, Math.ceil(delayMs)), MAX_RETRY_AFTER_MS);
};
