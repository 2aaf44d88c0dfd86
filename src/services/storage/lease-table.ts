import { z } from 'zod';
import type { Fence } from './row.ts';

/** How long a lease lasts after its last renewal, by the store's clock. */
export const TERM_MS = 6_000;
/**
 * How long its holder trusts it after sending the last successful renewal, by its own monotonic clock. The rest of the term
 * is a margin for clock drift and for requests that take a moment to be sent.
 */
export const TRUST_MS = 4_500;

/** One slot, with its present or last holder. */
const slotSchema = z.object({ owner: z.string(), epoch: z.number(), until: z.number() });

const tableSchema = z.object({
  /** The newest epoch of any slot; see {@link nextEpoch}. */
  epoch: z.number(),
  /** How many slots there are in all. */
  total: z.number(),
  /** A fingerprint of the encryption key that all processes share. */
  secret: z.string().exactOptional(),
  slots: z.record(z.string(), slotSchema),
});

/** The slots and their holders, as stored. Times are milliseconds since the epoch, by the store's clock. */
export type LeaseTable = z.infer<typeof tableSchema>;

/** The owner of a released slot. */
const NOBODY = '';

/** A new table. */
export const EMPTY_TABLE: LeaseTable = { epoch: 0, total: 0, slots: {} };

/**
 * A claim to the whole store: no other claim has this total, and slots of two totals are never held at once.
 */
export const EVERYTHING = { slots: [0], total: 0 } as const;

/** The slots that a process wants: all of them or nothing. */
export interface Claim {
  /** Unique among all processes that ever ran. */
  owner: string;
  slots: readonly number[];
  total: number;
  /** Absent: accepts the secret of the others. */
  secret?: string | undefined;
  /** The previous secret, which `secret` may replace. */
  formerSecret?: string | undefined;
  /** Doesn't take expired leases yet: their holders may have been cut off from the store, like this process. */
  isPatient?: boolean;
}

/** The slots that a process holds, with an epoch that no other holder ever had. */
export interface Lease {
  owner: string;
  slots: readonly number[];
  epoch: number;
}

/** Why nothing is taken: another process has the slots, or the processes have another secret or total. */
export type Refusal = 'taken' | 'other-secret' | 'other-total';

/** The result of a claim. */
export type Taking = { lease: Lease; table: LeaseTable } | Refusal;

/**
 * An epoch that no holder ever had: it grows with every change of hands. It is at least the store's time, so that a server
 * that comes back without its last writes doesn't give an epoch away twice, to a holder whom it has forgotten and to the next.
 */
const nextEpoch = ({ epoch }: LeaseTable, now: number): number => Math.max(epoch + 1, now);

/** Parses the stored table. @throws when the text isn't a table. */
export const readTable = (text: string): LeaseTable => tableSchema.parse(JSON.parse(text));

/**
 * A server's slot depends on the total, so slots of two totals are never held at once. A claim to {@link EVERYTHING} waits for
 * the others, and they for it.
 */
export const take = (table: LeaseTable, claim: Claim, now: number): Taking => {
  const { owner, slots, total, formerSecret, isPatient = false } = claim;
  const secret = claim.secret ?? table.secret;
  const others = Object.entries(table.slots).filter(
    ([, held]) => held.owner !== owner && (held.until > now || (isPatient && held.owner !== NOBODY)),
  );
  const replaces = table.secret !== undefined && table.secret !== secret;
  if (replaces && table.secret !== formerSecret) return 'other-secret';
  if (replaces && others.length > 0) return 'taken';
  if (others.length > 0 && table.total !== total) {
    const isOnlyBusy = [table.total, total].includes(EVERYTHING.total);
    return isOnlyBusy || others.every(([, { until }]) => until <= now) ? 'taken' : 'other-total';
  }
  const held = new Set(others.map(([slot]) => Number(slot)));
  if (slots.some((slot) => held.has(slot))) return 'taken';
  const epoch = nextEpoch(table, now);
  const taken = slots.map((slot) => [slot, { owner, epoch, until: now + TERM_MS }] as const);
  const kept = table.total === total ? table.slots : {};
  return {
    lease: { owner, slots, epoch },
    table: {
      ...{ epoch, total, ...(secret !== undefined && { secret }) },
      slots: { ...kept, ...Object.fromEntries(taken) },
    },
  };
};

/** Whether another process took a slot of the lease, no matter when the lease expired. */
const isOvertaken = ({ slots }: LeaseTable, lease: Lease): boolean =>
  lease.slots.some((slot) => slots[slot]?.epoch !== lease.epoch);

/** Renews a lease, even an expired one if nobody took its slots. Undefined: it is lost. */
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
 * Ends a lease. Its slots stay in the table with a new epoch that nobody holds, so that late writes of the former holder have no
 * effect. Undefined: it is already lost.
 */
export const release = (table: LeaseTable, lease: Lease, now: number): LeaseTable | undefined => {
  if (isOvertaken(table, lease)) return undefined;
  const epoch = nextEpoch(table, now);
  const ended = lease.slots.map((slot) => [slot, { owner: NOBODY, epoch, until: 0 }] as const);
  return { ...table, epoch, slots: { ...table.slots, ...Object.fromEntries(ended) } };
};

/** The epochs that change, with which writes are compared. For a slot that no longer exists, the new epoch blocks all writes. */
export const newEpochs = (before: LeaseTable, after: LeaseTable): Fence[] => {
  const slots = new Set([...Object.keys(before.slots), ...Object.keys(after.slots)]);
  return [...slots].flatMap((slot) => {
    const epoch = after.slots[slot]?.epoch ?? after.epoch;
    return before.slots[slot]?.epoch === epoch ? [] : [{ slot: Number(slot), epoch }];
  });
};

/** Whether a holder can still trust its lease. Times are by its own monotonic clock. */
export const isTrusted = (renewedAt: number, now: number): boolean => now - renewedAt < TRUST_MS;
