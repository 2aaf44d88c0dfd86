import type { Runtime } from '../operations/runtime.ts';
import { DAY_MS } from '../../lib/clock.ts';
import type { StoreTime } from '../storage/store-time.ts';
import type { Store } from '../storage/store.ts';

/** Something that is kept for servers, and goes when the bot has left them. */
export interface GuildData {
  /** The servers for which there is something. */
  guildIds: () => Promise<string[]>;
  forget: (guildId: string) => Promise<unknown>;
}

/** How it can be told in which servers the bot is. */
export interface MembershipSource {
  /** All servers in which the bot is, by ID. */
  list: () => Promise<{ has: (guildId: string) => boolean }>;
  /** Whether the bot is in a server. `unknown`: for example during an outage. */
  presence: (guildId: string) => Promise<'member' | 'left' | 'unknown'>;
}

/** How long a server that comes back finds everything. */
const KEPT_MS = DAY_MS;
/** If it is all a mistake, most is still there when it is noticed. */
const MAX_PER_LOOK = 3;

/** Deletes the data of servers that the bot left a day ago. */
export class LeftGuilds {
  /** What this process saw at its last look: nothing is deleted on the word of one. */
  #gone: ReadonlySet<string> = new Set();

  constructor(
    private readonly runtime: Pick<Runtime, 'log'>,
    private readonly data: readonly GuildData[],
    private readonly membership: MembershipSource,
    /** Server → when it was first seen to be gone. */
    private readonly store: Store<number>,
    private readonly time: Pick<StoreTime, 'now' | 'beginning'>,
  ) {}

  /**
   * Looks once which servers are gone. Checks each by itself, because a list may miss servers that are only unavailable; a look
   * that finds out nothing changes nothing.
   */
  async look(): Promise<void> {
    const marks = new Map(await this.store.entries());
    const known = new Set((await Promise.all(this.data.map((one) => one.guildIds()))).flat());
    if (known.size === 0) return;
    const listed = await this.membership.list();
    const gone = new Set<string>();
    for (const guildId of known) {
      const presence = listed.has(guildId) ? 'member' : await this.membership.presence(guildId);
      if (presence === 'left') gone.add(guildId);
      if (presence === 'member' && marks.has(guildId)) await this.store.delete(guildId);
    }
    const due: string[] = [];
    for (const guildId of gone) if (await this.#isDue(guildId, marks.get(guildId))) due.push(guildId);
    this.#gone = gone;
    for (const guildId of due.slice(0, MAX_PER_LOOK)) await this.#forget(guildId);
  }

  async #isDue(guildId: string, firstSeen: number | undefined): Promise<boolean> {
    if (firstSeen !== undefined) return this.#gone.has(guildId) && this.time.now() - firstSeen >= KEPT_MS;
    await this.store.set(guildId, this.time.beginning());
    this.runtime.log.warn('the bot has left a server: its data is deleted in a day', { guildId });
    return false;
  }

  async #forget(guildId: string): Promise<void> {
    for (const one of this.data) await one.forget(guildId);
    await this.store.delete(guildId);
    this.runtime.log.info('deleted the data of a server that the bot has left', { guildId });
  }
}
