const FIRST_BLOCK_BYTES = 16 * 1_024;
const MAX_BLOCK_BYTES = 256 * 1_024;
/** Whoever announces more has to send it before it gets the room for it. */
const MAX_ANNOUNCED_BYTES = 1_024 * 1_024;

/**
 * Collects bytes that arrive in pieces. They are copied into blocks: a stream's own pieces can be one byte each, and
 * each would cost a hundred times that.
 */
export class ByteCollector {
  readonly #announcedBytes: number;
  readonly #blocks: Buffer[] = [];
  #used = 0;
  #length = 0;

  /** @param announcedBytes how many are expected; 0 when nobody knows. */
  constructor(announcedBytes = 0) {
    this.#announcedBytes = Math.min(announcedBytes, MAX_ANNOUNCED_BYTES);
  }

  /** How many bytes were added. */
  get length(): number {
    return this.#length;
  }

  /** How many bytes a piece would make this allocate. */
  costOf(piece: Buffer): number {
    const missing = piece.length - this.#room();
    return missing > 0 ? Math.max(missing, this.#nextBlockBytes()) : 0;
  }

  add(piece: Buffer): void {
    const cost = this.costOf(piece);
    const taken = piece.copy(this.#blocks.at(-1) ?? Buffer.alloc(0), this.#used);
    this.#used += taken;
    this.#length += piece.length;
    if (cost === 0) return;
    const block = Buffer.allocUnsafeSlow(cost);
    this.#used = piece.copy(block, 0, taken);
    this.#blocks.push(block);
  }

  /** Everything that was added, in one piece. */
  toBuffer(): Buffer {
    const [first] = this.#blocks;
    return first?.length === this.#length ? first : Buffer.concat(this.#blocks, this.#length);
  }

  #room(): number {
    return (this.#blocks.at(-1)?.length ?? 0) - this.#used;
  }

  #nextBlockBytes(): number {
    const last = this.#blocks.at(-1);
    if (!last) return this.#announcedBytes > 0 ? this.#announcedBytes : FIRST_BLOCK_BYTES;
    return Math.min(MAX_BLOCK_BYTES, last.length * 2);
  }
}
