import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { SharedRows } from './leases.ts';

const EMPTY = '[]';
const lettersSchema = z.array(z.unknown());
/** Conflicting writes to one mailbox are rare. */
const ATTEMPTS = 20;
const MAX_PAUSE_MS = 20;

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
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const { text } = await this.#rows.readWithTime(key, EMPTY);
      const before = lettersSchema.parse(JSON.parse(text));
      const after = JSON.stringify(change(before));
      if (after === text || (await this.#rows.replace({ key, text }, [{ key, text: after }]))) return before;
      await delay(Math.random() * MAX_PAUSE_MS);
    }
    throw new Error('The mailbox of a slot keeps changing');
  }
}
