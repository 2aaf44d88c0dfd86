import { setTimeout as delay } from 'node:timers/promises';
import type { Condition, Fence, RowWrite } from './row.ts';
import {
  EMPTY_TABLE,
  newEpochs,
  readTable,
  release,
  renew,
  take,
  type Claim,
  type Lease,
  type LeaseTable,
} from './lease-table.ts';

/** What several processes on one server need of it. */
export interface SharedRows {
  /** What stands before every key. */
  prefix: string;
  /** A row and the server's time in milliseconds since the epoch; the row is made first where there is none. */
  readWithTime(key: string, initial: string): Promise<{ text: string; now: number }>;
  /** Replaces the row that the condition names, and makes the other writes, if it holds; says whether it did. */
  replace(condition: Condition, writes: readonly RowWrite[]): Promise<boolean>;
  /** Makes writes, of other rows than the condition names, if it holds at that moment; says whether it did. */
  commitIf(condition: Condition, writes: readonly RowWrite[]): Promise<boolean>;
}

/** Slots that processes on one database share out among themselves. Every method rejects when the database fails. */
export interface Leases {
  /** Takes all slots of a claim, or says why not. What its former holder still writes under a {@link Fence} is refused. */
  take(claim: Claim): Promise<Lease | 'taken' | 'other-secret'>;
  /** Makes a lease last for another term. False when somebody else took one of its slots: it is lost. */
  renew(lease: Lease): Promise<boolean>;
  /** Ends a lease, so that the next process need not wait. */
  release(lease: Lease): Promise<void>;
  /** Names the secret that processes have in common from now on, none of which may run meanwhile. */
  setSecret(secret: string): Promise<void>;
}

const TABLE_KEY = 'leases';
/** Others change the table only when they take, renew or release: two in a row are rare. */
const ATTEMPTS = 20;
const MAX_PAUSE_MS = 20;

/** Where the epoch stands that a slot's writes are compared with. A row of its own: renewals don't touch it. */
const fenceKey = (prefix: string, slot: number | string): string => `${prefix}fences:${slot}`;

/** Whether a row, its prefix left away, belongs to the leases. */
export const isLeaseRow = (key: string): boolean => key === TABLE_KEY || key.startsWith(fenceKey('', ''));

/** What must be so in the database for a fenced write to be made. */
export const conditionOf = ({ slot, epoch }: Fence, prefix: string): Condition => ({
  key: fenceKey(prefix, slot),
  text: String(epoch),
});

/** {@link Leases} as one row that is read, changed, and written again if nobody else did meanwhile. */
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

  renew(lease: Lease): Promise<boolean> {
    return this.#change((table, now) => renew(table, lease, now));
  }

  async release(lease: Lease): Promise<void> {
    await this.#change((table) => release(table, lease));
  }

  async setSecret(secret: string): Promise<void> {
    await this.#change((table) => ({ ...table, secret }));
  }

  /** @returns whether there was something to change. */
  async #change(decide: (table: LeaseTable, now: number) => LeaseTable | undefined): Promise<boolean> {
    const { prefix } = this.#rows;
    const key = prefix + TABLE_KEY;
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const { text, now } = await this.#rows.readWithTime(key, JSON.stringify(EMPTY_TABLE));
      const before = readTable(text);
      const after = decide(before, now);
      if (!after) return false;
      const epochs = newEpochs(before, after).map(({ slot, epoch }) => ({
        key: fenceKey(prefix, slot),
        text: String(epoch),
      }));
      const writes = [{ key, text: JSON.stringify(after) }, ...epochs];
      if (await this.#rows.replace({ key, text }, writes)) return true;
      await delay(Math.random() * MAX_PAUSE_MS);
    }
    throw new Error('The table of leases changes all the while');
  }
}
