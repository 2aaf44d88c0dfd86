/** The entries in their order, in lists of at most so many. */
export const chunks = <T>(entries: readonly T[], size: number): T[][] => {
  const lists: T[][] = [];
  for (let start = 0; start < entries.length; start += size) lists.push(entries.slice(start, start + size));
  return lists;
};
