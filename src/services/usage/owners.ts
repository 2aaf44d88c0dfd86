import { isShared } from '../accounts/account.ts';
import type { Job } from '../jobs/job.ts';

/** A counter of jobs. */
export interface UsageOwner {
  /** The id of a server, of a person in direct messages, or of another counter. */
  id: string;
  /** The server in which it is, if it is in one. */
  guildId?: string;
  /** Whether days begin by UTC, and not by the server's time zone. */
  isInUtc?: boolean;
}

/** The requester: the server, or the person in direct messages. */
export const ownerOf = ({ guildId, personId }: Pick<Job, 'guildId' | 'personId'>): UsageOwner =>
  guildId === undefined ? { id: personId } : { id: guildId, guildId };

/** The counter of an owner's use of the operator's key, in UTC days, so that server settings don't affect it. */
export const sharedOwnerOf = (job: Pick<Job, 'guildId' | 'personId'>): UsageOwner => {
  const owner = ownerOf(job);
  return { ...owner, id: `shared ${owner.id}`, isInUtc: true };
};

/** The counters of a job: what the operator's key pays for is counted once more, for its daily limit. */
export const ownersOf = (job: Job): readonly UsageOwner[] =>
  isShared(job.account) ? [ownerOf(job), sharedOwnerOf(job)] : [ownerOf(job)];
