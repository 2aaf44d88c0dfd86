import type { Log } from '../operations/log.ts';

/** What somebody who runs a server has changed there. */
export interface AdminChange {
  guildId: string;
  /** Who did it. */
  personId: string;
  /** What happened, in Discord's markdown, without anything that a person typed: in English, for the program's log. */
  what: string;
  /** The same in the server's language. */
  shown: string;
  /** What was typed, as people will read it. The log of the program does not repeat it. */
  typed?: string;
}

/** Where everything that admins change is told, and whoever wants to know of it hears it. */
export class AdminLog {
  readonly #log: Log;
  readonly #listeners: ((event: AdminChange) => void)[] = [];

  constructor(log: Log) {
    this.#log = log;
  }

  /** Tells of an event. Never throws, and takes no time. No key may be in it. */
  record(event: AdminChange): void {
    const { guildId, personId, what: change } = event;
    this.#log.info('an admin change', { guildId, personId, change });
    for (const listener of this.#listeners) listener(event);
  }

  /** Hears of every event from now on. The listener must neither throw nor take long. */
  subscribe(listener: (event: AdminChange) => void): void {
    this.#listeners.push(listener);
  }
}
