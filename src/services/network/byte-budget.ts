import type { CancelSignal } from '../../lib/abort.ts';

/** Bytes that several holders share. */
export interface ByteShare {
  /**
   * Takes more bytes, at once if it can, which takes no promise; else it resolves once others hold fewer.
   *
   * @throws the signal's reason once it aborts.
   */
  take(bytes: number, signal: CancelSignal | undefined): Promise<void> | undefined;
  /** Gives some bytes back. */
  give(bytes: number): void;
  /** Declares that this share won't grow. Its bytes stay reserved. */
  settle(): void;
  /** Gives back whatever is still held. */
  close(): void;
}

interface Waiter {
  share: Share;
  bytes: number;
  grant: () => void;
}

interface Share extends ByteShare {
  heldBytes: number;
}

/**
 * A limit on the bytes that are held in the whole process.
 *
 * Shares grow bit by bit, so they could deadlock. To prevent that, the oldest growing share may exceed the budget: it finishes,
 * returns its bytes, and then the next one is the oldest. So the total never exceeds the budget plus the largest single share.
 */
export class ByteBudget {
  readonly #totalBytes: number;
  /** Those that still take, the oldest first. */
  readonly #taking = new Set<Share>();
  readonly #waiters = new Set<Waiter>();
  #heldBytes = 0;
  /** The share that may exceed the budget, until it is closed. */
  #exceeding: Share | undefined;

  constructor(totalBytes: number) {
    this.#totalBytes = totalBytes;
  }

  /** How many bytes are held now. */
  get heldBytes(): number {
    return this.#heldBytes;
  }

  /** Opens a share, the youngest. It must be closed. */
  open(): ByteShare {
    const share: Share = {
      heldBytes: 0,
      take: (bytes, signal) => this.#take(share, bytes, signal),
      give: (bytes) => {
        this.#give(share, bytes);
      },
      settle: () => {
        this.#taking.delete(share);
        this.#wake();
      },
      close: () => {
        this.#taking.delete(share);
        if (this.#exceeding === share) this.#exceeding = undefined;
        this.#give(share, share.heldBytes);
      },
    };
    this.#taking.add(share);
    return share;
  }

  #take(share: Share, bytes: number, signal: CancelSignal | undefined): Promise<void> | undefined {
    signal?.throwIfAborted();
    return this.#grants(share, bytes) ? undefined : this.#wait(share, bytes, signal);
  }

  async #wait(share: Share, bytes: number, signal: CancelSignal | undefined): Promise<void> {
    const isGranted = await new Promise<boolean>((resolve) => {
      const giveUp = () => {
        this.#waiters.delete(waiter);
        resolve(false);
      };
      const waiter = {
        share,
        bytes,
        grant: () => {
          signal?.removeEventListener('abort', giveUp);
          resolve(true);
        },
      };
      signal?.addEventListener('abort', giveUp);
      this.#waiters.add(waiter);
    });
    if (!isGranted) signal?.throwIfAborted();
  }

  #grants(share: Share, bytes: number): boolean {
    const fits = this.#heldBytes + bytes <= this.#totalBytes;
    const [oldest] = this.#taking;
    if (!fits && share === oldest) this.#exceeding ??= share;
    if (!fits && share !== this.#exceeding) return false;
    this.#heldBytes += bytes;
    share.heldBytes += bytes;
    return true;
  }

  #give(share: Share, bytes: number): void {
    this.#heldBytes -= bytes;
    share.heldBytes -= bytes;
    this.#wake();
  }

  #wake(): void {
    for (const waiter of this.#waiters) {
      if (!this.#grants(waiter.share, waiter.bytes)) continue;
      this.#waiters.delete(waiter);
      waiter.grant();
    }
  }
}
