import { Permission } from '../invocation.ts';
import { defineCommand } from '../command.ts';
import type { TopLevelCommand } from '../command.ts';
import { managedGuild } from '../rights.ts';
import { limitsPanel } from './panel.ts';

const NAME = 'limits';
const DESCRIPTION = 'How many pictures people may ask for here';

/** `/limits`: what a server allows its people, on one panel. */
export const limits: TopLevelCommand = {
  name: NAME,
  description: DESCRIPTION,
  permissions: Permission.manageGuild,
  serverOnly: true,
  members: [
    defineCommand({ name: NAME, description: DESCRIPTION }, true, async (_values, context) => {
      const guildId = managedGuild(context.invocation);
      return { kind: 'private', message: await limitsPanel(guildId, context) };
    }),
  ],
};
