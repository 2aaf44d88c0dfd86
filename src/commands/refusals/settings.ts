import { MissingRoleError } from '../../services/guilds/role-check.ts';
import { clip, literal } from '../../messages/markup.ts';
import { UnknownTimeZoneError } from '../settings/settings-changes.ts';
import type { Refusal } from './refusal.ts';

const SHOWN_LENGTH = 60;

/** What a server's settings speak against, or what can't be one. */
export const settingsRefusal: Refusal = (error, { settings }) => {
  if (error instanceof MissingRoleError)
    return settings.roles(error.roleIds.map((id) => `<@&${id}>`).join(', '));
  if (error instanceof UnknownTimeZoneError)
    return settings.timeZone(literal(clip(error.timeZone, SHOWN_LENGTH)));
  return undefined;
};
