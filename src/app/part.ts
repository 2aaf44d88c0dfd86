import { DISCORD_API_URL, type Config } from '../config.ts';
import type { DiscordApi } from '../discord/api.ts';
import { askAsBot, confirmToken, gatewayOf } from '../discord/rest.ts';
import { broken, ok, skipped, type CheckResult } from '../lib/check.ts';
import { systemClock, type Clock } from '../lib/clock.ts';
import type { Log } from '../services/operations/log.ts';
import type { Metrics } from '../services/operations/metrics.ts';
import type { Database } from '../services/storage/database.ts';
import { FencedError } from '../services/storage/errors.ts';
import type { Lease, LeaseEvent } from '../services/storage/lease.ts';
import type { Storage } from '../services/storage/store.ts';
import type { Running } from './runtime.ts';

const LOOK_EVERY_MS = 5_000;
/** A process that is started again takes its part sooner. */
const UNHELD_MS = 30_000;

/** The shards of a part; `auto` where it is all of them, and Discord says how many. */
export const shardsOf = async (
  part: number,
  { shards, parts }: Pick<Config, 'shards' | 'parts'>,
  recommended: () => Promise<number>,
): Promise<'auto' | { ids: number[]; total: number }> => {
  if (shards === 'auto' && parts === 1) return 'auto';
  const total = shards === 'auto' ? Math.ceil((await recommended()) / parts) * parts : shards;
  return { ids: Array.from({ length: total / parts }, (_, index) => part + index * parts), total };
};

/** https://docs.discord.com/developers/topics/rate-limits#global-rate-limit */
const BOT_REQUESTS_PER_SECOND = 50;

/** How many of the bot's requests a second are this process's; a proxy divides them itself. */
export const botRate = ({ discordApiUrl, parts }: Pick<Config, 'discordApiUrl' | 'parts'>): number =>
  discordApiUrl === DISCORD_API_URL
    ? Math.max(1, Math.floor(BOT_REQUESTS_PER_SECOND / parts))
    : BOT_REQUESTS_PER_SECOND;

/** The log line of each event. */
const LINES = {
  waiting: ['info', 'standing by: another process has the shards'],
  taken: ['info', 'took over a part of the shards'],
  rekeyed: [
    'warn',
    'the store has taken the present encryption key instead of its former one, since it holds no API keys',
  ],
  suspended: ['error', 'lost the connection to the store: pausing until this process has its part again'],
  resumed: ['info', 'this process has its part again: continuing'],
  lost: ['error', 'another process has taken over'],
} as const satisfies Record<LeaseEvent, readonly ['info' | 'warn' | 'error', string]>;

/** The lease of this process's part of the shards; what happens to it is logged and counted. */
export const leaseOf = (
  { shards, parts }: Pick<Config, 'shards' | 'parts'>,
  { onFailed, log }: Pick<Running, 'onFailed' | 'log'>,
  { database }: Pick<Storage, 'database'>,
  { api, metrics }: { api: DiscordApi; metrics: Metrics },
): Lease => {
  const lease = database.lease({
    shards,
    parts,
    onEvent: (event, error) => {
      const [level, message] = LINES[event];
      log[level](message, { part: lease.part, error });
      metrics.countLeaseEvent({ event });
      if (event === 'lost') onFailed(new FencedError());
      // A standby may not connect for days.
      if (event === 'waiting') confirmToken(api.bot).catch(onFailed);
    },
  });
  return lease;
};

/** Says when parts have had no process for a while, until the signal aborts. */
export const watchParts = async (
  database: Pick<Database, 'parts'>,
  { clock, log, metrics, signal }: { clock: Clock; log: Log; metrics: Metrics; signal: AbortSignal },
): Promise<void> => {
  let unheld = 0;
  let unheldForMs = 0;
  metrics.watch('easel_parts_unheld', 'Parts of the shards that no process has', () => unheld);
  while (!signal.aborted) {
    // The store logs its failures itself.
    unheld = await database.parts().then(
      ({ all, held }) => all - held,
      () => 0,
    );
    unheldForMs = unheld > 0 ? unheldForMs + LOOK_EVERY_MS : 0;
    if (unheldForMs === UNHELD_MS)
      log.error('parts of the shards have no process: start more of them', { unheld });
    await clock.sleep(LOOK_EVERY_MS, signal);
  }
};

type Starts = Awaited<ReturnType<typeof gatewayOf>>['session_start_limit'];

/** A bot that was started too often today isn't let in until the day is over. */
const checkStarts = ({ remaining, reset_after: resetAfterMs }: Starts): CheckResult[] => {
  if (remaining > 0) return [];
  const resetsAt = new Date(systemClock.now() + resetAfterMs).toISOString();
  const text = `Discord lets this bot log in again at ${resetsAt}: it was started too often today.`;
  return [broken('logins', text, 'Wait, and stop what restarts it again and again.')];
};

const SHARDS = 'shards';
const AUTO_SHARDS = ok(SHARDS, 'As many shards as Discord recommends.');

/** Discord closes the connections of a bot whose shards have too many servers, so a fixed number must keep up with it. */
const checkShards = ({ shards }: Config, recommended: number): CheckResult => {
  if (shards === 'auto') return AUTO_SHARDS;
  const text = `SHARDS is ${shards}, and Discord recommends ${recommended}.`;
  return shards >= recommended
    ? ok(SHARDS, text)
    : broken(SHARDS, text, 'Set SHARDS=auto, or a larger number.');
};

/** Whether Discord lets the bot connect with its shards. */
export const checkGateway = async (config: Config): Promise<CheckResult[]> => {
  try {
    const { shards, session_start_limit: starts } = await askAsBot(config, gatewayOf);
    return [checkShards(config, shards), ...checkStarts(starts)];
  } catch {
    // The check of the token says why.
    return [
      config.shards === 'auto'
        ? AUTO_SHARDS
        : skipped(SHARDS, "Discord can't be asked how many shards it recommends."),
    ];
  }
};

/** While Easel runs, every part of the shards needs a process. */
export const checkParts = ({ all, held }: { all: number; held: number }): CheckResult[] => {
  if (all === 1 || held === 0) return [];
  const text = `${held} of ${all} parts of the shards have a process.`;
  return [held === all ? ok('parts', text) : broken('parts', text, `Start ${all - held} more processes.`)];
};
