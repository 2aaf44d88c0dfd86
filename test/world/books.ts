import { KeyedMutex } from '../../src/lib/keyed-mutex.ts';
import type { Clock } from '../../src/lib/clock.ts';
import { isEnded, type EndedJob, type Job } from '../../src/services/jobs/job.ts';
import { Deletions } from '../../src/services/jobs/deletions.ts';
import { JobEvents } from '../../src/services/jobs/events.ts';
import { OpenJobs } from '../../src/services/jobs/open-jobs.ts';
import { PersonalJobs } from '../../src/services/jobs/personal-jobs.ts';
import { settleDelivery } from '../../src/services/jobs/transitions.ts';
import { createLog } from '../../src/services/operations/log.ts';
import { History } from '../../src/services/people/history.ts';
import { Usage } from '../../src/services/usage/usage.ts';
import { DAY_MS } from './durations.ts';
import { HandClock } from './hand-clock.ts';
import { openOwnStores } from './stores.ts';

type OwnStores = Awaited<ReturnType<typeof openOwnStores>>['stores'];

export interface BooksOptions {
  stores: OwnStores;
  clock?: Clock;
  retentionMs?: number;
  timeZoneOf?: () => Promise<string>;
}

/** The answer of a job is delivered, or never can be. */
export const close = (job: Job): EndedJob | undefined =>
  isEnded(job) && job.delivery !== 'done' ? settleDelivery(job, 'done') : undefined;

/** The jobs of one process with what is counted and listed of them, as Easel wires them. */
export const openBooks = ({
  stores,
  clock = new HandClock(),
  retentionMs = DAY_MS,
  timeZoneOf = () => Promise.resolve('UTC'),
}: BooksOptions) => {
  const lines: string[] = [];
  const log = createLog({ level: 'debug', destination: { write: (line) => void lines.push(line) } });
  const locks = new KeyedMutex();
  const closed: EndedJob[] = [];
  const events = new JobEvents().on('closed', (job) => void closed.push(job));
  const open = new OpenJobs({
    stores,
    retentionMs,
    locks,
    clock,
    log,
    lease: { owns: () => true },
    isAlone: true,
    random: Math.random,
    events,
  });
  const usage = new Usage({ clock, log }, stores.usage, stores.periods, open, locks, stores.commit, {
    of: async () => ({ timeZone: await timeZoneOf() }),
  });
  const history = new History(stores.history, open, locks, retentionMs);
  for (const ledger of [usage, history]) open.keep(ledger);
  const { signal } = new AbortController();
  const deletions = new Deletions({ clock, log, signal }, open);
  const personal = new PersonalJobs({ clock }, open, stores, retentionMs);
  /** A job as the last process left it, in any state. */
  const resume = async (job: Job) => {
    const { messageId } = job.target;
    if (messageId !== undefined) await stores.messages.set(messageId, job.id);
    await stores.open.set(job.id, job);
    await open.load();
  };
  return { open, deletions, usage, history, personal, resume, clock, lines, closed };
};

/** The same with a store of its own. */
export const startBooks = async (options: Omit<BooksOptions, 'stores'> = {}) => {
  const own = await openOwnStores(options);
  return { ...own, ...openBooks({ ...options, stores: own.stores }) };
};
