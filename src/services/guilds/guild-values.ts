import type { Store } from '../storage/store.ts';

/** A server's value before and after a change. */
export interface Changed<T> {
  before: T;
  after: T;
}

/** One kind of server settings. */
export class GuildValues<T extends object> {
  readonly #store: Store<T>;
  readonly #whenNone: T;

  /** @param whenNone the value of a server without a stored one. */
  constructor(store: Store<T>, whenNone: T) {
    this.#store = store;
    this.#whenNone = whenNone;
  }

  /** A server's value. @throws UnreadableError */
  async of(guildId: string): Promise<T> {
    return (await this.#store.get(guildId)) ?? this.#whenNone;
  }

  /**
   * Changes a server's value.
   *
   * @returns the values before and after.
   * @throws UnreadableError
   */
  async change(guildId: string, change: (value: T) => T): Promise<Changed<T>> {
    let before = this.#whenNone;
    const after = await this.#store.update(guildId, (present = this.#whenNone) => {
      before = present;
      return change(present);
    });
    return { before, after: after ?? this.#whenNone };
  }

  /** Removes a server's value after the bot has left it. */
  async forget(guildId: string): Promise<void> {
    await this.#store.delete(guildId);
  }

  /** What is found in the values whose stored text contains a text; a value is undefined where it can't be read. */
  find<Found>(
    part: string,
    pick: (guildId: string, value: T | undefined) => readonly Found[],
  ): Promise<Found[]> {
    return this.#store.find(part, pick);
  }

  /** The servers that decided something. */
  guildIds(): Promise<string[]> {
    return this.#store.keys();
  }
}
