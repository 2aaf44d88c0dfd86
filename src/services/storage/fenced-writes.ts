import { readTable } from './lease-table.ts';
import { fenceKey, pauseBetweenAttempts, TABLE_KEY, type SharedRows } from './leases.ts';
import type { Condition, Fence, RowWrite } from './row.ts';

export interface FencedWritesOptions extends Pick<SharedRows, 'prefix' | 'commitIf' | 'replaceOne'> {
  /** The text of a row, by its full key. */
  read: (key: string) => Promise<unknown>;
}

/** The text of a slot's fence, while the slot is held under one epoch. */
interface FenceText extends Fence {
  text: string;
  /** A write that names this text failed, and may still reach the server. */
  isInDoubt: boolean;
  renewing?: Promise<boolean> | undefined;
}

/** A new text is made up once for each failure, and few failures come at the same moment. */
const ATTEMPTS = 20;

/**
 * Writes under fences. A write whose outcome is unknown can reach the server much later, over a connection that is broken on our
 * side already. It must not undo what was written since: before anything else is written under its fence, the fence gets a new
 * text, and a write that names another one is refused.
 */
export class FencedWrites {
  readonly #options: FencedWritesOptions;
  readonly #texts = new Map<number, FenceText>();
  #revisions = 0;

  constructor(options: FencedWritesOptions) {
    this.#options = options;
  }

  /**
   * Makes all writes.
   * @returns false when another process has taken the slot: nothing is written then.
   * @throws when the database fails. The writes may have been made, or may be made until the next ones under this fence.
   */
  async make(fence: Fence, writes: readonly RowWrite[]): Promise<boolean> {
    const key = fenceKey(this.#options.prefix, fence.slot);
    const fenceText = this.#textOf(fence);
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      if (fenceText.isInDoubt && !(await this.#renewOnce(fenceText))) return false;
      const { text, isInDoubt } = fenceText;
      if (isInDoubt) {
        // The table changes each time one of the processes renews its lease.
        await pauseBetweenAttempts();
        continue;
      }
      try {
        if (await this.#options.commitIf({ key, text }, writes)) return true;
      } catch (error) {
        if (fenceText.text === text) fenceText.isInDoubt = true;
        throw error;
      }
      // Taken by another process, or renewed while this was on its way; or the server came back without its last writes.
      if (fenceText.text === text) fenceText.isInDoubt = true;
    }
    throw new Error(`The row ${key} changes all the while`);
  }

  #textOf({ slot, epoch }: Fence): FenceText {
    const known = this.#texts.get(slot);
    if (known?.epoch === epoch) return known;
    const first = { slot, epoch, text: String(epoch), isInDoubt: false };
    // A write of an earlier epoch is refused, and tells nothing about the present one.
    if (known === undefined || known.epoch < epoch) this.#texts.set(slot, first);
    return first;
  }

  #renewOnce(fenceText: FenceText): Promise<boolean> {
    fenceText.renewing ??= this.#renew(fenceText).finally(() => (fenceText.renewing = undefined));
    return fenceText.renewing;
  }

  /** @returns whether the slot is still held under that epoch. */
  async #renew(fenceText: FenceText): Promise<boolean> {
    const { slot, epoch } = fenceText;
    const key = fenceKey(this.#options.prefix, slot);
    const present = await this.#options.read(key);
    const presentText = typeof present === 'string' ? present : '';
    const presentEpoch = Number.parseInt(presentText, 10);
    if (presentEpoch > epoch) return false;
    // Of all that this process ever wrote under the epoch: a late write may name any of them.
    this.#revisions += 1;
    const text = `${epoch}.${this.#revisions}`;
    let isRenewed: boolean;
    if (presentEpoch === epoch)
      isRenewed = await this.#options.replaceOne({ key, text: presentText }, { key, text });
    else {
      const held = await this.#whileHeld(fenceText);
      if (!held) return false;
      isRenewed = await this.#options.commitIf(held, [{ key, text }]);
    }
    if (isRenewed) Object.assign(fenceText, { text, isInDoubt: false });
    return true;
  }

  /**
   * What holds for as long as nobody has taken the slot since. Where somebody removed the fence, or set it back, only the table
   * tells who holds the slot. Whoever takes a slot changes table and fence at once, and no table comes twice: every change of
   * hands raises its epoch.
   */
  async #whileHeld({ slot, epoch }: Fence): Promise<Condition | undefined> {
    const key = this.#options.prefix + TABLE_KEY;
    const text = await this.#options.read(key);
    if (typeof text !== 'string' || readTable(text).slots[slot]?.epoch !== epoch) return undefined;
    return { key, text };
  }
}
