import type { Log } from '../operations/log.ts';

/** Something that people who run a server want to read in its log channel. */
export interface AdminEvent {
  guildId: string;
  /** Who did it. */
  personId: string;
  /** What happened, in Discord's markdown, without anything that a person typed. */
  what: string;
  /** What was typed, in Discord's markdown and made harmless. The log of the program does not repeat it. */
  typed?: string;
}

/** Where everything that admins change is told, and whoever wants to know of it hears it. */
export class AdminLog {
  readonly #log: Log;
  readonly #listeners: ((event: AdminEvent) => void)[] = [];

  constructor(log: Log) {
    this.#log = log;
  }

  /** Tells of an event. Never throws, and takes no time. No key may be in it. */
  record(event: AdminEvent): void {
    const { guildId, personId, what: change } = event;
    this.#log.info('an admin change', { guildId, personId, change });
    for (const listener of this.#listeners) listener(event);
  }

  /** Hears of every event from now on. The listener must neither throw nor take long. */
  subscribe(listener: (event: AdminEvent) => void): void {
    this.#listeners.push(listener);
  }
}
