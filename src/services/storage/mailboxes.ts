import { z } from 'zod';
import { changeRow, type SharedRows } from './leases.ts';

const EMPTY = '[]';
const lettersSchema = z.array(z.unknown());

/** A box for each slot, into which any process puts what the slot's owner is to do. Every method rejects when the database fails. */
export interface Mailboxes {
  /** Adds plain data to a slot's box. */
  put(slot: number, letter: unknown): Promise<void>;
  /** Empties a slot's box, and returns what was in it, oldest first. */
  take(slot: number): Promise<unknown[]>;
}

/** {@link Mailboxes} with one row for each slot, which is read, changed, and written again if nobody else did meanwhile. */
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

  /** @returns what was there before. */
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
