import { z } from 'zod';
import { countWaiting, fairShare, NOBODY } from './fair-share.ts';

/** How long a lease holds from its last renewal, by the store's clock. */
export const TERM_MS = 6_000;
/**
 * How long its holder relies on it, by a clock of its own that knows no jumps, from when the renewal was sent. The rest of
 * the term is for clocks that run apart, and for what takes a moment to leave.
 */
export const TRUST_MS = 4_500;

/** One slot: who holds it, or held it last. */
const slotSchema = z.object({ owner: z.string(), epoch: z.number(), until: z.number() });

/** A process that waits for slots. */
const waitingSchema = z.object({
  /** Processes are numbered as they come: whoever came last knows how many slots there are to be. */
  arrival: z.number(),
  /** How many slots there are in all, by what it was told. */
  total: z.number(),
  /** Takes whatever is free, up to its fair share. */
  takesAny: z.boolean(),
  /** When it is taken for gone. */
  until: z.number(),
});

const tableSchema = z.object({
  /** The newest epoch that was given out, to whatever slot. It never falls, and none is given twice. */
  epoch: z.number(),
  /** How many slots there are in all. */
  total: z.number(),
  /** A fingerprint of the secret that all processes have in common. */
  secret: z.string().exactOptional(),
  slots: z.record(z.string(), slotSchema),
  arrivals: z.number().default(0),
  /** By owner. */
  waiting: z.record(z.string(), waitingSchema).default({}),
});

/** Who holds which slots, as it stands in the store. Times are milliseconds since the epoch, by the store's clock. */
export type LeaseTable = z.infer<typeof tableSchema>;

/** A table that nobody has used yet. */
export const EMPTY_TABLE: LeaseTable = { epoch: 0, total: 0, slots: {}, arrivals: 0, waiting: {} };

/**
 * Slots that nobody holds beside any other: in no other claim are there so many in all, and slots of two totals are never
 * held at once.
 */
export const EVERYTHING = { slots: [0], total: 0 } as const;

/** What a process wants to hold: all of it, or nothing. `any`: its fair share of what is free. */
export interface Claim {
  /** Told apart from every other process that ever ran. */
  owner: string;
  slots: readonly number[] | 'any';
  total: number;
  /** Absent: whatever the others have. */
  secret?: string | undefined;
  /** The secret before that one, which it may replace. */
  formerSecret?: string | undefined;
  /** Leaves alone what ended by itself: its holder may have been kept from renewing it, as this process was. */
  isPatient?: boolean;
  /** When the process came; undefined when that is now. */
  arrival?: number | undefined;
}

/** Slots that a process holds, under an epoch that no other holder ever had. */
export interface Lease {
  owner: string;
  slots: readonly number[];
  epoch: number;
}

/** What a claim comes to: a lease, somebody else's slots, or another secret than theirs. */
export type Taking = { lease: Lease; table: LeaseTable } | 'taken' | 'other-secret';

/** A new epoch that a slot's writes are compared with from now on. */
export interface NewEpoch {
  slot: string;
  epoch: number;
}

/** Reads the table out of the store's text. @throws when it is none. */
export const readTable = (text: string): LeaseTable => tableSchema.parse(JSON.parse(text));

/**
 * A server's slot differs with the total, so slots of two totals are never held at once. Whoever holds some of the former
 * total ends by itself; meanwhile nobody else takes any of them, as long as a process waits that came with a newer total.
 */
export const take = (table: LeaseTable, claim: Claim, now: number): Taking => {
  const { owner, total, formerSecret, isPatient = false } = claim;
  const secret = claim.secret ?? table.secret;
  const others = Object.entries(table.slots).filter(
    ([, held]) => held.owner !== owner && (held.until > now || (isPatient && held.owner !== NOBODY)),
  );
  const replaces = table.secret !== undefined && table.secret !== secret;
  if (replaces && table.secret !== formerSecret) return 'other-secret';
  if (replaces && others.length > 0) return 'taken';
  if (isSuperseded(table, claim, now)) return 'taken';
  const held = new Map(others.map(([slot, by]) => [Number(slot), by.owner]));
  if (held.size > 0 && table.total !== total) return 'taken';
  const slots = claim.slots === 'any' ? freeShare(table, claim, held, now) : claim.slots;
  if (slots.length === 0 || slots.some((slot) => held.has(slot))) return 'taken';
  const epoch = table.epoch + 1;
  const taken = slots.map((slot) => [slot, { owner, epoch, until: now + TERM_MS }] as const);
  const kept = table.total === total ? table.slots : {};
  return {
    lease: { owner, slots, epoch },
    table: {
      ...{ epoch, total, ...(secret !== undefined && { secret }) },
      ...{ slots: { ...kept, ...Object.fromEntries(taken) } },
      ...{ arrivals: table.arrivals, waiting: waitingBeside(table, owner, now) },
    },
  };
};

/** Who waits, apart from one and from whoever is gone. */
const waitingBeside = ({ waiting }: LeaseTable, owner: string, now: number): LeaseTable['waiting'] =>
  Object.fromEntries(Object.entries(waiting).filter(([name, { until }]) => name !== owner && until > now));

/** Whether a process waits that came later, and knows of another total. */
const isSuperseded = (table: LeaseTable, { owner, total, arrival }: Claim, now: number): boolean =>
  Object.values(waitingBeside(table, owner, now)).some(
    (other) => other.total !== total && other.arrival > (arrival ?? table.arrivals),
  );

/**
 * What a process takes of the slots that nobody holds. A patient one looks first who else comes, and less than its share is
 * taken by nobody while another process has too much, and so is about to give it up.
 */
const freeShare = (
  table: LeaseTable,
  { owner, total, isPatient }: Claim,
  held: Map<number, string>,
  now: number,
): number[] => {
  if (isPatient) return [];
  const others = new Map<string, number>();
  for (const other of held.values()) others.set(other, (others.get(other) ?? 0) + 1);
  const share = fairShare({ others, total, waiting: countWaiting({ ...table, total }, owner, now) });
  const free = Array.from({ length: total }, (_, slot) => slot).filter((slot) => !held.has(slot));
  const isMoreToCome = free.length < share && [...others.values()].some((count) => count > share);
  return isMoreToCome ? [] : free.slice(0, share);
};

/** The table once a process waits, and when that one came. Undefined: it was said a moment ago. */
export const wait = (
  table: LeaseTable,
  { owner, total, slots, arrival }: Claim,
  now: number,
): LeaseTable | undefined => {
  const known = table.waiting[owner];
  if (known && known.until - now > TERM_MS / 2) return undefined;
  const arrivals = arrival === undefined && !known ? table.arrivals + 1 : table.arrivals;
  const own = {
    ...{ arrival: known?.arrival ?? arrival ?? arrivals, total },
    ...{ takesAny: slots === 'any', until: now + TERM_MS },
  };
  return { ...table, arrivals, waiting: { ...waitingBeside(table, owner, now), [owner]: own } };
};

/** Takes note that a process waits no longer. */
export const leave = (table: LeaseTable, owner: string): LeaseTable | undefined =>
  table.waiting[owner] && { ...table, waiting: waitingBeside(table, owner, Number.NEGATIVE_INFINITY) };

/** Whether somebody else took a slot of the lease, however long ago it ended. */
const isOvertaken = ({ slots }: LeaseTable, lease: Lease): boolean =>
  lease.slots.some((slot) => slots[slot]?.epoch !== lease.epoch);

/** A lease that ended while nobody else wanted it goes on. Undefined: it is lost. */
export const renew = (table: LeaseTable, lease: Lease, now: number): LeaseTable | undefined => {
  if (isOvertaken(table, lease)) return undefined;
  const { owner, epoch } = lease;
  const renewed = lease.slots.map((slot) => [slot, { owner, epoch, until: now + TERM_MS }] as const);
  return { ...table, slots: { ...table.slots, ...Object.fromEntries(renewed) } };
};

/** How many processes hold slots now. */
export const countHolders = ({ slots }: LeaseTable, now: number): number =>
  new Set(Object.values(slots).flatMap(({ owner, until }) => (until > now ? owner : []))).size;

/**
 * Ends a lease. Its slots stay in the table, under an epoch of nobody's, so that nothing which its holder sent before takes
 * effect any more. Undefined: it is lost already.
 */
export const release = (table: LeaseTable, lease: Lease): LeaseTable | undefined => {
  if (isOvertaken(table, lease)) return undefined;
  const epoch = table.epoch + 1;
  const ended = lease.slots.map((slot) => [slot, { owner: NOBODY, epoch, until: 0 }] as const);
  return { ...table, epoch, slots: { ...table.slots, ...Object.fromEntries(ended) } };
};

/** What writes are compared with from now on, where that changes; a slot that there is no more lets nobody write. */
export const newEpochs = (before: LeaseTable, after: LeaseTable): NewEpoch[] => {
  const slots = new Set([...Object.keys(before.slots), ...Object.keys(after.slots)]);
  return [...slots].flatMap((slot) => {
    const epoch = after.slots[slot]?.epoch ?? after.epoch;
    return before.slots[slot]?.epoch === epoch ? [] : [{ slot, epoch }];
  });
};

/** Whether a holder may rely on a lease whose last successful renewal was sent at that time, by its own clock. */
export const isTrusted = (renewedAt: number, now: number): boolean => now - renewedAt < TRUST_MS;
