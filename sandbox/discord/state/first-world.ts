import type { World, WorldBuilders } from '../types.ts';
import { Permission, USUAL_PERMISSIONS } from './permissions.ts';
import type { Core } from './state.ts';
import { guildOf } from './world.ts';

/** The application's own account. Its id is the application's, as with every bot made since 2016. */
export const addBotUser = (core: Core): void => {
  core.state.users.set(core.state.applicationId, {
    id: core.state.applicationId,
    username: core.options.applicationName,
    globalName: core.options.applicationName,
    bot: true,
    locale: 'en-US',
    hasInstalledApplication: false,
    acceptsDirectMessages: false,
    uploadLimitBytes: 0,
  });
};

/** Two servers, three people; what a person may do in one they may do in the other. */
export const buildFirstWorld = (core: Core, builders: WorldBuilders): World => {
  const member = builders.addUser({ username: 'mona', globalName: 'Mona' });
  const secondMember = builders.addUser({ username: 'felix', globalName: 'Felix' });
  const admin = builders.addUser({ username: 'ada', globalName: 'Ada' });
  const memberIds = [member.id, secondMember.id, admin.id];
  const [atelier, gallery] = [
    builders.addGuild({ name: 'Atelier', memberIds }),
    builders.addGuild({ name: 'Gallery', memberIds }),
  ];
  for (const { guild } of [atelier, gallery]) {
    const permissions = USUAL_PERMISSIONS | Permission.ManageGuild | Permission.ManageMessages;
    const role = builders.addRole(guild.id, { name: 'Keeper', permissions });
    guildOf(core, guild.id).members.get(admin.id)?.roleIds.push(role.id);
  }
  return { atelier, gallery, member, secondMember, admin };
};
