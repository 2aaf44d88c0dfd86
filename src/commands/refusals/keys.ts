import { NoKeyError, SharedKeyLimitError, UnknownKeyRefError } from '../../services/guilds/accounts.ts';
import { LONGEST_KEY, SHORTEST_KEY, UnusableKeyError } from '../../services/guilds/keys/index.ts';
import { QuotaClosedError } from '../../services/guilds/quota/index.ts';
import { KeyRefusedError } from '../actions/set-key.ts';
import { BotAbsentError } from '../key/owner.ts';
import { relativeTime } from '../markup.ts';

const quotaMessage = ({ reopensAt }: QuotaClosedError): string => {
  const next =
    reopensAt === undefined
      ? 'A single picture is being tried just now; please ask again in a few minutes.'
      : `It is tried again ${relativeTime(reopensAt)}.`;
  return `The image quota is used up, so nothing is submitted for now. ${next} Whoever set the API key can top it up.`;
};

/** Why there is no key to ask for pictures with. */
export const keyRefusal = (error: unknown): string | undefined => {
  if (error instanceof NoKeyError)
    return error.inServer
      ? 'There is no API key for pictures in this server yet. Somebody with the permission **Manage Server** can set one with `/key set`.'
      : 'There is no API key for pictures here yet. Set your own with `/key set` in direct messages with this bot.';
  if (error instanceof QuotaClosedError) return quotaMessage(error);
  if (error instanceof UnusableKeyError)
    return `That can not be an API key: a key is one word of ${SHORTEST_KEY} to ${LONGEST_KEY} letters, digits and signs. Nothing was changed.`;
  if (error instanceof KeyRefusedError)
    return 'The image service refuses this API key, so nothing was changed. Copy the key anew from its web console.';
  if (error instanceof BotAbsentError)
    return 'Only the commands of this bot are in this server, not the bot itself, so no API key can be kept here. Invite the bot first.';
  if (error instanceof UnknownKeyRefError)
    return 'The API key with which this was asked for is gone, so the image service can not be asked about it any more.';
  if (error instanceof SharedKeyLimitError)
    return `Today's ${error.limit} pictures are used up. The count starts anew ${relativeTime(error.resetsAt)}.`;
  return undefined;
};
