import { sumOf } from './summary.ts';
import { countedByAll, type Tally } from './tally.ts';

/** What one server, or all direct messages together, requested in one month. */
export interface MonthOfServer {
  month: string;
  /** The server's id, or `direct messages`. */
  server: string;
  requests: number;
  succeeded: number;
  failed: number;
  /** Those of which it isn't known whether they were paid for. */
  unconfirmed: number;
  /** How many of them the operator's key paid for, or may have. */
  shared: number;
}

/** A requester and a day; what the operator's key paid for is counted once more, whichever key that was. */
const KEY = /^(shared )?(\d+) (\d{4}-\d\d)-\d\d$/;

const countsOf = (tally: Tally): Pick<MonthOfServer, 'succeeded' | 'failed' | 'unconfirmed'> => {
  const { all } = sumOf([tally]);
  const { succeeded = 0, failed = 0, refused = 0, quota = 0, timedOut = 0, unknown = 0, running = 0 } = all;
  return { succeeded, failed: failed + refused + quota, unconfirmed: timedOut + unknown + running };
};

/** In direct messages the owner is the only person. */
const serverOf = (ownerId: string, { people }: Tally): string =>
  Object.keys(people).every((id) => id === ownerId) ? 'direct messages' : ownerId;

/** The counts of all owners by month and server, the latest month first. */
export const monthsOf = (tallies: readonly (readonly [key: string, tally: Tally])[]): MonthOfServer[] => {
  const months = new Map<string, MonthOfServer>();
  for (const [key, tally] of tallies) {
    const [, shared, ownerId = '', month] = KEY.exec(key) ?? [];
    if (month === undefined) continue;
    const server = serverOf(ownerId, tally);
    const none = { month, server, requests: 0, succeeded: 0, failed: 0, unconfirmed: 0, shared: 0 };
    const sum = months.get(`${month} ${server}`) ?? none;
    if (shared === undefined) {
      const { succeeded, failed, unconfirmed } = countsOf(tally);
      sum.requests += succeeded + failed + unconfirmed;
      sum.succeeded += succeeded;
      sum.failed += failed;
      sum.unconfirmed += unconfirmed;
    } else sum.shared += countedByAll(tally);
    months.set(`${month} ${server}`, sum);
  }
  const order = ({ month, server }: MonthOfServer) => `${month} ${server}`;
  return [...months.values()].sort((a, b) => order(b).localeCompare(order(a)));
};
