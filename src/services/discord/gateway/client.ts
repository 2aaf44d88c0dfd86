import { Client, GatewayIntentBits, Options } from 'discord.js';
import { GatewayDispatchEvents } from 'discord-api-types/v10';
import { restOptions } from '../rest/clients.ts';
import type { RequestMetrics } from '../rest/observed-requests.ts';

/** Without the Guilds intent there are no servers to wait for, and every event would wait with them. */
const GUILD_WAIT_MS = 1_000;

export const INTERACTION_CREATE: string = GatewayDispatchEvents.InteractionCreate;
export const REACTION_EVENTS: ReadonlySet<string> = new Set([
  GatewayDispatchEvents.MessageReactionAdd,
  GatewayDispatchEvents.MessageReactionRemove,
  GatewayDispatchEvents.MessageReactionRemoveAll,
  GatewayDispatchEvents.MessageReactionRemoveEmoji,
]);

export interface GatewayClientOptions {
  discordApiUrl: string;
  metrics: RequestMetrics;
}

/** The shards of this process out of a total; `auto`: all, and as many as Discord recommends. */
export type GatewayShards = 'auto' | { ids: readonly number[]; total: number };

/** Whether Easel reads the packet itself. */
const isReadRaw = (packet: unknown): boolean => {
  const event: unknown = packet instanceof Object ? Reflect.get(packet, 't') : undefined;
  return typeof event === 'string' && (event === INTERACTION_CREATE || REACTION_EVENTS.has(event));
};

/**
 * Of every interaction and reaction the library makes objects for listeners, of which there are none. Where it does so is
 * private: https://github.com/discordjs/discord.js/tree/14.28.1/packages/discord.js/src/client/websocket
 */
const lighten = ({ ws }: Client): void => {
  const handle: unknown = Reflect.get(ws, 'handlePacket');
  if (!(handle instanceof Function)) return;
  const handlePacket = (packet: unknown, ...others: unknown[]): unknown =>
    isReadRaw(packet) || Reflect.apply(handle, ws, [packet, ...others]);
  Object.defineProperty(ws, 'handlePacket', { value: handlePacket });
};

/** A client of the library's that keeps nothing, and tells events raw. */
export const createClient = (options: GatewayClientOptions, shards: GatewayShards): Client => {
  const client = new Client({
    // Interactions need no intent. https://docs.discord.com/developers/events/gateway#list-of-intents
    intents: [GatewayIntentBits.GuildMessageReactions, GatewayIntentBits.DirectMessageReactions],
    ...(shards === 'auto' ? { shards } : { shards: shards.ids, shardCount: shards.total }),
    waitGuildTimeout: GUILD_WAIT_MS,
    allowedMentions: { parse: [] },
    rest: restOptions(options.discordApiUrl, options.metrics),
    makeCache: Options.cacheWithLimits({
      MessageManager: 0,
      DMMessageManager: 0,
      GuildMessageManager: 0,
      ReactionManager: 0,
      ReactionUserManager: 0,
      ThreadMemberManager: 0,
      UserManager: { maxSize: 0, keepOverLimit: (user) => user.id === user.client.user.id },
      GuildMemberManager: { maxSize: 0, keepOverLimit: (member) => member.id === member.client.user.id },
    }),
  });
  lighten(client);
  return client;
};
