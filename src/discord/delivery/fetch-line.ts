import { endWait } from '../../lib/abort.ts';
import type { Clock } from '../../lib/clock.ts';

/** How long one host may take while pictures of another one wait. */
const TURN_MS = 5_000;

export interface FetchLineOptions {
  /** How many pictures are fetched at a time. */
  size: number;
  clock: Pick<Clock, 'sleep'>;
  turnMs?: number | undefined;
}

interface Waiting {
  host: string;
  amount: number;
  enter: (turn: Turn) => void;
}

/** The right to fetch pictures, until `leave` is called. */
export interface Turn {
  /** Aborts when the host is slow and pictures of another one wait. */
  signal: AbortSignal;
  leave: () => void;
}

interface Running {
  host: string;
  isLate: boolean;
  giveUp: AbortController;
}

/**
 * Bounds how many pictures are fetched at a time. Hosts take turns, so that many results of a slow one hold up no other for longer
 * than one turn.
 */
export class FetchLine {
  readonly #clock: Pick<Clock, 'sleep'>;
  readonly #turnMs: number;
  #free: number;
  #turns = 0;
  readonly #waiting: Waiting[] = [];
  readonly #running = new Set<Running>();
  /** The number of each host's last turn, for those that wait or run. */
  readonly #lastTurns = new Map<string, number>();

  constructor({ size, clock, turnMs = TURN_MS }: FetchLineOptions) {
    this.#free = size;
    this.#clock = clock;
    this.#turnMs = turnMs;
  }

  /** Resolves once it is its turn. @param amount at most the whole size. */
  enter(host: string, amount: number): Promise<Turn> {
    return new Promise((enter) => {
      this.#waiting.push({ host, amount, enter });
      this.#serve();
      this.#hurry();
    });
  }

  #serve(): void {
    for (let next = this.#next(); next && next.amount <= this.#free; next = this.#next()) {
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      next.enter(this.#start(next));
    }
    const present = new Set([...this.#waiting, ...this.#running].map(({ host }) => host));
    for (const host of this.#lastTurns.keys()) if (!present.has(host)) this.#lastTurns.delete(host);
  }

  /** The oldest of the host whose last turn is the longest ago. */
  #next(): Waiting | undefined {
    const lastTurn = ({ host }: Waiting) => this.#lastTurns.get(host) ?? 0;
    const longestAgo = Math.min(...this.#waiting.map(lastTurn));
    return this.#waiting.find((one) => lastTurn(one) === longestAgo);
  }

  #start({ host, amount }: Waiting): Turn {
    const done = new AbortController();
    const running: Running = { host, isLate: false, giveUp: new AbortController() };
    this.#free -= amount;
    this.#turns += 1;
    this.#lastTurns.set(host, this.#turns);
    this.#running.add(running);
    void this.#clock.sleep(this.#turnMs, done.signal).then(() => {
      running.isLate = true;
      this.#hurry();
    });
    const leave = () => {
      if (!this.#running.delete(running)) return;
      endWait(done);
      this.#free += amount;
      this.#serve();
    };
    return { signal: running.giveUp.signal, leave };
  }

  #hurry(): void {
    for (const { host, isLate, giveUp } of this.#running)
      if (isLate && this.#waiting.some((other) => other.host !== host))
        giveUp.abort(new Error('The host is slow, and pictures of another one wait'));
  }
}
