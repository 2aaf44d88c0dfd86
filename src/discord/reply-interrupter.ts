import type { Clock } from '../lib/clock.ts';
import type { Reply } from '../commands/framework/reply.ts';

/** Easel waits three seconds for its answers before it ends. */
const INTERRUPT_AFTER_MS = 1_800;

/** Makes sure that deferred interactions get an answer before Easel ends, even if their work hangs. */
export class ReplyInterrupter {
  readonly #interrupts = new Set<() => void>();
  readonly #takeBack: (reply: Reply) => void;

  /**
   * @param signal aborts when Easel stops.
   * @param takeBack gets what isn't shown any more.
   */
  constructor({
    clock,
    signal,
    takeBack,
  }: {
    clock: Pick<Clock, 'sleep'>;
    signal: AbortSignal;
    takeBack: (reply: Reply) => void;
  }) {
    this.#takeBack = takeBack;
    const interruptAll = async () => {
      await clock.sleep(INTERRUPT_AFTER_MS);
      for (const interrupt of this.#interrupts) interrupt();
    };
    signal.addEventListener('abort', () => void interruptAll(), { once: true });
  }

  /**
   * The result of the work, or a substitute once Easel is about to end.
   *
   * @param work never rejects.
   */
  async inTime(work: Promise<Reply>, instead: () => Promise<Reply>): Promise<Reply> {
    let interrupt: () => void = () => undefined;
    const interrupted = new Promise<'interrupted'>((resolve) => {
      interrupt = () => {
        resolve('interrupted');
      };
    });
    this.#interrupts.add(interrupt);
    const reply = await Promise.race([work, interrupted]);
    this.#interrupts.delete(interrupt);
    if (reply !== 'interrupted') return reply;
    void work.then(this.#takeBack);
    return instead();
  }
}
