import type { Clock } from '../../lib/clock.ts';
import { isTrusted, type Claim, type Lease } from './lease-table.ts';
import type { Leases } from './leases.ts';
import { OtherSecretError, OtherShardsError } from './errors.ts';
import type { Fence } from './row.ts';

const RENEW_EVERY_MS = 1_000;
/** How often work that waits for certainty looks whether there is any. */
const LOOK_EVERY_MS = 100;
/** How often a standby asks for its slots, on average; with jitter. */
const TAKE_EVERY_MS = 500;
/**
 * How long a process waits before it takes expired leases. After an outage of the store, the holder may renew first: it may know
 * the results of submissions that nobody else knows.
 */
const PATIENCE_MS = 1_500;

/** Events of this process's slots. */
export type OwnershipEvent =
  /** Another process holds them, so this one waits. */
  | { kind: 'waiting' }
  | { kind: 'taken'; slots: readonly number[] }
  /** The store could not be asked; it is asked again. */
  | { kind: 'failed'; error: unknown }
  /** They couldn't be renewed for so long that another process may take them. Work pauses until they are. */
  | { kind: 'suspended' }
  | { kind: 'resumed' }
  /** Another process has taken them. */
  | { kind: 'lost' };

export interface OwnershipOptions {
  /** Absent where only one process can use the store, which then owns everything. */
  leases: Leases | undefined;
  claim: Pick<Claim, 'owner' | 'slots' | 'total'>;
  clock: Pick<Clock, 'sleep'>;
  /** A monotonic clock, in milliseconds. */
  monotonic: () => number;
  random: () => number;
  onEvent: (event: OwnershipEvent) => void;
}

/** The slots of this process: takes and renews them, and knows at any time whether this process may act for them. */
export class Ownership {
  readonly #options: OwnershipOptions;
  readonly #over = new AbortController();
  #lease: Lease | undefined;
  /** When the last successful renewal was sent. */
  #renewedAt = Number.NEGATIVE_INFINITY;
  #isLost = false;
  #wasHeld = true;
  #isStandby = false;
  #processes = 1;

  constructor(options: OwnershipOptions) {
    this.#options = options;
  }

  /**
   * Takes the slots; waits while another process holds them.
   *
   * The first argument has the fingerprints of this process's encryption key and of the one that it may replace; it is
   * empty where the key doesn't matter.
   *
   * @throws OtherSecretError or OtherShardsError when the other processes have another secret or total; the signal's reason once
   *   it aborts.
   */
  async acquire(
    [secret, formerSecret]: readonly [present?: string, previous?: string],
    signal: AbortSignal,
  ): Promise<void> {
    const { leases, claim, clock, monotonic, random, onEvent } = this.#options;
    if (!leases) return;
    let patientSince = monotonic();
    for (;;) {
      signal.throwIfAborted();
      const isPatient = monotonic() - patientSince < PATIENCE_MS;
      const lease = await this.#take(leases, { ...claim, secret, formerSecret, isPatient });
      if (lease === 'failed') patientSince = monotonic();
      if (lease === 'other-secret') throw new OtherSecretError();
      if (lease === 'other-total') throw new OtherShardsError();
      if (typeof lease === 'object') {
        this.#lease = lease;
        this.#isStandby = false;
        onEvent({ kind: 'taken', slots: lease.slots });
        void this.#keep(leases, lease);
        return;
      }
      if (lease === 'taken' && !this.#isStandby) {
        this.#isStandby = true;
        onEvent({ kind: 'waiting' });
      }
      await clock.sleep(TAKE_EVERY_MS * (0.5 + random()), signal);
    }
  }

  /** Whether this process waits for slots that another one holds. */
  get isStandby(): boolean {
    return this.#isStandby;
  }

  /** How many processes hold slots, this one included, as far as it knows. */
  get processes(): number {
    return this.#processes;
  }

  /** Whether this process may act for its slots now, since nobody else can have taken them yet. */
  isHeld(): boolean {
    if (!this.#options.leases) return true;
    return !this.#isLost && isTrusted(this.#renewedAt, this.#options.monotonic());
  }

  /** Whether it's unknown who owns the slots: this process can't renew them, and hasn't seen another owner. */
  isInDoubt(): boolean {
    const isOver = this.#isLost || this.#over.signal.aborted;
    return this.#lease !== undefined && !isOver && !this.isHeld();
  }

  /**
   * Whether the slots are still this process's own. Waits while that is in doubt; false when the signal aborts before it is
   * certain.
   */
  async isStillHeld(signal: AbortSignal): Promise<boolean> {
    while (this.isInDoubt() && !signal.aborted) await this.#options.clock.sleep(LOOK_EVERY_MS, signal);
    return this.isHeld();
  }

  /** The fence of a slot's writes; undefined when none is needed, or the slot isn't ours. */
  fence(slot: number): Fence | undefined {
    const lease = this.#lease;
    return lease?.slots.includes(slot) === true ? { slot, epoch: lease.epoch } : undefined;
  }

  /** Releases the slots, so that the next process doesn't have to wait. Later writes for them are refused. */
  async release(): Promise<void> {
    const { leases } = this.#options;
    this.#over.abort();
    this.#renewedAt = Number.NEGATIVE_INFINITY;
    if (this.#lease) await leases?.release(this.#lease);
  }

  async #take(leases: Leases, claim: Claim): Promise<Awaited<ReturnType<Leases['take']>> | 'failed'> {
    const sentAt = this.#options.monotonic();
    try {
      const lease = await leases.take(claim);
      if (typeof lease === 'object') this.#renewedAt = sentAt;
      return lease;
    } catch (error) {
      this.#options.onEvent({ kind: 'failed', error });
      return 'failed';
    }
  }

  /** Renews without waiting for the previous renewal. */
  async #keep(leases: Leases, lease: Lease): Promise<void> {
    const { clock } = this.#options;
    while (!this.#over.signal.aborted) {
      this.#tellWhetherHeld();
      void this.#renew(leases, lease);
      await clock.sleep(RENEW_EVERY_MS, this.#over.signal);
    }
  }

  async #renew(leases: Leases, lease: Lease): Promise<void> {
    const { monotonic, onEvent } = this.#options;
    const sentAt = monotonic();
    try {
      const processes = await leases.renew(lease);
      if (this.#over.signal.aborted) return;
      if (processes === undefined) {
        this.#lose();
        return;
      }
      this.#renewedAt = Math.max(this.#renewedAt, sentAt);
      this.#processes = processes;
      this.#tellWhetherHeld();
    } catch (error) {
      if (!this.#over.signal.aborted) onEvent({ kind: 'failed', error });
    }
  }

  #lose(): void {
    this.#isLost = true;
    this.#over.abort();
    this.#options.onEvent({ kind: 'lost' });
  }

  #tellWhetherHeld(): void {
    const isHeld = this.isHeld();
    if (isHeld !== this.#wasHeld) this.#options.onEvent({ kind: isHeld ? 'resumed' : 'suspended' });
    this.#wasHeld = isHeld;
  }
}
