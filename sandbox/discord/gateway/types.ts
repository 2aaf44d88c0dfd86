/** An event as it went to one session. */
export interface RecordedDispatch {
  at: number;
  event: string;
  data: unknown;
  sessionId: string;
  shardId: number;
  sequence: number;
  /** False while the session has no open connection: kept, and sent when it resumes. */
  sent: boolean;
}

export interface SessionView {
  sessionId: string;
  shardId: number;
  shardCount: number;
  intents: number;
  connected: boolean;
  /** How often the session was resumed. */
  resumes: number;
}

/** What a test can do to the gateway. */
export interface GatewayControls {
  sessions: SessionView[];
  /** How many sessions were ever started: a bot that loops shows here. */
  identifies: number;
  /** Cuts the connections (of one shard). `resumable` false: the sessions are over, RESUME answers INVALID_SESSION. */
  drop(options?: { resumable?: boolean; shardId?: number; code?: number }): void;
  /** Sends op 7, asking the clients to come back. */
  askToReconnect(shardId?: number): void;
  /** Cuts the connections and says no HELLO to new ones until `release`; events are kept for RESUME meanwhile. */
  hold(): void;
  release(): void;
  /** Sends an event that was already sent once more, as Discord may. */
  replay(dispatch: RecordedDispatch): void;
  /** From now on a RESUME is also answered with so many events that had arrived before it, under their old numbers. */
  repeatOnResume(events: number): void;
  /** Answers every IDENTIFY with INVALID_SESSION for this long, in real time. */
  refuseIdentifies(forMs: number): void;
  /** Sends any event; shard 0 without a guild. */
  dispatch(event: string, data: unknown, guildId?: string): void;
}
