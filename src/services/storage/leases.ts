import { setTimeout as delay } from 'node:timers/promises';
import type { Condition, Fence, RowWrite } from './row.ts';
import {
  countHolders,
  EMPTY_TABLE,
  newEpochs,
  readTable,
  release,
  renew,
  take,
  type Claim,
  type Lease,
  type LeaseTable,
  type Refusal,
} from './lease-table.ts';

/** What several processes need of their shared server. */
export interface SharedRows {
  /** The prefix of every key. */
  prefix: string;
  /** A row and the server's time in milliseconds since the epoch; creates a missing row first. */
  readWithTime(key: string, initial: string): Promise<{ text: string; now: number }>;
  /** Replaces the row that the condition names, and makes the other writes, if it holds; says whether it did. */
  replace(condition: Condition, writes: readonly RowWrite[]): Promise<boolean>;
  /** Makes writes, of other rows than the condition names, if it holds at that moment; says whether it did. */
  commitIf(condition: Condition, writes: readonly RowWrite[]): Promise<boolean>;
}

/** Divides slots among the processes on one database. Every method rejects when the database fails. */
export interface Leases {
  /** Takes all slots of a claim, or returns why not. Later writes of the former holder under a {@link Fence} are refused. */
  take(claim: Claim): Promise<Lease | Refusal>;
  /**
   * Renews a lease for another term, and says how many processes hold slots. Undefined when another process took one of its
   * slots: it is lost.
   */
  renew(lease: Lease): Promise<number | undefined>;
  /** Ends a lease, so that the next process doesn't have to wait. */
  release(lease: Lease): Promise<void>;
  /** Sets the secret that all processes share from now on. No process may run at that time. */
  setSecret(secret: string): Promise<void>;
}

/** The key of the {@link LeaseTable}. */
export const TABLE_KEY = 'leases';
/** Others change such a row now and then: two of them in the same moment are rare. */
const ATTEMPTS = 20;
const MAX_PAUSE_MS = 20;

/** Between two attempts to change what others change as well, so that those who met don't meet again. */
const pauseBetweenAttempts = (): Promise<void> => delay(Math.random() * MAX_PAUSE_MS);

/** The key of a slot's fence, which is its epoch. It is a separate row, so renewals of the lease don't touch it. */
const fenceKey = (prefix: string, slot: number | string): string => `${prefix}fences:${slot}`;

/** What holds while nobody has taken the slot from the holder of the fence. */
export const fenceCondition = (prefix: string, { slot, epoch }: Fence): Condition => ({
  key: fenceKey(prefix, slot),
  text: String(epoch),
});

/** Whether a row (without its prefix) belongs to the leases. */
export const isLeaseRow = (key: string): boolean => key === TABLE_KEY || key.startsWith(fenceKey('', ''));

/**
 * Changes a row, and others with it, unless somebody else has changed it meanwhile: then it is read once more.
 *
 * @param decide what is to be written; undefined when nothing is.
 * @returns whether anything was written.
 */
const changeRow = async (
  rows: SharedRows,
  key: string,
  initial: string,
  decide: (text: string, now: number) => readonly RowWrite[] | undefined,
): Promise<boolean> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const { text, now } = await rows.readWithTime(key, initial);
    const writes = decide(text, now);
    if (!writes) return false;
    if (await rows.replace({ key, text }, writes)) return true;
    await pauseBetweenAttempts();
  }
  throw new Error(`The row ${key} changes all the while`);
};

/** {@link Leases} as one row with optimistic locking. */
export class StoredLeases implements Leases {
  readonly #rows: SharedRows;

  constructor(rows: SharedRows) {
    this.#rows = rows;
  }

  async take(claim: Claim): ReturnType<Leases['take']> {
    let taking: ReturnType<typeof take> = 'taken';
    await this.#change((table, now) => {
      taking = take(table, claim, now);
      return typeof taking === 'string' ? undefined : taking.table;
    });
    // The compiler does not see that the function above was called.
    const outcome = taking as ReturnType<typeof take>;
    return typeof outcome === 'string' ? outcome : outcome.lease;
  }

  async renew(lease: Lease): Promise<number | undefined> {
    let processes = 1;
    const isRenewed = await this.#change((table, now) => {
      const renewed = renew(table, lease, now);
      if (renewed) processes = countHolders(renewed, now);
      return renewed;
    });
    return isRenewed ? processes : undefined;
  }

  async release(lease: Lease): Promise<void> {
    await this.#change((table, now) => release(table, lease, now));
  }

  async setSecret(secret: string): Promise<void> {
    await this.#change((table) => ({ ...table, secret }));
  }

  /** @returns whether there was something to change. */
  async #change(decide: (table: LeaseTable, now: number) => LeaseTable | undefined): Promise<boolean> {
    const { prefix } = this.#rows;
    const key = prefix + TABLE_KEY;
    return changeRow(this.#rows, key, JSON.stringify(EMPTY_TABLE), (text, now) => {
      const before = readTable(text);
      const after = decide(before, now);
      if (!after) return undefined;
      const epochs = newEpochs(before, after).map((fence) => fenceCondition(prefix, fence));
      return [{ key, text: JSON.stringify(after) }, ...epochs];
    });
  }
}
