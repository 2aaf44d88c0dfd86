import type { Clock } from '../../lib/clock.ts';
import { isTrusted, type Claim, type Lease } from './lease-table.ts';
import type { Leases, Standing } from './leases.ts';
import { OtherSecretError } from './errors.ts';
import type { Fence } from './row.ts';

const RENEW_EVERY_MS = 1_000;
/** How often a process asks for slots that another one holds, on average; with jitter. */
const TAKE_EVERY_MS = 500;
/**
 * How long a process looks on before it takes what was not released: after an outage of the store the holder comes first,
 * which may know of submissions that nobody else knows of.
 */
const LOOK_ON_MS = 1_500;
/**
 * Slots that nobody has held for so long are taken by whoever has the fewest. Where a process gave them up, the one that is
 * started in its place is there by then; where one crashed, its whole term has passed before, and whoever was only kept from
 * the store comes first.
 */
const LEAVE_MS = { free: 5_000, abandoned: LOOK_ON_MS };

/** What happens to the slots of this process. */
export type OwnershipEvent =
  /** Another process holds them: this one waits. */
  | { kind: 'waiting' }
  | { kind: 'taken'; slots: readonly number[] }
  /** The store could not be asked; it is asked again. */
  | { kind: 'failed'; error: unknown }
  /** They could not be renewed for so long that another process may take them. Nothing is done until they are. */
  | { kind: 'suspended' }
  | { kind: 'resumed' }
  /** Another process has taken them. */
  | { kind: 'lost' }
  /** This process is to give its slots up and take its fair share again, which is another one by now. */
  | { kind: 'rebalance' };

export interface OwnershipOptions {
  /** Absent where the store lets in one process only: everything belongs to it. */
  leases: Leases | undefined;
  claim: Pick<Claim, 'owner' | 'slots' | 'total'>;
  /** It gave up its slots a moment ago, to take its share again. */
  isBack?: boolean;
  clock: Pick<Clock, 'sleep'>;
  /** Milliseconds by a clock that knows no jumps. */
  monotonic: () => number;
  random: () => number;
  onEvent: (event: OwnershipEvent) => void;
}

/** The slots of this process: it takes them, renews them, and says at every moment whether it may act for them. */
export class Ownership {
  readonly #options: OwnershipOptions;
  readonly #over = new AbortController();
  #lease: Lease | undefined;
  /** When the last renewal that succeeded was sent. */
  #renewedAt = Number.NEGATIVE_INFINITY;
  #isLost = false;
  #wasHeld = true;
  #isStandby = false;
  #processes = 1;
  #isRebalancing = false;
  /** Since when some slots are free. */
  #freeSince: number | undefined;

  constructor(options: OwnershipOptions) {
    this.#options = options;
  }

  /**
   * Takes the slots, and waits for as long as another process holds them.
   *
   * The first argument tells this process's encryption key from another, and names the one that it may replace; it is empty
   * where the key does not matter.
   *
   * @throws OtherSecretError when the other processes have another secret; the signal's reason once it aborts.
   */
  async acquire(
    [secret, formerSecret]: readonly [present?: string, previous?: string],
    signal: AbortSignal,
  ): Promise<void> {
    const { leases, claim, isBack = false, clock, monotonic, random, onEvent } = this.#options;
    if (!leases) return;
    let lookingOnSince = isBack ? Number.NEGATIVE_INFINITY : monotonic();
    for (;;) {
      signal.throwIfAborted();
      const isPatient = monotonic() - lookingOnSince < LOOK_ON_MS;
      const lease = await this.#take(leases, { ...claim, secret, formerSecret, isPatient });
      if (lease === 'failed') lookingOnSince = monotonic();
      if (lease === 'other-secret') throw new OtherSecretError();
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

  /** The slots that are this process's own. */
  get slots(): readonly number[] {
    const { leases, claim } = this.#options;
    if (this.#lease) return this.#lease.slots;
    if (claim.slots !== 'any') return claim.slots;
    return leases ? [] : Array.from({ length: claim.total }, (_, slot) => slot);
  }

  /** How many processes hold slots, this one included, as far as it knows. */
  get processes(): number {
    return this.#processes;
  }

  /** Whether this process may act for its slots now: nobody else can have taken them yet. */
  isHeld(): boolean {
    if (!this.#options.leases) return true;
    return !this.#isLost && isTrusted(this.#renewedAt, this.#options.monotonic());
  }

  /** Whether it is open who acts for the slots: this process can't renew them, and does not know of another one. */
  isInDoubt(): boolean {
    const isOver = this.#isLost || this.#over.signal.aborted;
    return this.#lease !== undefined && !isOver && !this.isHeld();
  }

  /** What the writes of a slot are compared with; undefined when there is nothing to compare, or the slot is not ours. */
  fence(slot: number): Fence | undefined {
    const lease = this.#lease;
    return lease?.slots.includes(slot) === true ? { slot, epoch: lease.epoch } : undefined;
  }

  /**
   * Gives the slots up, so that the next process need not wait. What is still written for them afterwards is refused. After
   * a `rebalance` the others leave this process its share.
   */
  async release(): Promise<void> {
    const { leases, claim } = this.#options;
    this.#over.abort();
    this.#renewedAt = Number.NEGATIVE_INFINITY;
    const comingBack = this.#isRebalancing ? { ...claim, secret: '' } : undefined;
    if (this.#lease) await leases?.release(this.#lease, comingBack);
    else if (this.#isStandby) await leases?.leave(claim.owner);
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

  /** A renewal that is not answered does not keep the next one waiting. */
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
      const standing = await leases.renew(lease);
      if (this.#over.signal.aborted) return;
      if (!standing) {
        this.#lose();
        return;
      }
      this.#renewedAt = Math.max(this.#renewedAt, sentAt);
      this.#processes = standing.processes;
      this.#balance(standing);
      this.#tellWhetherHeld();
    } catch (error) {
      if (!this.#over.signal.aborted) onEvent({ kind: 'failed', error });
    }
  }

  #balance({ imbalance }: Standing): void {
    const { claim, monotonic, onEvent } = this.#options;
    if (claim.slots !== 'any' || this.#isRebalancing) return;
    const leaveMs = imbalance === undefined || imbalance === 'surplus' ? undefined : LEAVE_MS[imbalance];
    this.#freeSince = leaveMs === undefined ? undefined : (this.#freeSince ?? monotonic());
    const isLeft = this.#freeSince !== undefined && monotonic() - this.#freeSince < (leaveMs ?? 0);
    if (imbalance === undefined || isLeft) return;
    this.#isRebalancing = true;
    onEvent({ kind: 'rebalance' });
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
