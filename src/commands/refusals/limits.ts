import { LimitReachedError } from '../../services/guilds/limits.ts';
import type { ReachedLimit } from '../../services/guilds/limit-rules.ts';
import { NotALimitError, TooManyRolesError } from '../limits/limits-fields.ts';
import { clip, duration, literal, relativeTime } from '../../messages/markup.ts';
import type { Words } from '../../messages/words/words.ts';
import type { Refusal } from './refusal.ts';

const SHOWN_LENGTH = 40;

const limitMessage = (
  { kind, limit, used, resetsAt = 0 }: ReachedLimit,
  words: Words['refusals']['limits'],
): string => {
  if (limit === 0) return words.none;
  const resets = relativeTime(resetsAt);
  switch (kind) {
    case 'person-daily':
      return words.personDaily(limit, used, resets);
    case 'server-daily':
      return words.serverDaily(limit, used, resets);
    case 'person-at-once':
      return words.personAtOnce(limit, used);
    case 'server-at-once':
      return words.serverAtOnce(limit, used);
    case 'pause':
      return words.pause(duration(limit * 1000), resets);
  }
};

/** Why a server's limits let nothing through, or can't be set like that. */
export const limitRefusal: Refusal = (error, { limits }) => {
  if (error instanceof LimitReachedError) return limitMessage(error.reached, limits);
  if (error instanceof NotALimitError)
    return limits.notALimit(error.label, error.largest, literal(clip(error.typed, SHOWN_LENGTH)));
  if (error instanceof TooManyRolesError) return limits.tooManyRoles(error.most);
  return undefined;
};
