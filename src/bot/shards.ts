import type { Runtime } from '../services/operations/runtime.ts';
import {
  Events,
  GatewayCloseCodes,
  SimpleIdentifyThrottler,
  SimpleShardingStrategy,
  WebSocketShardStatus,
  type Client,
  type IIdentifyThrottler,
  type REST,
  type WebSocketOptions,
} from 'discord.js';
import type { APIGatewaySessionStartLimit } from 'discord-api-types/v10';
import type { Lease } from '../services/storage/lease.ts';
import type { Clock } from '../lib/clock.ts';
import { doubling, retry } from '../lib/retry.ts';
import { gatewayOf, isUnauthorized } from '../discord/rest.ts';

const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;
/** Twelve an hour leave most of a day's logins. */
const MAX_LOGIN_PAUSE_MS = 5 * 60_000;
/** A login that comes this long after the one before is none of a series. */
const SERIES_MS = 10 * 60_000;
/** The longest wait before Easel asks Discord again how many logins are left, although Discord says when it resets the count. */
const MAX_LOOK_MS = 60 * 60_000;
/** https://docs.discord.com/developers/events/gateway#rate-limiting-and-sharding */
const IDENTIFY_MS = 5_000;
/** When the operator is warned, and when only a restart logs in. Discord resets the token of a bot that uses up all logins. */
const FEW_LEFT = 0.75;
const KEPT = 0.5;

/** The library's own end of a connection on which nothing came, or no session. */
const UNSAID = 1000;
const REASONS: Partial<Record<number, string>> = {
  [UNSAID]: 'the gateway gave no session',
  1006: 'the gateway was not reached, or broke off',
};

/** How long to wait after so many failures in a row. */
const pauseMs = (failures: number, maxMs: number): number =>
  failures === 0 ? 0 : doubling(FIRST_PAUSE_MS, maxMs)(failures - 1);

/** How many logins are left, for the log. */
const left = ({ remaining, total, reset_after: resetMs }: Limit, clock: Clock) => ({
  remaining,
  total,
  resetsAt: new Date(clock.now() + resetMs).toISOString(),
});

type Limit = APIGatewaySessionStartLimit;
type Manager = Parameters<NonNullable<WebSocketOptions['buildStrategy']>>[0];

/** What the connections of a shard came to. */
interface Line {
  /** Connections in a row that didn't last. */
  failures: number;
  /** Logins in a row that came soon after one another. */
  logins: number;
  loggedInAt?: number;
  /** Whether it was there before, and isn't now. */
  isAway: boolean;
  /** Since when it has its session, if it has one. */
  readyAt?: number | undefined;
  /** How the last connection ended, as far as anything says so. */
  code?: number | undefined;
  error?: Error | undefined;
}

/** The library's own strategy makes its client give up at the first error, although the shards continue to connect. */
class LastingStrategy extends SimpleShardingStrategy {
  override async connect(): Promise<void> {
    await super.connect().catch(() => undefined);
  }
}

/** Decides when shards connect, which the library does twice a second, and how often they log in. */
export class Shards {
  readonly #lines = new Map<number, Line>();
  #client: Client | undefined;
  #left = { ratio: 1, until: 0 };

  constructor(
    private readonly runtime: Pick<Runtime, 'clock' | 'log' | 'signal'>,
    private readonly api: { bot: Pick<REST, 'get'> },
    /** Given where several processes connect. */
    private readonly lease?: Pick<Lease, 'takeTurn'> | undefined,
  ) {}

  /** How much is left of a day's logins, from 0 to 1, by what Discord said last. */
  get loginsLeft(): number {
    return this.runtime.clock.steady() < this.#left.until ? this.#left.ratio : 1;
  }

  /** What the library's client is made with. */
  get ws(): WebSocketOptions {
    return {
      buildStrategy: (manager) => this.#strategyOf(manager),
      buildIdentifyThrottler: (manager) => this.#throttlerOf(manager),
    };
  }

  /** Learns how the shards of a new client fare. */
  follow(client: Client): void {
    this.#client = client;
    this.#lines.clear();
    client.on(Events.ShardError, (error, shard) => {
      const line = this.#lines.get(shard);
      if (line) line.error = error;
    });
    client.on(Events.ShardReady, (shard) => {
      this.#isThere(shard);
    });
    client.on(Events.ShardResume, (shard, replayed) => {
      this.#isThere(shard, replayed);
    });
  }

  #isThere(shard: number, replayed?: number): void {
    const line = this.#lines.get(shard);
    if (!line) return;
    if (line.isAway) this.runtime.log.info('a shard is back', { shard, replayed });
    line.isAway = false;
    line.readyAt = this.runtime.clock.steady();
  }

  #strategyOf(manager: Manager): LastingStrategy {
    const strategy = new LastingStrategy(manager);
    const { options } = manager;
    const sessionOf = options.retrieveSessionInfo.bind(options);
    // It is asked before each connection, too; a shard that the client has let go of has no state.
    options.retrieveSessionInfo = async (shard) => {
      const states = await strategy.fetchStatus();
      if ((states.get(shard) ?? WebSocketShardStatus.Idle) === WebSocketShardStatus.Idle)
        await this.#untilItMayConnect(shard, (await sessionOf(shard)) !== null);
      return sessionOf(shard);
    };
    return strategy;
  }

  async #untilItMayConnect(shard: number, hasSession: boolean): Promise<void> {
    const line = this.#lines.get(shard);
    if (line) {
      const hasToLogIn = !hasSession && line.loggedInAt !== undefined;
      const waitMs = this.#pauseOf(line, hasToLogIn);
      this.#tell(shard, line, waitMs);
      Object.assign(line, { isAway: true, readyAt: undefined, code: undefined, error: undefined });
      await this.runtime.clock.sleep(waitMs, this.runtime.signal);
      if (hasToLogIn) await this.#untilLoginsAreLeft();
    } else this.#begin(shard);
    // The library has no other way to stop a shard between two connections.
    if (this.runtime.signal.aborted) await new Promise(() => undefined);
  }

  #begin(shard: number): void {
    const line: Line = { failures: 0, logins: 0, isAway: false };
    this.#lines.set(shard, line);
    this.#client?.ws.shards.get(shard)?.on('close', ({ code }) => {
      line.code = code;
    });
  }

  /** A connection that stood for longer than the next pause doesn't count as a failure; logins of a series all do. */
  #pauseOf(line: Line, hasToLogIn: boolean): number {
    const now = this.runtime.clock.steady();
    const stoodMs = now - (line.readyAt ?? now);
    const nextMs = pauseMs(line.failures + 1, MAX_PAUSE_MS);
    line.failures = stoodMs < nextMs ? line.failures + 1 : 0;
    const loginMs = hasToLogIn && this.#isInSeries(line) ? pauseMs(line.logins, MAX_LOGIN_PAUSE_MS) : 0;
    return Math.max(pauseMs(line.failures, MAX_PAUSE_MS), loginMs);
  }

  #isInSeries({ loggedInAt = -Infinity }: Line): boolean {
    return this.runtime.clock.steady() - loggedInAt < SERIES_MS;
  }

  #tell(shard: number, { code, error }: Line, waitMs: number): void {
    const reason = REASONS[code ?? UNSAID] ?? GatewayCloseCodes[code ?? UNSAID];
    const fields = { shard, waitMs, code, reason, error };
    if (waitMs === 0) this.runtime.log.info('a shard is reconnecting', fields);
    else this.runtime.log.repeated('warn', "a shard's connection doesn't last, trying again", fields);
  }

  async #throttlerOf(manager: Manager): Promise<IIdentifyThrottler> {
    const { session_start_limit: limit } = await manager.fetchGatewayInformation();
    const { max_concurrency: concurrency } = limit;
    this.#note(limit);
    const own = new SimpleIdentifyThrottler(concurrency);
    return {
      waitForIdentify: async (shard, signal) => {
        await (this.lease?.takeTurn(shard % concurrency, IDENTIFY_MS, signal) ??
          own.waitForIdentify(shard, signal));
        // The library would log in a second time if the connection ended while it waited.
        signal.throwIfAborted();
        const line = this.#lines.get(shard);
        if (!line) return;
        line.logins = this.#isInSeries(line) ? line.logins + 1 : 1;
        line.loggedInAt = this.runtime.clock.steady();
      },
    };
  }

  /** Discord takes the token away from a bot that uses up all logins of a day; a restart may always log in. */
  async #untilLoginsAreLeft(): Promise<void> {
    for (;;) {
      const limit = await this.#askForLimit();
      if (!limit || this.runtime.signal.aborted || limit.remaining > limit.total * KEPT) return;
      this.runtime.log.error(
        'half of the logins of a day are used up: the bot waits for new ones, or for a restart',
        left(limit, this.runtime.clock),
      );
      await this.runtime.clock.sleep(Math.min(limit.reset_after, MAX_LOOK_MS), this.runtime.signal);
    }
  }

  /** Undefined where Discord doesn't know the token, which its gateway says better, and once the signal aborts. */
  #askForLimit(): Promise<Limit | undefined> {
    const ask = async () => {
      const { session_start_limit: limit } = await gatewayOf(this.api.bot);
      this.#note(limit);
      return limit;
    };
    return retry(ask, {
      delayMs: (error, attempt) => (isUnauthorized(error) ? undefined : pauseMs(attempt + 1, MAX_PAUSE_MS)),
      onFailure: (error, { waitMs }) => {
        this.runtime.log.repeated('warn', "Discord can't be reached, trying again", { waitMs, error });
      },
      clock: this.runtime.clock,
      signal: this.runtime.signal,
    }).catch(() => undefined);
  }

  #note(limit: Limit): void {
    const ratio = limit.remaining / limit.total;
    this.#left = { ratio, until: this.runtime.clock.steady() + limit.reset_after };
    if (ratio <= FEW_LEFT)
      this.runtime.log.repeated(
        'warn',
        "many of a day's logins at Discord are used up",
        left(limit, this.runtime.clock),
      );
  }
}
