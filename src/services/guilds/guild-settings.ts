import { UserError } from '../../lib/user-error.ts';
import type { Check } from './admission.ts';
import { GuildValues, type GuildValuesOptions } from './guild-values.ts';
import { DEFAULT_SETTINGS, type Settings } from './settings.ts';

/** The settings of all servers. */
export class GuildSettings extends GuildValues<Settings> {
  constructor(options: Pick<GuildValuesOptions<Settings>, 'store'>) {
    super({ ...options, whenNone: DEFAULT_SETTINGS });
  }

  /** A server's settings; the defaults in direct messages. */
  override async of(guildId: string | undefined): Promise<Settings> {
    return guildId === undefined ? DEFAULT_SETTINGS : super.of(guildId);
  }

  /**
   * Lets only the roles that a server has named request pictures; none named, everybody may. Who manages the server always
   * may.
   *
   * @throws UserError missing-role
   */
  readonly check: Check = async ({ guildId, roleIds, managesServer }) => {
    const { roleIds: wanted } = await this.of(guildId);
    if (wanted.length === 0 || managesServer) return;
    if (!roleIds.some((id) => wanted.includes(id))) throw new UserError('missing-role', { roleIds: wanted });
  };
}
