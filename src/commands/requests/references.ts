import { UserError } from '../../lib/user-error.ts';
import type { Job } from '../../services/jobs/job.ts';
import { isFromPicture, type Origin, type Source } from '../../services/requests/ask.ts';
import type { TargetMessage } from '../framework/command.ts';
import type { CommandContext } from '../framework/context.ts';
import type { Messages } from '../../discord/messages.ts';
import { parseCustomId } from '../../messages/custom-id.ts';

type Asked = Pick<CommandContext, 'invocation' | 'openJobs'>;

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
 * Nothing is made, and paid for, of a picture that was deleted since it was chosen.
 *
 * @throws UserError source-deleted
 */
export const refuseDeleted = async (
  chosen: readonly Source[],
  { sources, invocation }: Pick<CommandContext, 'sources' | 'invocation'>,
): Promise<void> => {
  const distinct = new Map(chosen.map((source) => [JSON.stringify(source), source]));
  const shownId = invocation.message?.id;
  const deleted = await Promise.all(
    [...distinct.values()].map((one) => sources.isDeleted(one, true, shownId)),
  );
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
