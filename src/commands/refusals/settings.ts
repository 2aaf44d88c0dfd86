import { MissingRoleError } from '../../services/guilds/settings/role-check.ts';
import { clip, literal } from '../markup.ts';
import { UnknownTimeZoneError } from '../settings/changes.ts';

/** What a server's settings speak against, or what can't be one. */
export const settingsRefusal = (error: unknown): string | undefined => {
  if (error instanceof MissingRoleError) {
    const roles = error.roleIds.map((id) => `<@&${id}>`).join(', ');
    return `In this server only members with one of these roles may ask for pictures: ${roles}.`;
  }
  if (error instanceof UnknownTimeZoneError)
    return `${literal(clip(error.timeZone, 60))} is no time zone. Names look like \`Europe/Berlin\`, \`America/New_York\` or \`UTC\`.`;
  return undefined;
};
