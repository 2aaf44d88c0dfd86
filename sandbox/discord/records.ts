import type { Message } from './model.ts';

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

/** What IDENTIFY said. */
export interface SessionFacts {
  sessionId: string;
  shardId: number;
  shardCount: number;
  intents: number;
}

export interface SessionView extends SessionFacts {
  connected: boolean;
  /** How often the session was resumed. */
  resumes: number;
}

export type MessageChange = 'created' | 'updated' | 'deleted';

/** What `discord.events` emits. */
export interface DiscordEventMap {
  request: [RecordedRequest];
  dispatch: [RecordedDispatch];
  message: [MessageChange, Message];
  failure: [Failure];
}
