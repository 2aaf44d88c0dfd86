import type { LoadedPictures } from './pictures.ts';

/** The pictures of one delivery while they come, and until they are given up. */
export class Loading {
  /** Resolves once they are there. Rejects with what the loading broke with. */
  readonly done: Promise<void>;
  readonly #end = new AbortController();
  #loaded: LoadedPictures | undefined;

  constructor(load: (signal: AbortSignal) => Promise<LoadedPictures>) {
    this.done = this.#run(load);
    // It can be given up while nothing waits for it.
    this.done.catch(() => undefined);
  }

  get loaded(): LoadedPictures | undefined {
    return this.#loaded;
  }

  /** In memory; undefined until they are there. */
  get bytes(): number | undefined {
    return this.#loaded?.pictures.reduce((sum, { file }) => sum + (file?.data.length ?? 0), 0);
  }

  giveUp(): void {
    if (this.#loaded) this.#loaded.release();
    else this.#end.abort();
    this.#loaded = undefined;
  }

  async #run(load: (signal: AbortSignal) => Promise<LoadedPictures>): Promise<void> {
    const loaded = await load(this.#end.signal);
    if (this.#end.signal.aborted) loaded.release();
    else this.#loaded = loaded;
  }
}
