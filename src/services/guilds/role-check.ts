import { UserError } from '../../lib/user-error.ts';
import type { Check } from './admission.ts';
import type { GuildSettings } from './guild-settings.ts';

/**
 * Lets only the roles that a server has named ask for pictures; none named, everybody may. Those who decide about that may
 * always.
 */
export const createRoleCheck =
  (settings: Pick<GuildSettings, 'of'>): Check =>
  async ({ guildId, roleIds, managesServer }) => {
    const { roleIds: wanted } = await settings.of(guildId);
    if (wanted.length === 0 || managesServer) return;
    if (!roleIds.some((id) => wanted.includes(id))) throw new UserError('missing-role', { roleIds: wanted });
  };
