export interface RecordedRequest {
  at: number;
  method: string;
  /** With query, without the `/api/v10` in front. */
  path: string;
  /** The pattern, such as `/channels/:channel/messages/:message`; undefined for an unknown route. */
  route: string | undefined;
  authenticated: boolean;
  status: number;
  body: unknown;
  files: { name: string; size: number }[];
  durationMs: number;
  /** What was answered, null for an empty answer. */
  answer: unknown;
  /** Headers of the answer that tell of limits; absent where there are none. */
  headers?: Record<string, string>;
}

/** Something that Discord itself, or its published description, would not have let pass. */
export interface Failure {
  at: number;
  what: string;
  request?: string;
}

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

/** Which requests a fault strikes. Without a field: any. */
export interface RequestMatch {
  method?: string;
  /** The pattern as in `RecordedRequest.route`, or a regular expression over the path. */
  route?: string | RegExp;
  /** How many requests, default 1; Infinity until `clear`. */
  times?: number;
}

/** Lets go of requests that hang. */
export interface Held {
  /** How many requests hang now. */
  waiting: number;
  release(): void;
}

/** Faults on demand, each for the next requests that match. */
export interface FaultControls {
  /** Answers at once, nothing is processed. */
  answer(
    match: RequestMatch,
    answer: { status: number; body?: unknown; headers?: Record<string, string> },
  ): void;
  /** 429, nothing is processed. */
  rateLimit(match: RequestMatch, limit: { retryAfterS: number; scope?: 'user' | 'global' | 'shared' }): void;
  /** Waits until released, then processes. */
  hang(match: RequestMatch): Held;
  /** Waits so long in real time, then processes. */
  delay(match: RequestMatch, delayMs: number): void;
  /** Processes, then breaks the connection instead of answering. */
  cutOff(match: RequestMatch): void;
  /** Breaks the connection, nothing is processed. */
  refuse(match: RequestMatch): void;
  clear(): void;
}
