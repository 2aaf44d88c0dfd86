import { z } from 'zod';
import { changeRow, type SharedRows } from './leases.ts';

const EMPTY = '[]';
const lettersSchema = z.array(z.unknown());

/** A mailbox per slot with calls from other processes to the slot's owner. Every method rejects when the database fails. */
export interface Mailboxes {
  /** Adds plain data to a slot's mailbox. */
  put(slot: number, letter: unknown): Promise<void>;
  /** Empties a slot's mailbox and returns its contents, oldest first. */
  take(slot: number): Promise<unknown[]>;
}

/** {@link Mailboxes} with one row per slot and optimistic locking. */
export class StoredMailboxes implements Mailboxes {
  readonly #rows: SharedRows;

  constructor(rows: SharedRows) {
    this.#rows = rows;
  }

  async put(slot: number, letter: unknown): Promise<void> {
    await this.#replace(slot, (letters) => [...letters, letter]);
  }

  take(slot: number): Promise<unknown[]> {
    return this.#replace(slot, () => []);
  }

  /** @returns the previous contents. */
  async #replace(slot: number, change: (letters: unknown[]) => unknown[]): Promise<unknown[]> {
    const key = `${this.#rows.prefix}mail:${slot}`;
    let before: unknown[] = [];
    await changeRow(this.#rows, key, EMPTY, (text) => {
      before = lettersSchema.parse(JSON.parse(text));
      const after = JSON.stringify(change(before));
      return after === text ? undefined : [{ key, text: after }];
    });
    return before;
  }
}
