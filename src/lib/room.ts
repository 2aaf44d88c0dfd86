/** Room for so much of something at a time. What has waited longest is let in next. */
export class Room {
  #free: number;
  readonly #waiting: { much: number; enter: () => void }[] = [];

  constructor(size: number) {
    this.#free = size;
  }

  /** Resolves once there is room for so much. @param much at most the whole room. */
  take(much: number): Promise<void> {
    return new Promise((enter) => {
      this.#waiting.push({ much, enter });
      this.#letIn();
    });
  }

  /** Gives back so much of what was taken. */
  leave(much: number): void {
    this.#free += much;
    this.#letIn();
  }

  #letIn(): void {
    for (let [next] = this.#waiting; next && next.much <= this.#free; [next] = this.#waiting) {
      this.#free -= next.much;
      this.#waiting.shift();
      next.enter();
    }
  }
}
