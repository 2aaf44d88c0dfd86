import { PermissionFlagsBits } from 'discord-api-types/v10';
import { defineCommand, type TopLevelCommand } from '../framework/command.ts';
import { managedGuild } from '../framework/rights.ts';
import { limitsPanel } from './limits-panel.ts';

const NAME = 'limits';
const DESCRIPTION = 'How many pictures people may ask for here';

/** `/limits`: what a server allows its people, on one panel. */
export const limits: TopLevelCommand = {
  name: NAME,
  description: DESCRIPTION,
  permissions: PermissionFlagsBits.ManageGuild,
  serverOnly: true,
  members: [
    defineCommand({ name: NAME, description: DESCRIPTION }, true, async (_values, context) => {
      const guildId = managedGuild(context.invocation);
      return { kind: 'private', message: await limitsPanel(guildId, context) };
    }),
  ],
};
