import { withoutSubcommands, defineCommand } from '../framework/command.ts';
import { maySeeAll, usageMessage } from './usage-message.ts';

/** `/usage`: what was asked for and what came of it; for admins of the whole server, for all others their own. */
export const usage = withoutSubcommands(
  defineCommand(
    { name: 'usage', description: 'Pictures of today, this week and this month, with a chart' },
    true,
    async (_values, context) => ({
      kind: 'private',
      ...(await usageMessage(maySeeAll(context.invocation) ? 'all' : 'own', context)),
    }),
  ),
);
