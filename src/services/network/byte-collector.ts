const FIRST_BYTES = 64 * 1_024;

/** Collects bytes in one growing buffer: pieces of a stream can be one byte each, and an object each would cost a hundred times that. */
export class ByteCollector {
  #bytes = Buffer.alloc(0);
  #length = 0;

  /** How many bytes were added. */
  get length(): number {
    return this.#length;
  }

  add(piece: Uint8Array): void {
    const length = this.#length + piece.length;
    if (length > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(length, 2 * this.#bytes.length, FIRST_BYTES));
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    this.#bytes.set(piece, this.#length);
    this.#length = length;
  }

  /** Everything that was added. */
  toBuffer(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }
}
