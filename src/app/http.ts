import type { Config } from '../config.ts';
import { within, type Clock } from '../lib/clock.ts';
import { startHttp, type HttpServer } from '../services/operations/http.ts';
import type { Outside } from './runtime.ts';
import type { Parts } from './wiring.ts';

/** Health checks usually time out after 3 to 5 s. */
const STORE_ANSWERS_WITHIN_MS = 2_000;
/** There is no such row. */
const ABSENT_ROW = 'health';

/** Whether the store answers in time: a write, as soon as this process works on it. */
const storeAnswers = async ({ stores, storage, gateway }: Parts, clock: Clock): Promise<boolean> => {
  const read = () =>
    stores.estimates.get(ABSENT_ROW).then(
      () => true,
      () => false,
    );
  const answers = gateway.isReady ? storage.tryToWrite() : read();
  return (await within(STORE_ANSWERS_WITHIN_MS, answers, clock)) ?? false;
};

/** Gauges that are read when the metrics are requested. */
export const watchState = ({ lease, gateway, metrics, breakers }: Parts): void => {
  metrics.watch('easel_gateway_connected', 'Whether Discord can reach this process', () =>
    Number(gateway.isReady),
  );
  const loginsHelp = "How much is left of a day's logins at Discord, from 0 to 1";
  metrics.watch('easel_discord_logins_left', loginsHelp, () => gateway.loginsLeft);
  const leaseHelp = 'Whether this process may work: it holds its lease, or needs none';
  metrics.watch('easel_lease_held', leaseHelp, () => Number(lease.isHeld()));
  const standbyHelp = 'Whether this process is a standby';
  metrics.watch('easel_standby', standbyHelp, () => Number(lease.isStandby));
  const restingHelp = 'Accounts that rest, since the image service takes no submissions of theirs';
  metrics.watch('easel_accounts_resting', restingHelp, () => breakers.resting);
  const cutOffHelp = "Of these: since the image service can't be reached, or fails";
  metrics.watch('easel_accounts_cut_off', cutOffHelp, () => breakers.cutOff);
};

/** Serves readiness and metrics, if a port is configured; from before the store is open. */
export const serve = async (
  { httpPort: port, httpHost: host }: Config,
  opened: () => Parts | undefined,
  runtime: Outside,
): Promise<HttpServer | undefined> => {
  if (port === undefined) return undefined;
  return startHttp({
    port,
    host,
    // A standby counts as ready, so that a rolling deploy can go on and stop the old process.
    readiness: async () => {
      const parts = opened();
      if (!parts) return { ok: false, standby: false, gateway: false, store: false };
      const store = await storeAnswers(parts, runtime.clock);
      const standby = parts.lease.isStandby;
      const gateway = parts.gateway.isReady;
      return { ok: store && (standby || (gateway && parts.lease.isHeld())), standby, gateway, store };
    },
    metrics: async () => (await opened()?.metrics.text()) ?? '',
    onError: (error) => {
      runtime.log.error('failed to answer an HTTP request', { error });
    },
  });
};
