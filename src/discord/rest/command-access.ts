import { LRUCache } from 'lru-cache';
import type { CommandAccess } from '../../commands/framework/command.ts';
import type { Invocation } from '../../commands/framework/invocation.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../services/operations/log.ts';
import type { DiscordApi } from './api.ts';
import { readCommandIds, readCommandRules } from './bot-requests.ts';
import { mayUseCommand, type CommandRule } from './permissions.ts';

/** Admins' changes take effect within this time. */
const RULES_CACHE_MS = 30_000;
const MAX_SERVERS = 1_000;

type Ids = ReadonlyMap<string, string>;
type Rules = ReadonlyMap<string, readonly CommandRule[]>;

export interface CommandAccessOptions {
  api: DiscordApi;
  clock: Pick<Clock, 'now'>;
  log: Pick<Log, 'warn'>;
}

/** Knows the ids of the registered commands, and which of them the admins of a server keep from somebody. */
export class CommandAccessReader {
  readonly #options: CommandAccessOptions;
  readonly #rules = new LRUCache<string, { rules: Rules; until: number }>({ max: MAX_SERVERS });
  #ids: Ids | undefined;

  constructor(options: CommandAccessOptions) {
    this.#options = options;
  }

  /** Remembers the ids of the commands as they were registered, by name. */
  registered(ids: Ids): void {
    this.#ids = ids;
  }

  /** The ids of the registered commands, by name. Discord keeps them when a command is registered again. */
  async ids(applicationId: string): Promise<Ids> {
    if (this.#ids) return this.#ids;
    const read = await readCommandIds(this.#options.api, applicationId);
    // Commands that were registered during the read are newer.
    this.#ids ??= read;
    return this.#ids;
  }

  /** What can't be read is left out: then commands have no id, or nobody is kept from any. */
  async read(invocation: Invocation): Promise<CommandAccess> {
    const { applicationId, guildId, parentId, channelId, personId, roleIds } = invocation;
    const none = (error: unknown): ReadonlyMap<string, never> => {
      this.#options.log.warn("couldn't read the command permissions of a server", { error });
      return new Map<string, never>();
    };
    const [ids, rules] = await Promise.all([
      this.ids(applicationId).catch(none),
      this.#rulesFor(invocation).catch(none),
    ]);
    const ofApplication = rules.get(applicationId) ?? [];
    const isAllowed = (id: string): boolean =>
      guildId === undefined ||
      mayUseCommand(rules.get(id) ?? [], ofApplication, {
        guildId,
        channelId: parentId ?? channelId,
        member: { id: personId, roleIds },
      });
    return { ids, isAllowed: (name) => isAllowed(ids.get(name) ?? '') };
  }

  async #rulesFor({ applicationId, guildId, botIsHere }: Invocation): Promise<Rules> {
    if (guildId === undefined || !botIsHere) return new Map<string, never>();
    const { api, clock } = this.#options;
    const known = this.#rules.get(guildId);
    if (known && known.until > clock.now()) return known.rules;
    const rules = await readCommandRules(api, applicationId, guildId);
    this.#rules.set(guildId, { rules, until: clock.now() + RULES_CACHE_MS });
    return rules;
  }
}
