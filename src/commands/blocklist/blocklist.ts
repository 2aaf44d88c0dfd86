import { PermissionFlagsBits } from 'discord-api-types/v10';
import type { TopLevelCommand } from '../framework/command.ts';
import { bar, unban } from './bans.ts';
import { list } from './list-rules.ts';
import { add, importRules, remove, test } from './rules.ts';

/** `/blocklist`: what and who may not be painted for in a server. */
export const blocklist: TopLevelCommand = {
  name: 'blocklist',
  description: 'blocklist',
  permissions: PermissionFlagsBits.ManageGuild,
  serverOnly: true,
  members: [add, remove, list, test, importRules, bar, unban],
};
