import type { WebSocket } from 'ws';
import { z } from 'zod';
import texts from '../errors.json' with { type: 'json' };
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
      this.#close('SessionTimedOut');
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
    const packet = parsePacket(text);
    const handle = packet && this.#handlers[packet.op];
    if (handle) handle(packet.d);
    else this.#close(packet ? 'UnknownOpcode' : 'DecodeError');
  }

  readonly #handlers: Readonly<Record<number, (data: unknown) => void>> = {
    [Opcode.Heartbeat]: () => {
      this.#expectHeartbeat();
      sendPacket(this.#socket, Opcode.HeartbeatAck, null);
    },
    [Opcode.Identify]: (data) => this.#identify(data),
    [Opcode.Resume]: (data) => this.#resume(data),
    [Opcode.PresenceUpdate]: () => undefined,
  };

  #close(reason: keyof typeof texts.closes): void {
    this.#socket.close(CloseCode[reason], texts.closes[reason]);
  }

  #identify(data: unknown): void {
    const { data: identify } = identifySchema.safeParse(data);
    if (this.#session) return this.#close('AlreadyAuthenticated');
    if (!identify) return this.#close('DecodeError');
    if (!this.#gatekeeper.isToken(identify.token)) return this.#close('AuthenticationFailed');
    const [shardId, shardCount] = identify.shard;
    if (shardId < 0 || shardId >= shardCount) return this.#close('InvalidShard');
    if (this.#gatekeeper.needsMoreShards(identify)) return this.#close('ShardingRequired');
    return this.#begin(this.#gatekeeper.identify(this.#socket, identify));
  }

  #resume(data: unknown): void {
    const { data: resume } = resumeSchema.safeParse(data);
    if (!resume) return this.#close('DecodeError');
    if (!this.#gatekeeper.isToken(resume.token)) return this.#close('AuthenticationFailed');
    return this.#begin(this.#gatekeeper.resume(this.#socket, resume));
  }

  #begin(session: Session | undefined): void {
    this.#session = session;
    if (!session) sendPacket(this.#socket, Opcode.InvalidSession, false);
  }
}

const parsePacket = (text: string): z.output<typeof packetSchema> | undefined => {
  try {
    return packetSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
};
