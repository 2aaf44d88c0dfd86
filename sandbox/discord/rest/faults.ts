import { tooManyRequests } from './limits.ts';

/** Which requests a fault strikes. Without a field: any. */
interface RequestMatch {
  method?: string;
  /** The pattern as in `RecordedRequest.route`, or a regular expression over the path. */
  route?: string | RegExp;
  /** How many requests, default 1; Infinity until `clear`. */
  times?: number;
}

export interface FaultAnswer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/** What strikes a request. */
export type Strike =
  | { kind: 'answer'; answer: FaultAnswer }
  | { kind: 'wait'; until: () => Promise<void> }
  | { kind: 'misreport'; answer: FaultAnswer }
  | { kind: 'cut-off' }
  | { kind: 'refuse' };

interface Armed {
  match: RequestMatch;
  left: number;
  strike: Strike;
}

/** Lets go of requests that hang. */
class Latch {
  /** How many requests hang now. */
  waiting = 0;
  #open = false;
  #openers: (() => void)[] = [];

  async wait(): Promise<void> {
    if (this.#open) return;
    this.waiting += 1;
    await new Promise<void>((resolve) => this.#openers.push(resolve));
    this.waiting -= 1;
  }

  release(): void {
    this.#open = true;
    for (const open of this.#openers.splice(0)) open();
  }
}

const fits = (
  { method, route }: RequestMatch,
  asked: { method: string; route: string | undefined; path: string },
): boolean => {
  if (method !== undefined && method !== asked.method) return false;
  if (route === undefined) return true;
  return typeof route === 'string' ? route === asked.route : route.test(asked.path);
};

/** Faults waiting for their requests; the oldest that matches strikes. */
export class Faults {
  #armed: Armed[] = [];
  readonly #latches: Latch[] = [];

  #arm(match: RequestMatch, strike: Strike): void {
    this.#armed.push({ match, left: match.times ?? 1, strike });
  }

  /** Answers at once, nothing is processed. */
  answer(match: RequestMatch, answer: FaultAnswer): void {
    this.#arm(match, { kind: 'answer', answer });
  }

  /** 429, nothing is processed. */
  rateLimit(match: RequestMatch, limit: { retryAfterS: number }): void {
    this.#arm(match, {
      kind: 'answer',
      answer: tooManyRequests({ scope: 'user', retryAfterS: limit.retryAfterS }),
    });
  }

  /** Waits until released, then processes. */
  hang(match: RequestMatch): Omit<Latch, 'wait'> {
    const latch = new Latch();
    this.#latches.push(latch);
    this.#arm(match, { kind: 'wait', until: () => latch.wait() });
    return latch;
  }

  /** Waits so long in real time, then processes. */
  delay(match: RequestMatch, delayMs: number): void {
    this.#arm(match, { kind: 'wait', until: () => new Promise((resolve) => setTimeout(resolve, delayMs)) });
  }

  /** Processes, then breaks the connection instead of answering. */
  cutOff(match: RequestMatch): void {
    this.#arm(match, { kind: 'cut-off' });
  }

  /** Processes, then answers so instead. */
  misreport(match: RequestMatch, answer: FaultAnswer): void {
    this.#arm(match, { kind: 'misreport', answer });
  }

  /** Breaks the connection, nothing is processed. */
  refuse(match: RequestMatch): void {
    this.#arm(match, { kind: 'refuse' });
  }

  clear(): void {
    this.#armed = [];
    for (const latch of this.#latches.splice(0)) latch.release();
  }

  /** The fault for a request, used up by it. */
  take(asked: { method: string; route: string | undefined; path: string }): Strike | undefined {
    const armed = this.#armed.find(({ match }) => fits(match, asked));
    if (!armed) return undefined;
    armed.left -= 1;
    if (armed.left <= 0) this.#armed = this.#armed.filter((other) => other !== armed);
    return armed.strike;
  }
}
