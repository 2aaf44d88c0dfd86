import { randomBytes } from 'node:crypto';
import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Guild } from '../model.ts';
import { Intent } from '../numbers.ts';
import type { RecordedDispatch, SessionView } from '../records.ts';
import { gatewayGuild } from '../state/channel-view.ts';
import { type Core, shardOf } from '../state/state.ts';
import { Connection, type Gatekeeper, type Identify, type Resume } from './connection.ts';
import { type GatewayEvent, gatewayEvents, readyData } from './projection.ts';
import { Session } from './session.ts';

const DROP_CODE = 4000;

/** In place of a session: the connection is cut, its upgrade answered with a status, or IDENTIFY with a close code or INVALID_SESSION. */
type Refusal = 'cut' | { status: number } | { code: number } | 'no session';

/** Discord's gateway: sessions, their connections, and what a test can do to them. */
export class Gateway implements Gatekeeper {
  readonly dispatches: RecordedDispatch[] = [];
  readonly heartbeatIntervalMs: number;
  /** How many sessions were ever started: a bot that loops shows here. */
  identifies = 0;
  /** How often a connection was asked for. */
  upgrades = 0;
  /** What everybody gets while it is set. */
  refusal: Refusal | undefined;
  readonly #core: Core;
  readonly #server = new WebSocketServer({ noServer: true });
  readonly #sessions = new Map<string, Session>();
  #waitingForHello: Connection[] | undefined;

  constructor(core: Core) {
    this.#core = core;
    this.heartbeatIntervalMs = core.options.heartbeatIntervalMs;
    core.changes.on('change', (change) => {
      for (const event of gatewayEvents(core, change)) this.#publish(event);
    });
  }

  get url(): string {
    return `${this.#core.origin.replace('http', 'ws')}/gateway`;
  }

  get sessions(): SessionView[] {
    return [...this.#sessions.values()].map((session) => session.view());
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.upgrades += 1;
    const { refusal } = this;
    if (refusal === 'cut') {
      socket.destroy();
      return;
    }
    if (typeof refusal === 'object' && 'status' in refusal) {
      const { status } = refusal;
      socket.end(`HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ''}\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    this.#server.handleUpgrade(request, socket, head, (webSocket) => {
      const connection = new Connection(webSocket, this);
      if (this.#waitingForHello) this.#waitingForHello.push(connection);
      else connection.hello();
    });
  }

  isToken(token: string): boolean {
    return token === this.#core.options.botToken;
  }

  needsMoreShards({ shard: [shardId, shardCount] }: Identify): boolean {
    return this.#guildsOf(shardId, shardCount).length > this.#core.options.guildsPerShard;
  }

  identify(socket: WebSocket, { intents, shard: [shardId, shardCount] }: Identify): Session | undefined {
    this.identifies += 1;
    const { refusal } = this;
    if (typeof refusal === 'object' && 'code' in refusal) socket.close(refusal.code);
    if (refusal !== undefined) return undefined;
    const facts = { sessionId: randomBytes(16).toString('hex'), shardId, shardCount, intents };
    const session = new Session(facts, socket, this.#core.options.now, (dispatch) => this.#record(dispatch));
    this.#forgetAbandoned(shardId);
    this.#sessions.set(facts.sessionId, session);
    this.#welcome(session);
    return session;
  }

  /** A shard that starts again does not come back for its old session. */
  #forgetAbandoned(shardId: number): void {
    for (const session of this.#ofShard(shardId)) if (!session.socket) this.forget(session);
  }

  #welcome(session: Session): void {
    const { facts } = session;
    const mine = this.#guildsOf(facts.shardId, facts.shardCount);
    const ids = mine.map(({ id }) => id);
    session.dispatch('READY', readyData(this.#core, facts, this.url, ids));
    if ((facts.intents & Intent.Guilds) === 0) return;
    for (const guild of mine)
      if (!guild.unavailable) session.dispatch('GUILD_CREATE', gatewayGuild(this.#core, guild));
  }

  #guildsOf(shardId: number, shardCount: number): Guild[] {
    const { guilds, applicationId } = this.#core.state;
    return [...guilds.values()].filter(
      ({ id, members }) => members.has(applicationId) && shardOf(id, shardCount) === shardId,
    );
  }

  resume(socket: WebSocket, { session_id: sessionId, seq }: Resume): Session | undefined {
    const session = this.#sessions.get(sessionId);
    session?.resume(socket, seq);
    return session;
  }

  forget(session: Session): void {
    this.#sessions.delete(session.facts.sessionId);
  }

  #publish(event: GatewayEvent): void {
    for (const session of this.#sessions.values()) {
      if (session.wants(event)) session.dispatch(event.event, event.data);
    }
  }

  #record(dispatch: RecordedDispatch): void {
    this.dispatches.push(dispatch);
    if (this.dispatches.length > this.#core.options.recordLimit) this.dispatches.shift();
    this.#core.events.emit('dispatch', dispatch);
  }

  #ofShard(shardId: number | undefined): Session[] {
    return [...this.#sessions.values()].filter(
      ({ facts }) => shardId === undefined || facts.shardId === shardId,
    );
  }

  /** Cuts the connections (of one shard). `resumable` false: the sessions are over, RESUME answers INVALID_SESSION. */
  drop({
    resumable = true,
    shardId,
    code = DROP_CODE,
  }: { resumable?: boolean; shardId?: number; code?: number } = {}): void {
    for (const session of this.#ofShard(shardId)) {
      if (!resumable) this.forget(session);
      const { socket } = session;
      if (!socket) continue;
      session.disconnect(socket);
      socket.close(code);
    }
  }

  /** Cuts the connections and says no HELLO to new ones until `release`; events are kept for RESUME meanwhile. */
  hold(): void {
    this.#waitingForHello ??= [];
    this.drop();
  }

  release(): void {
    const waiting = this.#waitingForHello ?? [];
    this.#waitingForHello = undefined;
    for (const connection of waiting) connection.hello();
  }

  /** Sends an event that was already sent once more, as Discord may. */
  replay({ sessionId, event, data, shardId }: RecordedDispatch): void {
    const session = this.#sessions.get(sessionId) ?? this.#ofShard(shardId)[0];
    session?.dispatch(event, data);
  }

  /** Sends any event; shard 0 without a guild. */
  dispatch(event: string, data: unknown, guildId?: string): void {
    this.#publish({ event, data, guildId: guildId ?? null, intent: 0 });
  }

  stop(): void {
    this.#waitingForHello = undefined;
    for (const client of this.#server.clients) client.terminate();
    this.#server.close();
  }
}
