import type { RESTOptions } from '@discordjs/rest';
import type { Clock } from '../lib/clock.ts';
import { latest } from '../lib/latest.ts';
import { doubling } from '../lib/retry.ts';

type MakeRequest = RESTOptions['makeRequest'];
type Answer = Awaited<ReturnType<MakeRequest>>;

const pauseMsAfter = doubling(1_000, 2 * 60_000);
/** While the request that ends a pause is under way, no other is sent. */
const PROBE_MS = 5_000;
/** Refusals longer ago than this no longer count. */
const FORGOTTEN_AFTER_MS = 10 * 60_000;
const MAX_REMEMBERED = 5_000;
/** Longer ones are not kept. Discord's errors are short. */
const MAX_BODY_LENGTH = 4_000;

/** How often the whole process may repeat a refused request: once in this time. */
const REFILL_MS = 8_000;
/** How many more repeated requests each success allows. */
const REWARD = 4;

const UNAUTHORIZED = 401;
const FORBIDDEN = 403;
const NOT_FOUND = 404;
const TOO_MANY_REQUESTS = 429;
const UNKNOWN_WEBHOOK = '"code":10015';
/** Direct messages are opened too fast, no matter for whom. */
const OPENED_TOO_FAST = '"code":40003';
/** A reply is refused, and the same message without one may be taken. */
const REPLY_NEEDS_HISTORY = '"code":160002';

/** Everything that this machine asks Discord. */
const ALL = 'all';
/** Everything that the bot asks with its own token. */
const BOT = 'bot';

/** A request, as far as it matters here. */
interface Asked {
  /** The address with everything that names one thing alone. */
  exact: string;
  /** What has the same limit and takes the same permission: the method, and the address without the ids after its first one. */
  bucket: string;
  /** The same; a permission of their own is needed for files, and for embeds. */
  place: string;
  /** The interaction's token in the address. */
  token: string | undefined;
  asBot: boolean;
  /** The first answer to an interaction: it has three seconds, and bounds its attempts itself. */
  isFirstAnswer: boolean;
  pool: Exclude<PoolName, 'away'>;
}

/** What was refused together shares how often more is asked: `away` is the state of Discord, the others are of one place. */
type PoolName = 'away' | 'places' | 'reactions';

const POOL_SIZES: Record<PoolName, number> = { away: 40, places: 15, reactions: 10 };

/** How many more requests of what was refused may be made; it fills up with time, and with success. */
class Pool {
  readonly #size: number;
  #left: number;
  #at = 0;

  constructor(size: number) {
    this.#size = size;
    this.#left = size;
  }

  /** Milliseconds until the next one may be made. */
  waitMs(now: number): number {
    const passedMs = Math.max(0, now - this.#at);
    this.#left = Math.min(this.#size, this.#left + passedMs / REFILL_MS);
    this.#at = now;
    return this.#left >= 1 ? 0 : Math.ceil((1 - this.#left) * REFILL_MS);
  }

  take(): void {
    this.#left -= 1;
  }

  reward(): void {
    this.#left = Math.min(this.#size, this.#left + REWARD);
  }
}

/** What Discord refused, and until when it isn't asked for again. */
interface Refused {
  count: number;
  since: number;
  pauseMs: number;
  pool: PoolName;
  /** The refusal, which is repeated meanwhile; undefined: what is asked meanwhile is held back as by a rate limit. */
  answer: { status: number; body: string } | undefined;
}

/** The facts of a request that its address doesn't tell. */
interface Sent {
  method: string;
  holds: '' | ' with files' | ' with embeds';
  asBot: boolean;
}

const sentOf = ({ method = 'GET', body, headers }: Parameters<MakeRequest>[1]): Sent => ({
  method,
  // A message without files is a text.
  holds:
    body instanceof Object
      ? ' with files'
      : typeof body === 'string' && body.includes('"embeds":[{')
        ? ' with embeds'
        : '',
  asBot: Object.keys(headers ?? {}).some((name) => name.toLowerCase() === 'authorization'),
});

const askedOf = (address: string, { method, holds, asBot }: Sent): Asked => {
  const path = new URL(address).pathname.replace(/^.*?\/v\d+(?=\/)/, '');
  const [, kind, first, second] = path.split('/');
  const token = kind === 'webhooks' ? second : undefined;
  const major =
    kind === 'webhooks' ? `/webhooks/${first ?? ''}/${second ?? ''}` : `/${kind ?? ''}/${first ?? ''}`;
  const rest = path
    .slice(major.length)
    .replace(/\/reactions\/.*$/, '/reactions')
    .replace(/\/\d+/g, '/{id}');
  const bucket = `${method} ${major}${rest}`;
  return {
    exact: `${method} ${path}${holds}`,
    bucket,
    place: bucket + holds,
    token,
    asBot,
    isFirstAnswer: kind === 'interactions',
    pool: rest.endsWith('/reactions') ? 'reactions' : 'places',
  };
};

const isJson = (type: string | null): boolean => type === null || type.includes('json');

/** How long Discord says to wait; 0 when it doesn't say. */
const retryAfterMs = (headers: Answer['headers']): number => {
  const seconds = Number(headers.get('retry-after') ?? 0);
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds * 1_000) : 0;
};

/** What a refusal is about, and whether it is to be repeated from memory. */
const concerned = (
  asked: Asked,
  { status, headers }: Pick<Answer, 'status' | 'headers'>,
  body: string,
): { key: string; pool: PoolName; pauses: boolean; repeats: boolean } => {
  const away = { pool: 'away', pauses: true } as const;
  const place = { pool: asked.pool, pauses: true, repeats: true } as const;
  // Cloudflare's page in front of Discord: it has blocked this machine.
  if ([FORBIDDEN, TOO_MANY_REQUESTS].includes(status) && !isJson(headers.get('content-type')))
    return { ...away, key: ALL, repeats: false };
  if (status === TOO_MANY_REQUESTS) {
    const isGlobal = asked.asBot && headers.has('x-ratelimit-global');
    return { ...away, key: isGlobal ? BOT : asked.bucket, repeats: false };
  }
  // Not repeated: whether the token is right is the gateway's question.
  if (status === UNAUTHORIZED && asked.asBot) return { ...away, key: BOT, repeats: false };
  const isTokenDead = status === UNAUTHORIZED || body.includes(UNKNOWN_WEBHOOK);
  if (asked.token !== undefined && isTokenDead) return { ...place, key: asked.token };
  if (status === FORBIDDEN && !body.includes(REPLY_NEEDS_HISTORY))
    return { ...place, key: asked.place, repeats: !body.includes(OPENED_TOO_FAST) };
  if (status === NOT_FOUND || status === UNAUTHORIZED) return { ...place, key: asked.exact };
  // The next request may be another message at the same address, which is taken.
  return { key: asked.exact, pool: status >= 500 ? 'away' : asked.pool, pauses: false, repeats: false };
};

const answerOf = (status: number, body: string, headers: Record<string, string> = {}): Answer =>
  new Response(body, { status, headers: { 'content-type': 'application/json', ...headers } });

/** As Discord says it: https://docs.discord.com/developers/topics/rate-limits#exceeding-a-rate-limit */
const heldBack = (waitMs: number): Answer => {
  const seconds = Math.max(waitMs, 1) / 1_000;
  const body = { message: 'Held back by Easel.', retry_after: seconds, global: false };
  return answerOf(TOO_MANY_REQUESTS, JSON.stringify(body), { 'retry-after': String(seconds) });
};

/**
 * Keeps Discord's goodwill: what it refused is asked for again only after pauses that grow, and in the whole process only now
 * and then. Discord blocks a machine that makes 10,000 refused requests in ten minutes:
 * https://docs.discord.com/developers/topics/rate-limits#invalid-request-limit-aka-cloudflare-bans
 *
 * Stands where all requests come through, whichever client makes them. A request that isn't sent is answered here: with the
 * refusal, where it would be the same again, or else as by a rate limit. First requests are never held back for what others
 * were refused, unless Discord refuses this bot or this machine as a whole.
 */
export class Brake {
  readonly #clock: Pick<Clock, 'steady'>;
  readonly #refused = latest<Refused>(MAX_REMEMBERED);
  readonly #pools: Record<PoolName, Pool> = {
    away: new Pool(POOL_SIZES.away),
    places: new Pool(POOL_SIZES.places),
    reactions: new Pool(POOL_SIZES.reactions),
  };

  constructor(clock: Pick<Clock, 'steady'>) {
    this.#clock = clock;
  }

  /** Makes requests with the function, except what is held back. */
  readonly over =
    (send: MakeRequest): MakeRequest =>
    async (address, init) => {
      const asked = askedOf(address, sentOf(init));
      const instead = this.#instead(asked);
      if (instead) return instead;
      const answer = await send(address, init);
      if (answer.status < 400) {
        this.#succeeded(asked);
        return answer;
      }
      const body = await answer.text();
      this.#failed(asked, answer, body);
      const { status, headers } = answer;
      return new Response(body, { status, headers: new Headers([...headers]) });
    };

  #about(asked: Asked, now: number): { key: string; refused: Refused }[] {
    if (asked.isFirstAnswer) return [];
    const { exact, bucket, place, token, asBot } = asked;
    const keys = new Set([
      ALL,
      ...(asBot || token === undefined ? [BOT] : []),
      exact,
      bucket,
      place,
      token ?? ALL,
    ]);
    return [...keys].flatMap((key) => {
      const refused = this.#recall(key, now);
      return refused ? { key, refused } : [];
    });
  }

  #recall(key: string, now: number): Refused | undefined {
    const refused = this.#refused.get(key);
    if (refused && now >= refused.since && now - refused.since < FORGOTTEN_AFTER_MS + refused.pauseMs)
      return refused;
    this.#refused.delete(key);
    return undefined;
  }

  #waitMs({ since, pauseMs, pool }: Refused, now: number): number {
    return Math.max(0, since + pauseMs - now) || this.#pools[pool].waitMs(now);
  }

  /** The answer to a request that isn't sent. */
  #instead(asked: Asked): Answer | undefined {
    const now = this.#clock.steady();
    const about = this.#about(asked, now);
    const waits = about.map(({ refused }) => ({ refused, waitMs: this.#waitMs(refused, now) }));
    const longest = waits.toSorted((a, b) => b.waitMs - a.waitMs)[0];
    if (!longest) return undefined;
    if (longest.waitMs > 0) {
      const { answer } = longest.refused;
      return answer ? answerOf(answer.status, answer.body) : heldBack(longest.waitMs);
    }
    for (const pool of new Set(about.map(({ refused }) => refused.pool))) this.#pools[pool].take();
    // One request finds out; those beside it wait for what it finds.
    for (const { refused } of about)
      if (refused.pauseMs > 0) {
        refused.since = now;
        refused.pauseMs = PROBE_MS;
      }
    return undefined;
  }

  #succeeded(asked: Asked): void {
    for (const { key, refused } of this.#about(asked, this.#clock.steady())) {
      this.#pools[refused.pool].reward();
      this.#refused.delete(key);
    }
  }

  #failed(asked: Asked, answer: Answer, body: string): void {
    const now = this.#clock.steady();
    const { key, pool, pauses, repeats } = concerned(asked, answer, body);
    if (asked.isFirstAnswer && key !== ALL) return;
    const count = (this.#recall(key, now)?.count ?? 0) + 1;
    const ownMs = pauseMsAfter(count - 1);
    this.#refused.set(key, {
      count,
      since: now,
      pauseMs: pauses ? Math.max(retryAfterMs(answer.headers), ownMs) : 0,
      pool,
      answer: repeats
        ? { status: answer.status, body: body.length > MAX_BODY_LENGTH ? '{}' : body }
        : undefined,
    });
  }
}
