import { z } from 'zod';
import { changeRow, type SharedRows } from './leases.ts';

const boxSchema = z.object({
  /** The number of the newest letter that was ever in it. */
  last: z.number(),
  letters: z.array(z.object({ number: z.number(), letter: z.unknown() })),
});
type Box = z.infer<typeof boxSchema>;

const EMPTY = JSON.stringify({ last: 0, letters: [] } satisfies Box);

/** A row of an earlier version is a list of letters without numbers. */
const readBox = (text: string): Box => {
  const row: unknown = JSON.parse(text);
  if (!Array.isArray(row)) return boxSchema.parse(row);
  return { last: row.length, letters: row.map((letter: unknown, index) => ({ number: index + 1, letter })) };
};

/** A mailbox per slot with calls from other processes to the slot's owner. Every method rejects when the database fails. */
export interface Mailboxes {
  /** Adds plain data to a slot's mailbox. */
  put(slot: number, letter: unknown): Promise<void>;
  /** Returns what has come into a slot's mailbox since the last time, oldest first. Only the slot's owner may ask. */
  take(slot: number): Promise<unknown[]>;
}

/** {@link Mailboxes} with one row per slot and optimistic locking. */
export class StoredMailboxes implements Mailboxes {
  readonly #rows: SharedRows;
  /** The number of the newest letter that was taken, by slot. */
  readonly #taken = new Map<number, number>();

  constructor(rows: SharedRows) {
    this.#rows = rows;
  }

  async put(slot: number, letter: unknown): Promise<void> {
    await changeRow(this.#rows, this.#key(slot), EMPTY, (text, now) => {
      const { last, letters } = readBox(text);
      // At least the time, so that a server that comes back without its last writes gives no number away twice.
      const number = Math.max(last + 1, now);
      return [this.#write(slot, { last: number, letters: [...letters, { number, letter }] })];
    });
  }

  /** A letter is taken when it was read: its removal may be carried out though that could not be confirmed, or never be. */
  async take(slot: number): Promise<unknown[]> {
    const key = this.#key(slot);
    const { text } = await this.#rows.readWithTime(key, EMPTY);
    const { last, letters } = readBox(text);
    if (letters.length === 0) return [];
    const before = this.#taken.get(slot) ?? 0;
    this.#taken.set(slot, last);
    // What isn't removed now, since it failed or another letter came in, is removed the next time.
    await this.#rows
      .replace({ key, text }, [this.#write(slot, { last, letters: [] })])
      .catch(() => undefined);
    return letters.flatMap(({ number, letter }) => (number > before ? [letter] : []));
  }

  #key(slot: number): string {
    return `${this.#rows.prefix}mail:${slot}`;
  }

  #write(slot: number, box: Box): { key: string; text: string } {
    return { key: this.#key(slot), text: JSON.stringify(box) };
  }
}
