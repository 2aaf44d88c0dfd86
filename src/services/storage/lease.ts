import type { Condition } from './row.ts';

/** Discord computes a server's shard from the bits above this one: https://docs.discord.com/developers/events/gateway#sharding */
const GUILD_ID_SHIFT = 22n;

/**
 * Which part a server belongs to; what happens outside of servers reaches the first. The number of shards is a multiple of the
 * parts, so that this doesn't depend on it.
 */
export const partOf = (guildId: string | undefined, parts: number): number =>
  guildId === undefined || parts === 1 ? 0 : Number((BigInt(guildId) >> GUILD_ID_SHIFT) % BigInt(parts));

/** Events of this process's part. */
export type LeaseEvent =
  /** All parts have a process, so this one waits. */
  | 'waiting'
  | 'taken'
  /** The store has taken this process's encryption key instead of its former one, which no API key needs. */
  | 'rekeyed'
  /** The connection is gone, so another process may take the part. Work pauses until it is taken again. */
  | 'suspended'
  | 'resumed'
  /** Another process has taken over. */
  | 'lost';

export interface LeaseOptions {
  /** How many shards there are in all. */
  shards: 'auto' | number;
  /** Into how many parts they are divided. */
  parts: number;
  onEvent: (event: LeaseEvent, error?: unknown) => void;
}

/** The right to one part of the shards. On a database that only one process can use, it is always held. */
export interface Lease {
  /** Which part; the first until one is taken. */
  part: number;
  isStandby: boolean;
  /** Whether a server is in this process's part, or, without one, what happens outside of servers. */
  owns(guildId: string | undefined): boolean;
  /**
   * Takes the first free part, and waits while there is none.
   * @param keyFingerprint of this process's encryption key.
   * @throws StoreOpenError when the store or the processes on it have another encryption key, `SHARDS` or `PARTS`; StoreError
   *   when the store is away; the signal's reason once it aborts.
   */
  acquire(keyFingerprint: string, signal: AbortSignal): Promise<void>;
  /** Whether this process may act for its part now, since no other can have taken it yet. */
  isHeld(): boolean;
  /** Whether it's unknown which process has the part. */
  isUncertain(): boolean;
  /** Waits while that is uncertain. @throws FencedError when it is another's, or when the signal aborts before it is certain. */
  confirm(signal: AbortSignal): Promise<void>;
  /**
   * Makes a write that only the holder may make.
   * @param write is handed what has to hold for it, and says whether it did.
   * @throws FencedError
   */
  guard(write: (fence?: Condition) => Promise<boolean>): Promise<void>;
  /** Waits until no process has a turn of that number, and takes it for that long. */
  takeTurn(turn: number, forMs: number, signal: AbortSignal): Promise<void>;
  /** Lets the next process have the part. */
  release(): Promise<void>;
}
