import type { Store } from '../storage/store.ts';

export interface GuildValuesOptions<T extends object> {
  store: Store<T>;
  /** The value of a server without a stored one. */
  whenNone: T;
}

/** A server's value before and after a change. */
interface Changed<T> {
  before: T;
  after: T;
}

/** One kind of server settings. */
export class GuildValues<T extends object> {
  readonly #options: GuildValuesOptions<T>;

  constructor(options: GuildValuesOptions<T>) {
    this.#options = options;
  }

  /** A server's value. @throws UnreadableError */
  async of(guildId: string): Promise<T> {
    const { store, whenNone } = this.#options;
    return (await store.get(guildId)) ?? whenNone;
  }

  /**
   * Changes a server's value.
   *
   * @returns the values before and after.
   * @throws UnreadableError
   */
  async change(guildId: string, change: (value: T) => T): Promise<Changed<T>> {
    const { store, whenNone } = this.#options;
    let before = whenNone;
    const after = await store.update(guildId, (present = whenNone) => {
      before = present;
      return change(present);
    });
    return { before, after: after ?? whenNone };
  }

  /** Removes a server's value after the bot has left it. */
  async forget(guildId: string): Promise<void> {
    await this.#options.store.delete(guildId);
  }

  /** The servers that decided something. */
  guildIds(): Promise<string[]> {
    return this.#options.store.keys();
  }
}
