/** The facts that decide about shares. Times are milliseconds by the store's clock. */
interface SlotTable {
  total: number;
  slots: Record<string, { owner: string; until: number }>;
  waiting: Record<string, { total: number; takesAny: boolean; until: number }>;
}

/** The processes that share the slots, as one of them sees it. */
interface Company {
  /** How many slots each of the other processes holds. */
  others: Map<string, number>;
  /** How many other processes wait for slots and hold none. */
  waiting: number;
  total: number;
}

/** The fair share of a process: the total divided by the number of processes; some get one more if there is a remainder. */
export const fairShare = ({ others, waiting, total }: Company): number => {
  const processes = others.size + waiting + 1;
  const least = Math.floor(total / processes);
  const larger = [...others.values()].filter((count) => count > least).length;
  return least + (larger < total % processes ? 1 : 0);
};

/** How many other processes wait for any free slots of this total. */
export const countWaiting = ({ waiting, total }: SlotTable, owner: string, now: number): number =>
  Object.entries(waiting).filter(
    ([name, other]) => name !== owner && other.takesAny && other.until > now && other.total === total,
  ).length;

/** Compares processes by how many slots they hold; no two are equal. */
const isBefore = ([name, count]: [string, number], [otherName, otherCount]: [string, number]): boolean =>
  count === otherCount ? name < otherName : count < otherCount;

/** The owner of a released slot. */
export const NOBODY = '';

/** How a process's share is out of balance. */
export type Imbalance = 'surplus' | 'free' | 'abandoned';

/**
 * Whether a process holds more slots than its fair share while another one waits or has to do with fewer (`surplus`), or fewer
 * while nobody waits and slots are released (`free`) or no longer renewed (`abandoned`). Only one process at a time gets an
 * answer, because its reaction changes the shares.
 */
export const imbalanceOf = (table: SlotTable, owner: string, now: number): Imbalance | undefined => {
  const held = new Map<string, number>();
  for (const slot of Object.values(table.slots))
    if (slot.until > now) held.set(slot.owner, (held.get(slot.owner) ?? 0) + 1);
  const own = held.get(owner) ?? 0;
  const free = table.total - [...held.values()].reduce((sum, count) => sum + count, 0);
  held.delete(owner);
  const others = [...held];
  const waiting = countWaiting(table, owner, now);
  const share = fairShare({ others: held, waiting, total: table.total });
  const me: [string, number] = [owner, own];
  // While somebody with another total waits, everybody is about to leave anyway.
  const isUneven = free === 0 && Object.values(table.waiting).every(({ until }) => until <= now);
  if (own > share && (waiting > 0 || isUneven) && others.every((other) => isBefore(other, me)))
    return 'surplus';
  if (own < share && waiting === 0 && free > 0 && others.every((other) => isBefore(me, other))) {
    const isAbandoned = Object.values(table.slots).some((slot) => slot.owner !== NOBODY && slot.until <= now);
    return isAbandoned ? 'abandoned' : 'free';
  }
  return undefined;
};
