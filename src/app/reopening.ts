import type { Program } from './run-process.ts';

/** How a program is opened: `isBack` from the second time on, and a way to have it stopped and opened again. */
export type Opening<P extends Program> = (isBack: boolean, reopen: () => void) => Promise<P>;

/** A program that can be stopped and opened again while the process goes on. */
export class Reopening<P extends Program> implements Program {
  readonly #open: Opening<P>;
  readonly #fail: (error: Error) => void;
  readonly #stopped = new WeakSet<P>();
  #present: P | undefined;
  #changing: Promise<void> = Promise.resolve();
  #isOver = false;

  /** @param fail called when it can't be opened again. */
  constructor(open: Opening<P>, fail: (error: Error) => void) {
    this.#open = open;
    this.#fail = fail;
  }

  /** Opens the program for the first time. @throws what that throws. */
  async open(): Promise<this> {
    await this.#openNext(false);
    return this;
  }

  /** @throws what the start throws, unless it was interrupted to open the program again. */
  async start(): Promise<void> {
    const program = this.#present;
    try {
      await program?.start();
    } catch (error) {
      if (!program || !this.#stopped.has(program)) throw error;
    }
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#stopPresent();
    await this.#changing;
    await this.#stopPresent();
  }

  async #openNext(isBack: boolean): Promise<void> {
    this.#present = await this.#open(isBack, () => {
      this.#changing = this.#reopen().catch((error: unknown) => {
        this.#fail(error instanceof Error ? error : new Error('could not be opened again', { cause: error }));
      });
    });
  }

  async #reopen(): Promise<void> {
    for (const step of [() => this.#stopPresent(), () => this.#openNext(true), () => this.start()])
      if (!this.#isOver) await step();
  }

  async #stopPresent(): Promise<void> {
    if (!this.#present) return;
    this.#stopped.add(this.#present);
    await this.#present.stop();
  }
}
