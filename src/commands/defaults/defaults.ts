import { defineCommand } from '../framework/command.ts';
import { defaultsPanel } from './defaults-panel.ts';

/** `/defaults`: what a person wants chosen when they choose nothing, and their presets. */
export const defaults = defineCommand(
  { name: 'defaults', description: 'Your own defaults, and texts that you often put behind a prompt' },
  true,
  async (_values, { people, invocation }) => ({
    kind: 'private',
    message: defaultsPanel(await people.profiles.of(invocation.personId)),
  }),
);
