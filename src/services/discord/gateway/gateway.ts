import { createRequire } from 'node:module';
import { DiscordAPIError, REST, type RESTOptions } from '@discordjs/rest';
import { Client, DiscordjsError, DiscordjsErrorCodes, Events, GatewayIntentBits, Options } from 'discord.js';
import { GatewayCloseCodes, GatewayDispatchEvents } from 'discord-api-types/v10';
import type { Clock } from '../../../lib/clock.ts';
import { retry } from '../../../lib/retry.ts';
import { OperatorError } from '../../../lib/operator-error.ts';
import type { Log } from '../../operations/log.ts';
import { Dispatches, type Dispatch } from './dispatches.ts';

/** Uploads of several megabytes take longer than the library's 15 s. */
const REQUEST_MS = 60_000;
/** The library keeps a handler for each interaction token until it sweeps. */
const SWEEP_MS = 60_000;
/** Interaction-token requests do not count into the bot's limit, so the library must not hold them back. */
const TOKEN_REQUESTS_PER_SECOND = 10_000;
const FIRST_LOGIN_WAIT_MS = 1_000;
const MAX_LOGIN_WAIT_MS = 60_000;
/** Without the Guilds intent there are no servers to wait for, and every event would wait with them. */
const GUILD_WAIT_MS = 1_000;
const GOODBYE_MS = 1_000;
const UNAUTHORIZED = 401;
const AUTHENTICATION_FAILED: number = GatewayCloseCodes.AuthenticationFailed;

const INTERACTION_CREATE: string = GatewayDispatchEvents.InteractionCreate;
const REACTION_EVENTS: ReadonlySet<string> = new Set([
  GatewayDispatchEvents.MessageReactionAdd,
  GatewayDispatchEvents.MessageReactionRemove,
  GatewayDispatchEvents.MessageReactionRemoveAll,
  GatewayDispatchEvents.MessageReactionRemoveEmoji,
]);

/** Discord does not accept the bot's token. */
class BadTokenError extends OperatorError {
  override name = 'BadTokenError';
  constructor() {
    super('Discord refuses the bot token. Copy it again from the Developer Portal into DISCORD_TOKEN.');
  }
}

const HINTS: Partial<Record<number, string>> = {
  [GatewayCloseCodes.InvalidShard]: ' It does not take these SHARDS.',
  [GatewayCloseCodes.ShardingRequired]: ' The bot is in too many servers for so few SHARDS.',
};

/** Discord closed the gateway's connection, and will not take another one. */
export class GatewayClosedError extends OperatorError {
  override name = 'GatewayClosedError';
  /** https://docs.discord.com/developers/topics/opcodes-and-status-codes#gateway-gateway-close-event-codes */
  readonly code: number;
  constructor(code: number) {
    super(`Discord closed the connection for good, with code ${code}.${HINTS[code] ?? ''}`);
    this.code = code;
  }
}

type RestAgent = NonNullable<RESTOptions['agent']>;

// A request uploads files only through a dispatcher of its own undici, and the default one is that of whichever version was
// loaded first. https://github.com/nodejs/undici/blob/main/lib/global.js
const { Agent } = createRequire(import.meta.resolve('@discordjs/rest'))('undici') as {
  Agent: new () => RestAgent;
};
const agent = new Agent();

/** Retries and waits are Easel's own: the library would retry at once, and queue behind a limit for any length of time. */
const restOptions = (apiUrl: string) =>
  ({
    api: apiUrl,
    agent,
    retries: 0,
    timeout: REQUEST_MS,
    rejectOnRateLimit: () => true,
    handlerSweepInterval: SWEEP_MS,
  }) satisfies Partial<RESTOptions>;

/** A client for the requests by interaction token. */
export const createTokenRest = (apiUrl: string): REST =>
  new REST({ ...restOptions(apiUrl), globalRequestsPerSecond: TOKEN_REQUESTS_PER_SECOND });

/**
 * A client for the requests as the bot.
 *
 * @param requestsPerSecond how many it may make, which changes with the number of processes that share the bot's limit.
 */
export const createBotRest = (apiUrl: string, botToken: string, requestsPerSecond: () => number): REST => {
  const rest = new REST(restOptions(apiUrl)).setToken(botToken);
  // The library looks at it every second.
  Object.defineProperty(rest.options, 'globalRequestsPerSecond', { get: requestsPerSecond });
  return rest;
};

export interface GatewayOptions {
  discordToken: string;
  discordApiUrl: string;
  /** Told of every INTERACTION_CREATE event. */
  onInteraction: (dispatch: Dispatch) => void;
  /** Told of every event about reactions, with the bot's own user id. */
  onReaction: (dispatch: Dispatch, botId: string) => void;
  /** Told when Discord closes the connection for good, as after the token was reset. */
  onClosed: (error: GatewayClosedError) => void;
  clock: Clock;
  log: Log;
  /** Gives up connecting when it aborts. */
  signal: AbortSignal;
}

/** The shards of this process out of a total; `auto`: all, and as many as Discord recommends. */
export type GatewayShards = 'auto' | { ids: readonly number[]; total: number };

const createClient = ({ discordApiUrl }: GatewayOptions, shards: GatewayShards): Client =>
  new Client({
    // Interactions need no intent. https://docs.discord.com/developers/events/gateway#list-of-intents
    intents: [GatewayIntentBits.GuildMessageReactions, GatewayIntentBits.DirectMessageReactions],
    ...(shards === 'auto' ? { shards } : { shards: shards.ids, shardCount: shards.total }),
    waitGuildTimeout: GUILD_WAIT_MS,
    allowedMentions: { parse: [] },
    rest: restOptions(discordApiUrl),
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

const logIn = async (client: Client, botToken: string, signal: AbortSignal): Promise<string> => {
  const ready = new Promise<string>((resolve, reject) => {
    client.once(Events.ClientReady, ({ application }) => {
      resolve(application.id);
    });
    client.once(Events.ShardDisconnect, ({ code }) => {
      reject(new GatewayClosedError(code));
    });
    // The library itself waits for an answer, whatever happens.
    signal.addEventListener('abort', () => {
      reject(new Error('Easel stops'));
    });
  });
  const [applicationId] = await Promise.all([ready, client.login(botToken)]);
  return applicationId;
};

const isBadToken = (error: unknown): boolean =>
  (error instanceof GatewayClosedError && error.code === AUTHENTICATION_FAILED) ||
  (error instanceof DiscordAPIError && error.status === UNAUTHORIZED) ||
  (error instanceof DiscordjsError && error.code === DiscordjsErrorCodes.TokenInvalid);

/** The connection over which Discord tells what people do. */
export class Gateway {
  readonly #options: GatewayOptions;
  #client: Client | undefined;

  constructor(options: GatewayOptions) {
    this.#options = options;
  }

  /** Whether Discord can reach Easel now. */
  get isReady(): boolean {
    return this.#client?.isReady() ?? false;
  }

  /**
   * Connects, and keeps trying while Discord is not there. Returns the application's id.
   *
   * @throws BadTokenError when Discord does not know the token, and GatewayClosedError when it refuses the connection for
   *   any other reason of ours, such as the shards; there is no second try then. Any other error once the signal aborts.
   */
  connect(shards: GatewayShards): Promise<string> {
    const { clock, log, signal } = this.#options;
    return retry(() => this.#connectOnce(shards), {
      // What Discord refuses for good it would refuse again, and each try is one of the day's thousand.
      delayMs: (error, attempt) =>
        error instanceof BadTokenError || error instanceof GatewayClosedError
          ? undefined
          : Math.min(FIRST_LOGIN_WAIT_MS * 2 ** attempt, MAX_LOGIN_WAIT_MS),
      onFailure: (error, { waitMs }) => {
        if (waitMs !== undefined) log.warn('Discord can not be reached, trying again', { waitMs, error });
      },
      clock,
      signal,
    });
  }

  /** Says goodbye. What happens in Discord from now on is not heard. */
  async stop(): Promise<void> {
    await this.#client?.destroy();
  }

  async #connectOnce(shards: GatewayShards): Promise<string> {
    const { discordToken, onClosed, signal } = this.#options;
    signal.throwIfAborted();
    const client = this.#prepare(shards);
    try {
      const applicationId = await logIn(client, discordToken, signal);
      client.on(Events.ShardDisconnect, ({ code }) => {
        onClosed(new GatewayClosedError(code));
      });
      return applicationId;
    } catch (error) {
      if (isBadToken(error)) throw new BadTokenError();
      if (!(error instanceof GatewayClosedError)) await this.#leave(client);
      throw error;
    }
  }

  /** A goodbye that Discord does not answer is not waited for. */
  async #leave(client: Client): Promise<void> {
    await Promise.race([client.destroy(), this.#options.clock.sleep(GOODBYE_MS, this.#options.signal)]);
  }

  #prepare(shards: GatewayShards): Client {
    const { log } = this.#options;
    const client = createClient(this.#options, shards);
    const dispatches = new Dispatches();
    // The raw event is plain data, needs no cache, and is not held back until every shard is ready.
    client.on(Events.Raw, (packet: unknown, shardId: number) => {
      const dispatch = dispatches.take(packet, shardId);
      if (dispatch) this.#tell(dispatch, client);
    });
    client.on(Events.Error, (error) => {
      log.error('the gateway failed', { error });
    });
    client.on(Events.ShardError, (error, shard) => {
      log.warn('a shard failed', { shard, error });
    });
    client.on(Events.ShardReconnecting, (shard) => {
      dispatches.disconnected(shard);
      log.info('a shard reconnects', { shard });
    });
    client.on(Events.ShardResume, (shard, replayed) => {
      log.info('a shard resumed', { shard, replayed });
    });
    this.#client = client;
    return client;
  }

  #tell(dispatch: Dispatch, { user }: Client): void {
    const { onInteraction, onReaction } = this.#options;
    if (dispatch.event === INTERACTION_CREATE) onInteraction(dispatch);
    if (REACTION_EVENTS.has(dispatch.event) && user) onReaction(dispatch, user.id);
  }
}
