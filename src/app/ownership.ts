import type { Config } from '../config.ts';
import { slotOf, slotsOf } from '../services/discord/gateway/shards.ts';
import type { SharedJobs } from '../services/jobs/job-stores.ts';
import { Ownership, type OwnershipEvent } from '../services/storage/ownership.ts';
import type { Storage } from '../services/storage/store.ts';
import type { Runtime } from './runtime.ts';

const OWNER_BYTES = 8;

/** How each event stands in the log. */
const LINES = {
  waiting: ['info', 'another process does this work: standing by'],
  taken: ['info', 'took the work over'],
  failed: ['warn', 'the lease could not be asked for, or not be renewed'],
  suspended: ['error', 'the lease is in doubt: nothing is done until it is renewed'],
  resumed: ['info', 'the lease is renewed: the work goes on'],
  lost: ['error', 'the lease is lost: another process does this work'],
} as const satisfies Record<OwnershipEvent['kind'], readonly ['info' | 'warn' | 'error', string]>;

/** What is to be known of the processes that have other jobs in the store; undefined where one has them all. */
export const sharedJobsOf = (
  { shards }: Config,
  { mail }: Storage,
  ownership: Ownership,
): SharedJobs | undefined => {
  const { total: slots } = slotsOf(shards);
  if (!mail || slots === 1) return undefined;
  const slotOfJob = ({ guildId }: { guildId?: string }) => slotOf(shards, guildId);
  return { mail, slots, slotOf: slotOfJob, owns: (slot) => ownership.fence(slot) !== undefined };
};

/** The part of the work that is this process's, if others can be on the same store. */
export const createOwnership = (
  { shards }: Config,
  { clock, random, randomBytes, log }: Runtime,
  { leases }: Storage,
  onEvent: (kind: OwnershipEvent['kind']) => void,
): Ownership => {
  const { ids: slots, total } = slotsOf(shards);
  const owner = randomBytes(OWNER_BYTES).toString('hex');
  return new Ownership({
    leases,
    claim: { owner, slots, total },
    ...{ clock, random, monotonic: () => performance.now() },
    onEvent: (event) => {
      const [level, message] = LINES[event.kind];
      log[level](message, 'error' in event ? { error: event.error } : {});
      onEvent(event.kind);
    },
  });
};
