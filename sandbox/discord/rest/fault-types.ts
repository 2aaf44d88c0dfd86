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
