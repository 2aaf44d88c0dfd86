/** The entries in their order, in lists of at most so many. */
export const chunks = <T>(entries: readonly T[], size: number): T[][] => {
  const lists: T[][] = [];
  for (let start = 0; start < entries.length; start += size) lists.push(entries.slice(start, start + size));
  return lists;
};

/** A part of a list, or nothing in its place: what stands behind a condition. */
export type Part<T> = T | false | undefined;

/** A list without the parts that are left out. Empty texts and zeros stay. */
export const compact = <T>(parts: readonly Part<T>[]): T[] => {
  const present: T[] = [];
  for (const part of parts) if (part !== false && part !== undefined) present.push(part);
  return present;
};
