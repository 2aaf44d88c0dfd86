import type { Config } from '../config.ts';
import { within } from '../lib/clock.ts';
import { startHttp, type HttpServer } from '../services/operations/http.ts';
import type { Lease } from '../services/storage/lease.ts';
import type { DiscordServices } from './discord.ts';
import type { Runtime } from './runtime.ts';
import type { Services } from './services.ts';

/** Health checks usually time out after 3 to 5 s. */
const STORE_ANSWERS_WITHIN_MS = 2_000;
/** There is no such row. */
const ABSENT_ROW = 'health';

/** The parts whose state is served over HTTP. */
export interface Observed {
  lease: Pick<Lease, 'isHeld' | 'isStandby'>;
  services: Pick<Services, 'stores' | 'metrics' | 'guilds'>;
  discord: { gateway: Pick<DiscordServices['gateway'], 'isReady'> };
}

/** Whether the store answers a read in time. Concurrent callers share one read. */
const storeCheck = (opened: () => Observed | undefined, { clock }: Runtime): (() => Promise<boolean>) => {
  let underWay: Promise<boolean> | undefined;
  const check = async (): Promise<boolean> => {
    const answers = opened()
      ?.services.stores.estimates.get(ABSENT_ROW)
      .then(
        () => true,
        () => false,
      );
    return (await within(STORE_ANSWERS_WITHIN_MS, answers ?? false, clock)) ?? false;
  };
  return () =>
    (underWay ??= check().finally(() => {
      underWay = undefined;
    }));
};

/** Gauges that are read when the metrics are requested. */
export const watchState = ({ lease, discord, services: { metrics, guilds } }: Observed): void => {
  metrics.watch('easel_gateway_connected', 'Whether Discord can reach this process', () =>
    Number(discord.gateway.isReady),
  );
  const leaseHelp = 'Whether this process may work: it holds its lease, or needs none';
  metrics.watch('easel_lease_held', leaseHelp, () => Number(lease.isHeld()));
  const standbyHelp = 'Whether this process is a standby';
  metrics.watch('easel_standby', standbyHelp, () => Number(lease.isStandby));
  const restingHelp = 'Accounts that rest, since the image service takes no submissions of theirs';
  metrics.watch('easel_accounts_resting', restingHelp, () => guilds.breakers.resting);
};

/** Serves readiness and metrics, if a port is configured; from before the store is open. */
export const serve = async (
  { httpPort: port, httpHost: host }: Config,
  opened: () => Observed | undefined,
  runtime: Runtime,
): Promise<HttpServer | undefined> => {
  if (port === undefined) return undefined;
  const storeAnswers = storeCheck(opened, runtime);
  return startHttp({
    port,
    host,
    // A standby counts as ready, so that a rolling deploy can go on and stop the old process.
    readiness: async () => {
      const store = await storeAnswers();
      const parts = opened();
      const standby = parts?.lease.isStandby ?? false;
      const gateway = parts?.discord.gateway.isReady ?? false;
      const isHeld = parts?.lease.isHeld() ?? false;
      return { ok: store && (standby || (gateway && isHeld)), standby, gateway, store };
    },
    metrics: async () => (await opened()?.services.metrics.text()) ?? '',
    onError: (error) => {
      runtime.log.error('failed to answer an HTTP request', { error });
    },
  });
};
