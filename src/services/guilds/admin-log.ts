import type { Runtime } from '../operations/runtime.ts';

/** A change by a server admin, or a request that the server's rules refused. */
export interface AdminChange {
  kind: 'change' | 'refusal';
  guildId: string;
  /** The person who did it. */
  personId: string;
  /** What happened, in Discord's markdown, without anything that a person typed: in English, for the program's log. */
  what: string;
  /** The same in a language. */
  say: (language: string) => string;
  /** The typed text, for people. It is never written to the log. */
  typed?: string | undefined;
}

/** Writes admins' changes, and what their rules refused, to the program's log and to the server's own. */
export class AdminLog {
  constructor(
    private readonly runtime: Pick<Runtime, 'log'>,
    /** Tells the server; must neither throw nor take long. */
    private readonly logChannel: { adminChanged: (event: AdminChange) => void },
  ) {}

  /** Tells of an event. Never throws, and takes no time. No key may be in it. */
  record(event: AdminChange): void {
    const { kind, guildId, personId, what } = event;
    if (kind === 'change')
      this.runtime.log.info('an admin changed something', { guildId, personId, change: what });
    else this.runtime.log.info('a server refused a request', { guildId, personId, why: what });
    this.logChannel.adminChanged(event);
  }
}
