import { Calendar, UTC } from '../../lib/calendar.ts';
import { FAMILY_NAMES } from '../requests/families/index.ts';
import type { Job } from '../jobs/job.ts';
import type { Store } from '../storage/store.ts';
import { ownersOf } from './owners.ts';
import { count, emptyTally, takenOf, type Counts, type Tally } from './tally.ts';

/** What one server, all direct messages together, or one person requested in one month. */
export interface MonthOf {
  month: string;
  /** An id, or `direct messages`. */
  name: string;
  requests: number;
  succeeded: number;
  failed: number;
  /** Those of which it isn't known what became of them. */
  unconfirmed: number;
  /** How many of them the operator's key paid for, or may have. */
  shared: number;
}

/** A requester and a day; what the operator's key paid for is counted once more, whichever key that was. */
const DAY_KEY = /^(shared )?(\d+) (\d{4}-\d\d)-\d\d$/;

/** In direct messages the owner is the only person. */
const serverOf = (ownerId: string, people: Tally['people']): string =>
  Object.keys(people).every((id) => id === ownerId) ? 'direct messages' : ownerId;

const noneOf = (month: string, name: string): MonthOf => ({
  ...{ month, name },
  ...{ requests: 0, succeeded: 0, failed: 0, unconfirmed: 0, shared: 0 },
});

const addTo = (line: MonthOf, counts: Counts): void => {
  const {
    succeeded = 0,
    failed = 0,
    refused = 0,
    quota = 0,
    timedOut = 0,
    unknown = 0,
    running = 0,
  } = counts;
  line.succeeded += succeeded;
  line.failed += failed + refused + quota;
  line.unconfirmed += timedOut + unknown + running;
  line.requests = line.succeeded + line.failed + line.unconfirmed;
};

/**
 * The counts of all owners by month and server or person: the latest month first, and in it what cost the operator's key most.
 * They are added up as they are read: a year of many servers fits no memory.
 *
 * @param open counted by UTC, until they are closed.
 * @param month the only one that is meant; absent: all.
 */
export const monthsOf = async (
  tallies: Pick<Store<Tally>, 'find'>,
  open: readonly Job[],
  { isByPerson, month: only }: { isByPerson: boolean; month?: string | undefined },
): Promise<MonthOf[]> => {
  const months = new Map<string, MonthOf>();
  const add = (key: string, { people }: Tally): void => {
    const [, shared, ownerId = '', month] = DAY_KEY.exec(key) ?? [];
    if (month === undefined || (only ?? month) !== month) return;
    const server = serverOf(ownerId, people);
    for (const [personId, person] of Object.entries(people)) {
      const name = isByPerson ? personId : server;
      for (const counts of FAMILY_NAMES.flatMap((family) => person[family] ?? [])) {
        const line = months.get(`${month} ${name}`) ?? noneOf(month, name);
        months.set(`${month} ${name}`, line);
        if (shared === undefined) addTo(line, counts);
        else line.shared += takenOf(counts);
      }
    }
  };
  const calendar = new Calendar(UTC);
  for (const job of open)
    for (const { id } of ownersOf(job))
      add(`${id} ${calendar.labelOf(job.acceptedAt)}`, count(emptyTally(), job));
  await tallies.find('', (key, tally) => {
    if (tally) add(key, tally);
    return [];
  });
  return [...months.values()].sort(
    (a, b) => b.month.localeCompare(a.month) || b.shared - a.shared || a.name.localeCompare(b.name),
  );
};
