import type { ReplyTarget } from '../../services/jobs/job.ts';
import type { Route } from '../api.ts';
import { withoutToken } from '../../services/jobs/transitions.ts';

/** A token is used until a minute before its end, so that an edit that starts in time also arrives in time. */
const TOKEN_MARGIN_MS = 60_000;
/** When a card that only its token can reach asks for a click: two minutes before the token's end. */
const CLICK_MARGIN_MS = 2 * 60_000;

/**
 * The way to a job's card: by interaction token while that is fresh, then by channel and message id where the bot may. Undefined
 * when there is none until a click brings a new token.
 */
export const routeOf = (target: ReplyTarget, now: number): Route | undefined => {
  const { token, applicationId, channelId, messageId, channelRoute } = target;
  if (token && now < token.expiresAt - TOKEN_MARGIN_MS) {
    const followUp = token.isFollowUp && messageId !== undefined ? { followUpId: messageId } : {};
    return { kind: 'token', applicationId, token: token.value, ...followUp };
  }
  return channelRoute && messageId !== undefined ? { kind: 'channel', channelId, messageId } : undefined;
};

/** When the channel route is tried out: early enough to ask for a click if it does not work. */
const ACCESS_CHECK_MARGIN_MS = 3 * 60_000;

/**
 * Whether the channel route has to be tried out before the token ends. That a server installed the app does not prove
 * that the bot is a member, nor that it may look into the channel.
 */
export const needsAccessCheck = ({ token, channelRoute, channelProven }: ReplyTarget, now: number): boolean =>
  channelRoute &&
  channelProven !== true &&
  token !== undefined &&
  now >= token.expiresAt - ACCESS_CHECK_MARGIN_MS;

/** Whether a card will soon be unreachable and must ask for a click first. */
export const needsClick = ({ token, channelRoute, awaitsClick }: ReplyTarget, now: number): boolean =>
  !channelRoute && awaitsClick !== true && token !== undefined && now >= token.expiresAt - CLICK_MARGIN_MS;

/** The target without a dead token; keeps a newer token from a click. */
export const dropToken = (target: ReplyTarget, dead: ReplyTarget['token']): ReplyTarget =>
  target.token?.value === dead?.value ? withoutToken(target) : target;
