import type { Check } from './admission.ts';
import type { GuildSettings } from './guild-settings.ts';

/** A server lets only some roles ask for pictures, and the person has none of them. */
export class MissingRoleError extends Error {
  override name = 'MissingRoleError';
  readonly roleIds: readonly string[];
  constructor(roleIds: readonly string[]) {
    super('The person has none of the roles that may ask for pictures');
    this.roleIds = roleIds;
  }
}

/**
 * Lets only the roles that a server has named ask for pictures; none named, everybody may. Those who decide about that may
 * always.
 */
export const createRoleCheck =
  (settings: Pick<GuildSettings, 'of'>): Check =>
  async ({ guildId, roleIds, managesServer }) => {
    const { roleIds: wanted } = await settings.of(guildId);
    if (wanted.length === 0 || managesServer) return;
    if (!roleIds.some((id) => wanted.includes(id))) throw new MissingRoleError(wanted);
  };
