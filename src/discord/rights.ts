import type { Runtime } from '../services/operations/runtime.ts';
import {
  ApplicationCommandPermissionType,
  ChannelType,
  PermissionFlagsBits,
  PermissionsBitField,
  Team,
  TeamMemberMembershipState,
  TeamMemberRole,
  type ApplicationCommandPermissions,
  type Client,
  type ClientApplication,
  type Guild,
  type NonThreadGuildBasedChannel,
} from 'discord.js';
import { latest } from '../lib/latest.ts';
import { isEveryday } from './failures.ts';

/** Without this, the library answers with the state of its first request, since it keeps no servers, channels or people. */
const NOW = { cache: false, force: true } as const;
/** Admins' changes of command permissions take effect within this time. */
const RULES_CACHE_MS = 30_000;
const MAX_SERVERS = 1_000;

type Rules = readonly ApplicationCommandPermissions[];

/** The use of a command, by a person in a channel. */
export interface CommandUse {
  guildId: string;
  /** For a thread, the channel that it belongs to. */
  channelId: string;
  personId: string;
  roleIds: readonly string[];
}

/** A person at a place, as far as rules for commands ask. */
export interface PersonThere extends Omit<CommandUse, 'guildId'> {
  guildId?: string | undefined;
  parentId?: string | undefined;
  /** Whether the bot itself is a member of the server. */
  botIsHere: boolean;
}

/** The rights of a person in a channel. */
export interface PersonRights {
  /** As Discord's bits. */
  personPermissions: bigint;
  inThread: boolean;
  /** The channel that the thread belongs to. */
  parentId?: string | undefined;
}

/** The bot's own rights in a channel. */
export interface BotRights {
  /** As Discord's bits. */
  permissions: bigint;
  inThread: boolean;
  /** Whether the thread is locked to the bot. */
  isLocked: boolean;
}

/** The commands of a person at a place. */
export interface CommandAccess {
  /** By the commands' names; without those that could not be read. */
  ids: ReadonlyMap<string, string>;
  /** Whether the server's admins let the person use a command there. */
  isAllowed: (name: string) => boolean;
}

type Verdict = (rules: Rules, use: CommandUse) => boolean | undefined;

const ruleOf = (rules: Rules, type: ApplicationCommandPermissionType, id: string) =>
  rules.find((rule) => rule.type === type && rule.id === id)?.permission;

const ofChannel: Verdict = (rules, { guildId, channelId }) =>
  ruleOf(rules, ApplicationCommandPermissionType.Channel, channelId) ??
  ruleOf(rules, ApplicationCommandPermissionType.Channel, String(BigInt(guildId) - 1n));

const ofMember: Verdict = (rules, { guildId, personId, roleIds }) => {
  const ofRoles = roleIds
    .map((id) => ruleOf(rules, ApplicationCommandPermissionType.Role, id))
    .filter((allowed) => allowed !== undefined);
  return (
    ruleOf(rules, ApplicationCommandPermissionType.User, personId) ??
    (ofRoles.length > 0 ? ofRoles.includes(true) : undefined) ??
    ruleOf(rules, ApplicationCommandPermissionType.Role, guildId)
  );
};

/**
 * Whether a server's admins allow a person to use a command in a channel. Permissions of the command override those of the
 * application: https://docs.discord.com/developers/interactions/application-commands#permissions
 */
export const mayUseCommand = (ofCommand: Rules, ofApplication: Rules, use: CommandUse): boolean =>
  [ofChannel, ofMember].every((verdict) => verdict(ofCommand, use) ?? verdict(ofApplication, use) ?? true);

/** A channel, or the one that a thread belongs to; undefined for a private thread, which only its members see. */
const baseOf = async (guild: Guild, id: string): Promise<NonThreadGuildBasedChannel | undefined> => {
  const channel = await guild.channels.fetch(id, NOW);
  if (!channel || 'permissionOverwrites' in channel) return channel ?? undefined;
  const { type, parentId } = channel;
  return type === ChannelType.PrivateThread || parentId === null ? undefined : baseOf(guild, parentId);
};

const isForAdults = (base: NonThreadGuildBasedChannel): boolean => 'nsfw' in base && base.nsfw;

/** From which roles and people overwrites hide a channel, and to which ones they show it. */
const viewOverwrites = ({
  permissionOverwrites: { cache },
}: NonThreadGuildBasedChannel): [string[], string[]] => [
  cache.filter(({ deny }) => deny.has('ViewChannel')).map(({ id }) => id),
  cache.filter(({ allow }) => allow.has('ViewChannel')).map(({ id }) => id),
];

/** The application's owner, or the team's members who may do more than look at it. */
const operatorsOf = ({ owner }: ClientApplication): string[] => {
  if (!(owner instanceof Team)) return owner ? [owner.id] : [];
  return owner.members
    .filter((one) => one.membershipState === TeamMemberMembershipState.Accepted)
    .filter((one) => one.role !== TeamMemberRole.ReadOnly)
    .map(({ id }) => id);
};

/** The result; undefined when it was deleted, or the bot can't see it. */
const ifVisible = async <T>(read: Promise<T>): Promise<T | undefined> => {
  try {
    return await read;
  } catch (error) {
    if (isEveryday(error)) return undefined;
    throw error;
  }
};

/** Reads people's and the bot's rights from Discord. */
export class Rights {
  readonly #rules = latest<{ of: ReadonlyMap<string, Rules>; until: number }>(MAX_SERVERS);

  constructor(
    private readonly runtime: Pick<Runtime, 'clock' | 'log'>,
    private readonly gateway: { client: Client<true> },
  ) {}

  /** The bot's rights in a channel; undefined when it was deleted or isn't visible to the bot. */
  async ofBot(guildId: string, channelId: string): Promise<BotRights | undefined> {
    const rights = await ifVisible(this.#of(guildId, channelId, this.gateway.client.user.id));
    if (!rights) return undefined;
    const { permissions, inThread } = rights;
    const isLocked = rights.isLocked && !permissions.has(PermissionFlagsBits.ManageThreads);
    return { permissions: permissions.bitfield, inThread, isLocked };
  }

  /** The roles with Manage Server, highest first, and the server's owner. Undefined when that can't be told. */
  async managersOf(guildId: string): Promise<{ roleIds: string[]; ownerId: string } | undefined> {
    try {
      const { ownerId, roles } = await this.gateway.client.guilds.fetch({ guild: guildId, ...NOW });
      const roleIds = roles.cache
        // Those of bots, and everyone's, name no person.
        .filter(
          ({ id, managed, permissions }) => !managed && id !== guildId && permissions.has('ManageGuild'),
        )
        .sort((a, b) => b.position - a.position)
        .map(({ id }) => id);
      return { roleIds, ownerId };
    } catch (error) {
      this.runtime.log.warn("couldn't read who manages a server", { guildId, error });
      return undefined;
    }
  }

  /** Whether everyone in the server sees a channel. False where that can't be told. */
  async everyoneSees(guildId: string, channelId: string): Promise<boolean> {
    const guild = await this.gateway.client.guilds.fetch({ guild: guildId, ...NOW });
    const base = await ifVisible(baseOf(guild, channelId));
    return base?.permissionsFor(guild.roles.everyone).has('ViewChannel') === true;
  }

  /**
   * The rights of a person who reacted, since reactions, unlike interactions, don't contain them: in a thread, those in the
   * channel that it belongs to. Where the server's admins keep the person from a command, the right to use commands is missing.
   */
  async ofReactor(
    command: string,
    { guildId, channelId, personId, roleIds }: CommandUse,
  ): Promise<PersonRights> {
    const [rights, rules] = await Promise.all([
      this.#of(guildId, channelId, personId),
      this.#rulesOf(guildId),
    ]);
    const { permissions, inThread, parentId } = rights;
    const use = { guildId, channelId: parentId ?? channelId, personId, roleIds };
    const isAllowed =
      permissions.has(PermissionFlagsBits.Administrator) ||
      this.#isAllowed(rules, this.#commandIds().get(command), use);
    const held = isAllowed ? permissions : permissions.remove(PermissionFlagsBits.UseApplicationCommands);
    return { inThread, parentId, personPermissions: held.bitfield };
  }

  /** Whether a channel is age-restricted, or the one that a thread belongs to; undefined when the bot can't see it. */
  async isAgeRestricted(channelId: string): Promise<boolean | undefined> {
    const read = (id: string) => this.gateway.client.channels.fetch(id, { ...NOW, allowUnknownGuild: true });
    const channel = await ifVisible(read(channelId));
    const parentId = channel?.isThread() ? channel.parentId : null;
    const base = parentId === null ? channel : await ifVisible(read(parentId));
    return base && 'nsfw' in base ? base.nsfw : undefined;
  }

  /**
   * Whether messages of one channel of a server may be shown in another: only people who see the first one anyhow see the second
   * one, and age-restricted messages stay so. That holds where no overwrite hides the first channel, or where the second one is
   * hidden from the same people and shown to no others.
   */
  async mayShowIn(guildId: string, channelId: string, otherId: string): Promise<boolean> {
    const { user, guilds } = this.gateway.client;
    const guild = await guilds.fetch({ guild: guildId, ...NOW });
    const [base, other] = await Promise.all([channelId, otherId].map((id) => baseOf(guild, id)));
    if (!base || !other || (isForAdults(base) && !isForAdults(other))) return false;
    const ofAll = base.permissionsFor(guild.roles.everyone);
    // Reading there takes it: https://docs.discord.com/developers/resources/message#get-channel-messages
    if (base.isVoiceBased() && !ofAll.has('Connect')) return false;
    const [hidden, shown] = viewOverwrites(base);
    if (hidden.length === 0 && ofAll.has('ViewChannel')) return true;
    const [hiddenThere, shownThere] = viewOverwrites(other);
    const known = [...shown, user.id, guild.roles.botRoleFor(user)?.id];
    return hidden.every((id) => hiddenThere.includes(id)) && shownThere.every((id) => known.includes(id));
  }

  /** Which commands a person may use: all of them where the rules can't be read. */
  async commandAccess(person: PersonThere): Promise<CommandAccess> {
    const { guildId, parentId, channelId, personId, roleIds, botIsHere } = person;
    const none = (error: unknown): ReadonlyMap<string, never> => {
      this.runtime.log.warn("couldn't read the command permissions of a server", { error });
      return new Map<string, never>();
    };
    const ids = this.#commandIds();
    const rules = guildId === undefined || !botIsHere ? undefined : await this.#rulesOf(guildId).catch(none);
    const use = guildId !== undefined && { guildId, channelId: parentId ?? channelId, personId, roleIds };
    const isAllowed = (name: string) => !use || !rules || this.#isAllowed(rules, ids.get(name), use);
    return { ids, isAllowed };
  }

  /** Whether a person runs the bot: as Discord says now, or said last. False when that can't be told. */
  async isOperator(personId: string, asOf: 'now' | 'last' = 'now'): Promise<boolean> {
    try {
      const { application } = this.gateway.client;
      const isKnown = asOf === 'last' && application.owner !== null;
      return operatorsOf(isKnown ? application : await application.fetch()).includes(personId);
    } catch (error) {
      this.runtime.log.warn("couldn't read who runs the bot", { error });
      return false;
    }
  }

  /** The application's owner, or its team's. */
  async ownerId(): Promise<string | undefined> {
    const { owner } = await this.gateway.client.application.fetch();
    return (owner instanceof Team ? owner.ownerId : owner?.id) ?? undefined;
  }

  #isAllowed(rules: ReadonlyMap<string, Rules>, commandId: string | undefined, use: CommandUse): boolean {
    const ofApplication = rules.get(this.gateway.client.application.id) ?? [];
    return mayUseCommand(rules.get(commandId ?? '') ?? [], ofApplication, use);
  }

  async #of(guildId: string, channelId: string, personId: string) {
    const guild = await this.gateway.client.guilds.fetch({ guild: guildId, ...NOW });
    const [channel, member] = await Promise.all([
      guild.channels.fetch(channelId, NOW),
      guild.members.fetch({ user: personId, ...NOW }),
    ]);
    const thread = channel?.isThread() === true ? channel : undefined;
    const parentId = thread?.parentId ?? undefined;
    const base = parentId === undefined ? channel : await guild.channels.fetch(parentId, NOW);
    const permissions = new PermissionsBitField(base?.permissionsFor(member));
    return { permissions, inThread: parentId !== undefined, parentId, isLocked: thread?.locked === true };
  }

  /** By name, as Discord registered them at the start. */
  #commandIds(): ReadonlyMap<string, string> {
    return new Map(this.gateway.client.application.commands.cache.map(({ name, id }) => [name, id]));
  }

  /** By the ids of commands, and the application's own. */
  async #rulesOf(guildId: string): Promise<ReadonlyMap<string, Rules>> {
    const known = this.#rules.get(guildId);
    if (known && known.until > this.runtime.clock.steady()) return known.of;
    const of = await this.gateway.client.application.commands.permissions.fetch({ guild: guildId });
    this.#rules.set(guildId, { of, until: this.runtime.clock.steady() + RULES_CACHE_MS });
    return of;
  }
}
