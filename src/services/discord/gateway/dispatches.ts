import { GatewayDispatchEvents } from 'discord-api-types/v10';
import { z } from 'zod';

const READY: string = GatewayDispatchEvents.Ready;
const RESUMED: string = GatewayDispatchEvents.Resumed;

const readySchema = z.object({ session_id: z.string() });

/** https://docs.discord.com/developers/events/gateway-events#payload-structure */
interface EventPacket {
  t: string;
  s: number;
  d: unknown;
}

/** Everything that happens in all servers passes here, so it is looked at by hand, which takes less time than a schema. */
const isEvent = (packet: unknown): packet is EventPacket =>
  packet instanceof Object &&
  't' in packet &&
  typeof packet.t === 'string' &&
  's' in packet &&
  Number.isFinite(packet.s) &&
  'd' in packet;

/** An event that a shard tells for the first time. */
export interface Dispatch {
  event: string;
  data: unknown;
  /** The session it belongs to: no event of one session comes again in another. */
  sessionId: string;
  /** Whether it happened while the connection was broken, and is made up for now. */
  isReplayed: boolean;
}

interface Session {
  id: string;
  lastSequence: number;
  catchesUp: boolean;
}

/**
 * Follows the events of each shard: drops duplicates, and tells replayed events from new ones. After a lost connection, Discord
 * replays missed events in order, then sends `RESUMED`; everything after that is new.
 * https://docs.discord.com/developers/events/gateway#resuming
 */
export class Dispatches {
  readonly #sessions = new Map<number, Session>();

  /** A shard's connection is gone. */
  disconnected(shardId: number): void {
    const session = this.#sessions.get(shardId);
    if (session) session.catchesUp = true;
  }

  /** Takes a packet as it came. Undefined when it has come before, or is no event. */
  take(packet: unknown, shardId: number): Dispatch | undefined {
    if (!isEvent(packet)) return undefined;
    const { t: event, s: sequence, d: data } = packet;
    if (event === READY) this.#begin(data, shardId);
    const session = this.#sessions.get(shardId);
    if (!session || sequence <= session.lastSequence) return undefined;
    session.lastSequence = sequence;
    if (event === RESUMED) session.catchesUp = false;
    return { event, data, sessionId: session.id, isReplayed: session.catchesUp };
  }

  #begin(ready: unknown, shardId: number): void {
    const { data } = readySchema.safeParse(ready);
    if (data) this.#sessions.set(shardId, { id: data.session_id, lastSequence: 0, catchesUp: false });
  }
}
