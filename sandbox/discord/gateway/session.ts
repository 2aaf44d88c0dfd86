import type { WebSocket } from 'ws';
import { Opcode } from '../numbers.ts';
import type { RecordedDispatch, SessionFacts, SessionView } from '../records.ts';
import { shardOf } from '../state/state.ts';
import type { GatewayEvent } from './projection.ts';

/** Discord forgets what a session that stays away has missed; this is more than any test sends. */
const MAX_EVENTS = 10_000;

/** Sends one packet. */
export const sendPacket = (
  socket: WebSocket,
  op: number,
  d: unknown,
  sequence?: number,
  event?: string,
): void => {
  socket.send(JSON.stringify({ op, d, s: sequence ?? null, t: event ?? null }));
};

/** One shard's session: it outlives its connection, and replays what was missed. */
export class Session {
  readonly facts: SessionFacts;
  readonly #record: (dispatch: RecordedDispatch) => void;
  readonly #now: () => number;
  /** Undefined while there is no connection. */
  socket: WebSocket | undefined;
  #sequence = 0;
  #kept: RecordedDispatch[] = [];
  #resumes = 0;

  constructor(
    facts: SessionFacts,
    socket: WebSocket,
    now: () => number,
    record: (dispatch: RecordedDispatch) => void,
  ) {
    this.facts = facts;
    this.socket = socket;
    this.#now = now;
    this.#record = record;
  }

  view(): SessionView {
    return { ...this.facts, connected: this.socket !== undefined, resumes: this.#resumes };
  }

  wants({ guildId, intent }: Pick<GatewayEvent, 'guildId' | 'intent'>): boolean {
    const isItsShard = shardOf(guildId, this.facts.shardCount) === this.facts.shardId;
    return isItsShard && (intent === 0 || (this.facts.intents & intent) !== 0);
  }

  /** Sends an event, or keeps it for RESUME while there is no connection. */
  dispatch(event: string, data: unknown): void {
    this.#sequence += 1;
    const { sessionId, shardId } = this.facts;
    const head = { at: this.#now(), sessionId, shardId, sequence: this.#sequence };
    const dispatch: RecordedDispatch = { ...head, event, data, sent: false };
    this.#kept.push(dispatch);
    if (this.#kept.length > MAX_EVENTS) this.#kept.shift();
    this.#send(dispatch);
    this.#record(dispatch);
  }

  #send(dispatch: RecordedDispatch): void {
    if (!this.socket) return;
    sendPacket(this.socket, Opcode.Dispatch, dispatch.data, dispatch.sequence, dispatch.event);
    dispatch.sent = true;
  }

  /** Takes a new connection and sends everything after `sequence`, in order. */
  resume(socket: WebSocket, sequence: number): void {
    this.socket = socket;
    this.#resumes += 1;
    for (const dispatch of this.#kept) if (dispatch.sequence > sequence) this.#send(dispatch);
    this.dispatch('RESUMED', {});
  }

  disconnect(socket: WebSocket): void {
    if (this.socket === socket) this.socket = undefined;
  }
}
