import { isShared } from '../accounts/account.ts';
import type { JobFacts } from './tally.ts';

/** Whose jobs are counted together. */
export interface UsageOwner {
  /** The id of a server, of a person in direct messages, or of another counter. */
  id: string;
  /** The server in which it is, if it is in one. */
  guildId?: string;
  /** Whether days begin by UTC, and not by the server's time zone. */
  isInUtc?: boolean;
}

/** Which owners count a job. */
export type OwnersOf = (job: JobFacts) => readonly UsageOwner[];

/** The requester: the server, or the person in direct messages. */
export const ownerOf = ({ guildId, personId }: Pick<JobFacts, 'guildId' | 'personId'>): UsageOwner =>
  guildId === undefined ? { id: personId } : { id: guildId, guildId };

/** The counter of an owner's use of the operator's key, in UTC days, so that server settings don't affect it. */
export const sharedOwnerOf = (job: Pick<JobFacts, 'guildId' | 'personId'>): UsageOwner => {
  const owner = ownerOf(job);
  return { ...owner, id: `shared ${owner.id}`, isInUtc: true };
};

/** Counts the jobs that the operator's key pays for once more, for its daily limit. */
export const countingShared: OwnersOf = (job) =>
  isShared(job.account) ? [ownerOf(job), sharedOwnerOf(job)] : [ownerOf(job)];
