import { Cancellation, type CancelSignal } from '../../../lib/abort.ts';
import type { ByteShare } from '../../network/byte-budget.ts';
import { DownloadError, type DownloadOptions } from '../../network/download.ts';

interface Place {
  /** The requested and the granted bytes. */
  askedBytes: number;
  heldBytes: number;
  leaving: Cancellation;
}

/**
 * The room of one request, shared by pictures that are fetched side by side. When they outgrow it the last of them leaves,
 * so that which are uploaded does not depend on which came first.
 */
export class PictureRoom {
  readonly #bytes: number;
  readonly #share: ByteShare;
  readonly #signal: CancelSignal | undefined;
  readonly #places: readonly Place[];

  /**
   * @param bytes how much all of them may take together.
   * @param signal gives all of them up.
   */
  constructor(
    share: ByteShare,
    { pictures, bytes, signal }: { pictures: number; bytes: number; signal: CancelSignal | undefined },
  ) {
    this.#bytes = bytes;
    this.#share = share;
    this.#signal = signal;
    this.#places = Array.from({ length: pictures }, () => ({
      askedBytes: 0,
      heldBytes: 0,
      leaving: new Cancellation(),
    }));
    signal?.addEventListener('abort', this.#giveUp);
    if (signal?.aborted === true) this.#giveUp();
  }

  /**
   * Fetches a picture into its place.
   *
   * @throws what the download throws, and DownloadError too-large when it had to leave for one before it.
   */
  async fill(
    index: number,
    download: (options: Pick<DownloadOptions, 'signal' | 'reserve'>) => Promise<Buffer>,
  ): Promise<Buffer> {
    const place = this.#places[index];
    if (!place) throw new RangeError(`There is no place ${index}`);
    try {
      return await download({ signal: place.leaving, reserve: (bytes) => this.#reserve(place, bytes) });
    } catch (error) {
      this.#empty(place, error);
      throw error;
    }
  }

  /** Whether a picture that was fetched is still there. */
  has(index: number): boolean {
    return this.#places[index]?.leaving.aborted === false;
  }

  /** No more pictures follow. The downloaded ones stay until {@link close}. */
  settle(): void {
    this.#share.settle();
  }

  close(): void {
    this.#signal?.removeEventListener('abort', this.#giveUp);
    this.#share.close();
  }

  #reserve(place: Place, bytes: number): Promise<void> | undefined {
    place.askedBytes += bytes;
    while (this.#askedBytes() > this.#bytes) {
      const last = this.#places.findLast(({ askedBytes }) => askedBytes > 0);
      if (last)
        this.#empty(
          last,
          new DownloadError('too-large', 'The pictures of a result are more than one request may carry'),
        );
    }
    const { leaving } = place;
    leaving.throwIfAborted();
    const taken = () => {
      place.heldBytes += bytes;
      if (leaving.aborted) this.#empty(place, leaving.reason);
    };
    const waiting = this.#share.take(bytes, leaving);
    if (waiting) return waiting.then(taken);
    taken();
    return undefined;
  }

  #askedBytes(): number {
    return this.#places.reduce((sum, { askedBytes }) => sum + askedBytes, 0);
  }

  #empty(place: Place, reason: unknown): void {
    this.#share.give(place.heldBytes);
    place.askedBytes = 0;
    place.heldBytes = 0;
    place.leaving.abort(reason);
  }

  readonly #giveUp = (): void => {
    for (const { leaving } of this.#places) leaving.abort(this.#signal?.reason);
  };
}
