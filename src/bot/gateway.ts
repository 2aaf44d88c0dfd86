import type { Runtime } from '../services/operations/runtime.ts';
import type { Lease } from '../services/storage/lease.ts';
import type { Reactions } from './reactions.ts';
import type { Router } from './router.ts';
import {
  Client,
  DiscordjsError,
  DiscordjsErrorCodes,
  Events,
  GatewayIntentBits,
  Options,
  Status,
  type WebSocketOptions,
} from 'discord.js';
import {
  GatewayCloseCodes,
  GatewayDispatchEvents,
  type APIInteraction,
  type GatewayMessageReactionAddDispatchData,
  type GatewayMessageReactionRemoveDispatchData,
} from 'discord-api-types/v10';
import { orAborted } from '../lib/abort.ts';
import { latest } from '../lib/latest.ts';
import { doubling, retry } from '../lib/retry.ts';
import { OperatorError } from '../lib/operator-error.ts';
import type { DiscordApi } from '../discord/api.ts';
import { BadTokenError, isUnauthorized } from '../discord/rest.ts';
import { Shards } from './shards.ts';

const loginWaitMs = doubling(1_000, 60_000);
/** Interactions that the library holds back until all shards are there. */
const MAX_UNHEARD = 1_000;
const AUTHENTICATION_FAILED: number = GatewayCloseCodes.AuthenticationFailed;

const { InteractionCreate, MessageReactionAdd, MessageReactionRemove } = GatewayDispatchEvents;

const HINTS: Partial<Record<number, string>> = {
  [GatewayCloseCodes.InvalidShard]: " Discord doesn't accept these SHARDS.",
  [GatewayCloseCodes.ShardingRequired]:
    ' The bot is in too many servers for these SHARDS: use auto, or more.',
};

/** Discord closed the gateway connection permanently. */
export class GatewayClosedError extends OperatorError {
  override name = 'GatewayClosedError';
  /** https://docs.discord.com/developers/topics/opcodes-and-status-codes#gateway-gateway-close-event-codes */
  readonly code: number;
  constructor(code: number) {
    super(`Discord closed the connection permanently (code ${code}).${HINTS[code] ?? ''}`);
    this.code = code;
  }
}

/** The shards of this process out of a total; `auto`: all, and as many as Discord recommends. */
type GatewayShards = 'auto' | { ids: readonly number[]; total: number };

export interface GatewayOptions extends Pick<Runtime, 'clock' | 'log' | 'signal'> {
  /** Given where several processes connect. */
  lease?: Pick<Lease, 'takeTurn'> | undefined;
  api: Pick<DiscordApi, 'restOptions' | 'bot'>;
  discordToken: string;
  /** Called when Discord closes the connection permanently, for example after a token reset. */
  onClosed: (error: GatewayClosedError) => void;
}

/** What takes the events. */
interface Inputs {
  router: Pick<Router, 'take'>;
  reactions: Pick<Reactions, 'added' | 'removed'>;
}

/** A client of the library's that keeps neither messages nor people. */
const createClient = ({ api }: GatewayOptions, shards: GatewayShards, ws: WebSocketOptions): Client =>
  new Client({
    // Interactions need no intent. https://docs.discord.com/developers/events/gateway#list-of-intents
    intents: [GatewayIntentBits.GuildMessageReactions, GatewayIntentBits.DirectMessageReactions],
    ...(shards === 'auto' ? { shards } : { shards: shards.ids, shardCount: shards.total }),
    ws,
    allowedMentions: { parse: [] },
    rest: api.restOptions,
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
  });
  // The library itself waits for an answer, without a limit.
  const [applicationId] = await Promise.all([orAborted(ready, signal), client.login(botToken)]);
  return applicationId;
};

const isBadToken = (error: unknown): boolean =>
  (error instanceof GatewayClosedError && error.code === AUTHENTICATION_FAILED) ||
  isUnauthorized(error) ||
  (error instanceof DiscordjsError && error.code === DiscordjsErrorCodes.TokenInvalid);

const isConnected = ({ status }: { status: Status }): boolean => status === Status.Ready;

/** The gateway connection, over which Discord sends events. */
export class Gateway {
  readonly #options: GatewayOptions;
  readonly #shards: Shards;
  #client: Client | undefined;

  constructor(options: GatewayOptions) {
    this.#options = options;
    this.#shards = new Shards(options, options.api, options.lease);
  }

  /** Whether all shards are connected now. The library's own flag stays true once it was ready. */
  get isReady(): boolean {
    return this.#client?.isReady() === true && this.#client.ws.shards.every(isConnected);
  }

  /** How much is left of a day's logins, from 0 to 1, by what Discord said last. */
  get loginsLeft(): number {
    return this.#shards.loginsLeft;
  }

  /**
   * Connects, and retries while Discord can't be reached. Returns the application's id.
   * @param inputs take what comes in.
   * @param chooseShards which of how many shards to connect.
   *
   * @throws BadTokenError when Discord does not know the token, and GatewayClosedError when it refuses the connection for
   *   any other reason of ours, such as the shards; there is no second try then. Any other error once the signal aborts.
   */
  connect(inputs: Inputs, chooseShards: () => Promise<GatewayShards>): Promise<string> {
    const { clock, log, signal } = this.#options;
    return retry(() => this.#connectOnce(inputs, chooseShards), {
      // Doesn't retry permanent refusals: each attempt counts toward the 1,000 per day.
      delayMs: (error, attempt) =>
        error instanceof BadTokenError || error instanceof GatewayClosedError
          ? undefined
          : loginWaitMs(attempt),
      onFailure: (error, { waitMs }) => {
        if (waitMs !== undefined)
          log.repeated('warn', "couldn't log in to Discord, trying again", { waitMs, error });
      },
      clock,
      signal,
    });
  }

  /** The library's client as the bot. Its requests forget the token after any 401, and would never ask again. */
  get client(): Client<true> {
    const client = this.#client;
    if (client?.isReady() !== true) throw new Error('Discord is not connected');
    client.rest.setToken(this.#options.discordToken);
    return client;
  }

  /** Disconnects. No further events arrive. */
  async stop(): Promise<void> {
    await this.#client?.destroy();
  }

  async #connectOnce(inputs: Inputs, chooseShards: () => Promise<GatewayShards>): Promise<string> {
    const { discordToken, onClosed, signal } = this.#options;
    signal.throwIfAborted();
    try {
      const client = this.#prepare(inputs, await chooseShards());
      const applicationId = await logIn(client, discordToken, signal);
      client.on(Events.ShardDisconnect, ({ code }) => {
        onClosed(new GatewayClosedError(code));
      });
      return applicationId;
    } catch (error) {
      if (isBadToken(error)) throw new BadTokenError();
      throw error;
    }
  }

  #prepare(inputs: Inputs, shards: GatewayShards): Client {
    const client = createClient(this.#options, shards, this.#shards.ws);
    this.#listen(client, inputs);
    this.#shards.follow(client);
    client.on(Events.Error, (error) => {
      this.#options.log.error('the gateway connection failed', { error });
    });
    // The servers that a login names are never read, and the library keeps a dozen collections for each.
    client.on(Events.ShardReady, () => {
      client.guilds.cache.clear();
    });
    this.#client = client;
    return client;
  }

  /** Listens to interactions, and to reactions as plain data: the library knows none in direct messages. */
  #listen(client: Client, { router, reactions }: Inputs): void {
    const { log } = this.#options;
    // The event comes as Discord sent it, and then as the library's, which leaves threads out.
    const events = latest<APIInteraction>(MAX_UNHEARD);
    client.ws.on(InteractionCreate, (event: APIInteraction) => {
      events.set(event.id, event);
    });
    client.on(Events.InteractionCreate, (interaction) => {
      const event = events.get(interaction.id);
      events.delete(interaction.id);
      if (event) router.take(interaction, event);
      else log.warn('dropped an interaction, since too many came at once', { interactionId: interaction.id });
    });
    client.ws.on(MessageReactionAdd, (event: GatewayMessageReactionAddDispatchData) => {
      if (client.user) reactions.added(event, client.user.id);
    });
    client.ws.on(MessageReactionRemove, (event: GatewayMessageReactionRemoveDispatchData) => {
      reactions.removed(event);
    });
  }
}
