const SHOWN_AFTER_MS = 1_000;
const REDRAWN_EVERY_MS = 200;
/** How often a line is printed where there is no terminal, such as in a log. */
const LINE_EVERY_MS = 10_000;
const WIDTH = 30;
const TO_THE_END_OF_THE_LINE = '\u001b[K';

/** Where a bar is drawn. */
export interface ProgressOutput {
  write: (text: string) => unknown;
  isTTY?: boolean;
}

/** Shows the progress of work that takes longer than a second. */
export class ProgressBar {
  readonly #output: ProgressOutput;
  readonly #now: () => number;
  readonly #startedAt: number;
  #what = '';
  #done = 0;
  #total = 0;
  #drawnAt: number | undefined;

  /** @param now a monotonic clock, in milliseconds. */
  constructor(output: ProgressOutput, now: () => number = () => performance.now()) {
    this.#output = output;
    this.#now = now;
    this.#startedAt = now();
  }

  /** Adds finished items of a task. `total` is an estimate. */
  add(what: string, count: number, total: number): void {
    this.#done = what === this.#what ? this.#done + count : count;
    this.#what = what;
    this.#total = total;
    const now = this.#now();
    const everyMs = this.#output.isTTY === true ? REDRAWN_EVERY_MS : LINE_EVERY_MS;
    if (now - this.#startedAt >= SHOWN_AFTER_MS && now - (this.#drawnAt ?? -Infinity) >= everyMs)
      this.#draw(now);
  }

  /** Takes the bar away. */
  end(): void {
    if (this.#drawnAt !== undefined && this.#output.isTTY === true)
      this.#output.write(`\r${TO_THE_END_OF_THE_LINE}`);
    this.#drawnAt = undefined;
  }

  #draw(now: number): void {
    this.#drawnAt = now;
    const part = Math.min(1, this.#done / Math.max(1, this.#total));
    const full = Math.floor(part * WIDTH);
    const text = `${this.#what} ${'█'.repeat(full)}${'░'.repeat(WIDTH - full)} ${Math.floor(part * 100)} %, ${this.#done} rows`;
    this.#output.write(this.#output.isTTY === true ? `\r${text}${TO_THE_END_OF_THE_LINE}` : `${text}\n`);
  }
}
