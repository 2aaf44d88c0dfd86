const FIRST_BLOCK_BYTES = 16 * 1_024;
const MAX_BLOCK_BYTES = 256 * 1_024;

/**
 * Collects bytes that arrive in pieces. They are copied into blocks: a stream's own pieces can be one byte each, and
 * each would cost a hundred times that.
 */
export class ByteCollector {
  readonly #blocks: Buffer[] = [];
  #used = 0;
  #length = 0;

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
    return Buffer.concat(this.#blocks, this.#length);
  }

  #room(): number {
    return (this.#blocks.at(-1)?.length ?? 0) - this.#used;
  }

  #nextBlockBytes(): number {
    return Math.min(MAX_BLOCK_BYTES, (this.#blocks.at(-1)?.length ?? FIRST_BLOCK_BYTES / 2) * 2);
  }
}
