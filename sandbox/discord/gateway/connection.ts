import type { WebSocket } from 'ws';
import { z } from 'zod';
import { CloseCode, Opcode } from '../numbers.ts';
import { sendPacket, type Session } from './session.ts';

const identifySchema = z.object({
  token: z.string(),
  intents: z.int(),
  shard: z.tuple([z.int(), z.int()]).default([0, 1]),
});
const resumeSchema = z.object({ token: z.string(), session_id: z.string(), seq: z.int() });
const packetSchema = z.object({ op: z.int(), d: z.unknown() });

export type Identify = z.output<typeof identifySchema>;
export type Resume = z.output<typeof resumeSchema>;

/** What a connection asks of the gateway. */
export interface Gatekeeper {
  heartbeatIntervalMs: number;
  /** Whether a shard would hold more servers than one may. */
  needsMoreShards(identify: Identify): boolean;
  /** A session, or undefined when none is given now. */
  identify(socket: WebSocket, identify: Identify): Session | undefined;
  resume(socket: WebSocket, resume: Resume): Session | undefined;
  /** The session ends with its connection. */
  forget(session: Session): void;
  isToken(token: string): boolean;
}

/** A client that misses this many intervals is cut off. */
const MISSED_INTERVALS = 1.5;

/** One WebSocket from HELLO to its close. */
export class Connection {
  readonly #socket: WebSocket;
  readonly #gatekeeper: Gatekeeper;
  #session: Session | undefined;
  #deadline: NodeJS.Timeout | undefined;

  constructor(socket: WebSocket, gatekeeper: Gatekeeper) {
    this.#socket = socket;
    this.#gatekeeper = gatekeeper;
    socket.on('message', (data: Buffer) => this.#receive(data.toString()));
    socket.on('close', (code) => this.#closed(code));
    // 'close' follows every error and does what is to be done.
    socket.on('error', () => undefined);
  }

  hello(): void {
    sendPacket(this.#socket, Opcode.Hello, { heartbeat_interval: this.#gatekeeper.heartbeatIntervalMs });
    this.#expectHeartbeat();
  }

  #expectHeartbeat(): void {
    clearTimeout(this.#deadline);
    this.#deadline = setTimeout(() => {
      if (this.#session) this.#gatekeeper.forget(this.#session);
      this.#socket.close(CloseCode.SessionTimedOut, 'Session timed out.');
    }, this.#gatekeeper.heartbeatIntervalMs * MISSED_INTERVALS);
  }

  #closed(code: number): void {
    clearTimeout(this.#deadline);
    if (!this.#session) return;
    this.#session.disconnect(this.#socket);
    // A client that closes with 1000 or 1001 says that it will not come back.
    if (code === 1000 || code === 1001) this.#gatekeeper.forget(this.#session);
  }

  #receive(text: string): void {
    let packet: z.output<typeof packetSchema>;
    try {
      packet = packetSchema.parse(JSON.parse(text));
    } catch {
      this.#socket.close(CloseCode.DecodeError, 'Error while decoding payload.');
      return;
    }
    switch (packet.op) {
      case Opcode.Heartbeat:
        this.#expectHeartbeat();
        sendPacket(this.#socket, Opcode.HeartbeatAck, null);
        return;
      case Opcode.Identify:
        this.#identify(packet.d);
        return;
      case Opcode.Resume:
        this.#resume(packet.d);
        return;
      case Opcode.PresenceUpdate:
        return;
      default:
        this.#socket.close(CloseCode.UnknownOpcode, 'Unknown opcode.');
    }
  }

  #identify(data: unknown): void {
    if (this.#session) {
      this.#socket.close(CloseCode.AlreadyAuthenticated, 'Already authenticated.');
      return;
    }
    const { data: identify } = identifySchema.safeParse(data);
    if (!identify) {
      this.#socket.close(CloseCode.DecodeError, 'Error while decoding payload.');
      return;
    }
    if (!this.#gatekeeper.isToken(identify.token)) {
      this.#socket.close(CloseCode.AuthenticationFailed, 'Authentication failed.');
      return;
    }
    const [shardId, shardCount] = identify.shard;
    if (shardId < 0 || shardId >= shardCount) {
      this.#socket.close(CloseCode.InvalidShard, 'Invalid shard.');
      return;
    }
    if (this.#gatekeeper.needsMoreShards(identify)) {
      this.#socket.close(CloseCode.ShardingRequired, 'Sharding required.');
      return;
    }
    this.#session = this.#gatekeeper.identify(this.#socket, identify);
    if (!this.#session) sendPacket(this.#socket, Opcode.InvalidSession, false);
  }

  #resume(data: unknown): void {
    const { data: resume } = resumeSchema.safeParse(data);
    if (!resume) {
      this.#socket.close(CloseCode.DecodeError, 'Error while decoding payload.');
      return;
    }
    if (!this.#gatekeeper.isToken(resume.token)) {
      this.#socket.close(CloseCode.AuthenticationFailed, 'Authentication failed.');
      return;
    }
    this.#session = this.#gatekeeper.resume(this.#socket, resume);
    if (!this.#session) sendPacket(this.#socket, Opcode.InvalidSession, false);
  }
}
