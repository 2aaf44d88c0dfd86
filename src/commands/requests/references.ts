import { UserError } from '../../lib/user-error.ts';
import { hasPictures, isDeleted, type Job } from '../../services/jobs/job.ts';
import { isFromPicture, type Origin, type Source } from '../../services/requests/ask.ts';
import type { CommandContext, TargetMessage } from '../framework/command.ts';
import type { Messages } from '../../discord/messages.ts';
import { parseCustomId } from '../../messages/custom-id.ts';

/** Without an invocation, it is a job's turn. */
type Looking = Pick<CommandContext, 'messages' | 'openJobs' | 'deletions'> &
  Partial<Pick<CommandContext, 'invocation'>>;
type Asked = Pick<CommandContext, 'invocation' | 'openJobs'>;

/** A job after a look at its message, where it may be noticed that this was deleted. */
export const lookedAt = async (
  job: Job,
  { invocation, messages, deletions }: Omit<Looking, 'openJobs'>,
): Promise<Job> => {
  const message = invocation?.message;
  const isThere = message !== undefined && message.id === job.target.messageId;
  if (!hasPictures(job) || isThere || (await messages.picturesOf(job.target)) !== 'deleted') return job;
  return (await deletions.forgetPictures(job.id)) ?? job;
};

/** A picture of a job, as what a request starts from. */
export const sourceIn = ({ id, target }: Job): Source => ({
  jobId: id,
  isPrivate: target.ephemeral ? true : undefined,
});

/** The job that a message of Easel's shows, on its card or as a posted picture. */
export const jobOfMessage = async (
  { id: messageId, authorId, customIds }: Pick<TargetMessage, 'id' | 'authorId' | 'customIds'>,
  { invocation: { applicationId }, openJobs }: Asked,
): Promise<Job | undefined> => {
  const named = authorId === applicationId ? customIds.flatMap((id) => parseCustomId(id)?.subject ?? []) : [];
  const known = await Promise.all(named.map((id) => openJobs.find(id)));
  return (await openJobs.findByMessage(messageId)) ?? known.find((one) => one !== undefined);
};

/** Where the pictures of a message come from. One that a person alone sees can't be looked at again. */
export const sourceOf = async (message: TargetMessage, context: Asked): Promise<Source> => {
  const { id: messageId, channelId, ephemeral } = message;
  const { botIsHere, context: place } = context.invocation;
  const job = await jobOfMessage(message, context);
  const canLook = !ephemeral && (botIsHere || place === 'bot-dm');
  const isPrivate = job ? job.target.ephemeral : ephemeral;
  return {
    jobId: job?.id,
    message: canLook ? { channelId, messageId } : undefined,
    isPrivate: isPrivate ? true : undefined,
  };
};

/**
 * Whether a picture was deleted since it was chosen, by Easel or by Discord's own means. What can't be seen is taken to be there.
 *
 * @param looks false: what Discord alone deleted isn't looked up.
 */
export const isSourceDeleted = async (
  { jobId, message }: Source,
  context: Looking,
  looks = true,
): Promise<boolean> => {
  const { openJobs, messages } = context;
  const job = jobId === undefined ? undefined : await openJobs.find(jobId);
  if (job && isDeleted(looks ? await lookedAt(job, context) : job)) return true;
  if (!looks || !message || message.messageId === job?.target.messageId) return false;
  return messages.controlsOf(message.channelId, message.messageId).then(
    (controls) => controls === undefined,
    () => false,
  );
};

/**
 * Nothing is made, and paid for, of a picture that was deleted since it was chosen.
 *
 * @throws UserError source-deleted
 */
export const refuseDeleted = async (sources: readonly Source[], context: Looking): Promise<void> => {
  const distinct = new Map(sources.map((source) => [JSON.stringify(source), source]));
  const deleted = await Promise.all([...distinct.values()].map((one) => isSourceDeleted(one, context)));
  if (deleted.includes(true)) throw new UserError('source-deleted');
};

/**
 * The addresses at which pictures can be fetched now, by those that were given. Discord's links are renewed if needed.
 *
 * @param kind of the request. A card's button can ask for new references, but not for selected pictures.
 * @throws UserError references-gone or pictures-gone, file-server-away
 */
export const workingLinks = async (
  links: readonly string[],
  messages: Pick<Messages, 'refreshUrls'>,
  kind?: Origin['kind'],
): Promise<ReadonlyMap<string, string>> => {
  const working = await messages.refreshUrls(links);
  return new Map(
    links.map((link, index) => {
      const address = working[index];
      if (address === undefined)
        throw new UserError(isFromPicture(kind) ? 'pictures-gone' : 'references-gone');
      return [link, address];
    }),
  );
};
