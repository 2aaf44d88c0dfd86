import type { Config } from '../config.ts';
import { within } from '../lib/clock.ts';
import { startHttp, type HttpServer } from '../services/operations/http.ts';
import type { Ownership } from '../services/storage/ownership.ts';
import type { DiscordServices } from './discord.ts';
import type { Runtime } from './runtime.ts';
import type { Services } from './services.ts';

/** Health checks usually time out after 3 to 5 s. */
const STORE_ANSWERS_WITHIN_MS = 2_000;
/** There is no such row. */
const ABSENT_ROW = 'health';

/** The parts whose state is served over HTTP. */
export interface Observed {
  ownership: Pick<Ownership, 'isHeld' | 'isStandby'>;
  services: Pick<Services, 'stores' | 'metrics' | 'guilds'>;
  discord: { gateway: Pick<DiscordServices['gateway'], 'isReady'> };
}

/** Whether the store answers a read in time. Concurrent callers share one read. */
const storeCheck = ({ stores }: Observed['services'], { clock }: Runtime): (() => Promise<boolean>) => {
  let underWay: Promise<boolean> | undefined;
  const check = async (): Promise<boolean> => {
    const answers = stores.estimates.get(ABSENT_ROW).then(
      () => true,
      () => false,
    );
    const isInTime = await within(STORE_ANSWERS_WITHIN_MS, answers, clock);
    underWay = undefined;
    return isInTime ?? false;
  };
  return () => (underWay ??= check());
};

/** Gauges that are read when the metrics are requested. */
const watchParts = ({ ownership, discord, services: { metrics, guilds } }: Observed): void => {
  metrics.watch('easel_gateway_connected', 'Whether Discord can reach this process', () =>
    Number(discord.gateway.isReady),
  );
  const leaseHelp = 'Whether this process may work: it holds its lease, or needs none';
  metrics.watch('easel_lease_held', leaseHelp, () => Number(ownership.isHeld()));
  const standbyHelp = 'Whether this process is a standby';
  metrics.watch('easel_standby', standbyHelp, () => Number(ownership.isStandby));
  const restingHelp = 'Accounts that rest, since the image service takes no submissions of theirs';
  metrics.watch('easel_accounts_resting', restingHelp, () => guilds.breakers.resting);
};

/** Serves readiness and metrics, if a port is configured. */
export const serve = async (
  { httpPort: port, httpHost: host }: Config,
  parts: Observed,
  runtime: Runtime,
): Promise<HttpServer | undefined> => {
  if (port === undefined) return undefined;
  const { ownership, discord } = parts;
  const { metrics } = parts.services;
  const storeAnswers = storeCheck(parts.services, runtime);
  watchParts(parts);
  return startHttp({
    port,
    host,
    // A standby counts as ready, so that a rolling deploy can go on and stop the old process.
    readiness: async () => {
      const store = await storeAnswers();
      const standby = ownership.isStandby;
      const gateway = discord.gateway.isReady;
      return { ok: store && (standby || (gateway && ownership.isHeld())), standby, gateway, store };
    },
    metrics: () => metrics.text(),
    onError: (error) => {
      runtime.log.error('failed to answer an HTTP request', { error });
    },
  });
};
