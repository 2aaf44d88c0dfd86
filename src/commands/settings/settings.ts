import { PermissionFlagsBits } from 'discord-api-types/v10';
import { defineCommand, type TopLevelCommand } from '../framework/command.ts';
import { managedGuild } from '../framework/rights.ts';
import { checkPermissions } from './settings-actions.ts';
import { settingsPanel } from './settings-panel.ts';

const panel = defineCommand(
  {
    name: 'panel',
    description: 'See and change what this server decides: defaults, channels, roles, language',
  },
  true,
  async (_values, { invocation, guilds }) => {
    const settings = await guilds.settings.of(managedGuild(invocation));
    return { kind: 'private', message: settingsPanel(settings, 'pictures') };
  },
);

const check = defineCommand(
  { name: 'check', description: 'What the bot lacks in this channel, and what it needs that for' },
  true,
  (_values, context) => checkPermissions(context),
);

/** `/settings`: what a server decides. Discord lets no command with subcommands stand alone, so the panel is one. */
export const settings: TopLevelCommand = {
  name: 'settings',
  description: 'What this server decides',
  permissions: PermissionFlagsBits.ManageGuild,
  serverOnly: true,
  members: [panel, check],
};
