import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { SharedRows } from './leases.ts';

const EMPTY = '[]';
const lettersSchema = z.array(z.unknown());
/** Two that put something into one box in the same moment are rare. */
const ATTEMPTS = 20;
const MAX_PAUSE_MS = 20;

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
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const { text } = await this.#rows.readWithTime(key, EMPTY);
      const before = lettersSchema.parse(JSON.parse(text));
      const after = JSON.stringify(change(before));
      if (after === text || (await this.#rows.replace({ key, text }, [{ key, text: after }]))) return before;
      await delay(Math.random() * MAX_PAUSE_MS);
    }
    throw new Error('The mailbox of a slot changes all the while');
  }
}
