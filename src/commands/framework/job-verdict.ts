import type { Job } from '../../services/jobs/job.ts';
import { hasPermission, Permission, type Invocation } from './invocation.ts';
import type { JobRight, Party } from './rights-table.ts';

/** Who acts where, and on which job. */
export interface JobFacts {
  /** Undefined when there is none of that id. */
  job: Job | undefined;
  /** The job whose card the message that is used is, or once was. */
  jobOfMessage: Job | undefined;
  invocation: Invocation;
}

/**
 * `hidden`: whoever acts may not even know whether there is such a job.
 * `no-keeper`: a right in the server is missing, whatever the job is.
 */
export type JobVerdict = 'allowed' | 'hidden' | 'not-yours' | 'no-keeper';

const holds = ({ context, personPermissions }: Invocation, permission: bigint): boolean =>
  context === 'guild' && hasPermission(personPermissions, permission);

const isKeeper = (invocation: Invocation): boolean =>
  holds(invocation, Permission.manageMessages) || holds(invocation, Permission.manageGuild);

const partiesOf = ({ personId, guildId, target }: Job, invocation: Invocation): ReadonlySet<Party> => {
  const { message, channelId } = invocation;
  const isThere =
    channelId === target.channelId || (message !== undefined && message.id === target.messageId);
  const isOfServer = guildId !== undefined && guildId === invocation.guildId && guildId === target.guildId;
  return new Set<Party>([
    ...(personId === invocation.personId ? ['owner' as const] : []),
    ...(isThere ? ['bystander' as const] : []),
    ...(isThere && holds(invocation, Permission.manageMessages) ? ['moderator' as const] : []),
    ...(isOfServer && isKeeper(invocation) ? ['admin' as const] : []),
  ]);
};

/** Whether the message that is used is the job's card, or one that the job's owner alone sees. */
const isOwnMessage = (job: Job, { jobOfMessage, invocation: { message, personId } }: JobFacts): boolean => {
  if (!message) return false;
  if (message.id === job.target.messageId || jobOfMessage?.id === job.id) return true;
  return message.ephemeral && job.personId === personId;
};

/** Whether somebody may do to a job what the table's row is about. */
export const jobVerdict = (right: JobRight, facts: JobFacts): JobVerdict => {
  const { job, invocation } = facts;
  const isForAdmins = [...right.public, ...right.private].every((party) => party === 'admin');
  // Said whether or not there is a job, so it tells nothing of it.
  if (isForAdmins && !isKeeper(invocation)) return 'no-keeper';
  if (!job) return 'hidden';
  const parties = partiesOf(job, invocation);
  const isPrivate = job.target.ephemeral;
  const allowed = isPrivate ? right.private : right.public;
  const mayKnow = parties.has('owner') || (!isPrivate && parties.has('bystander'));
  if (!allowed.some((party) => parties.has(party))) return mayKnow ? 'not-yours' : 'hidden';
  return right.message === 'card' && !isOwnMessage(job, facts) ? 'hidden' : 'allowed';
};
