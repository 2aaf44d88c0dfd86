import { blocklist } from './blocklist/blocklist.ts';
import { withoutSubcommands, type MessageCommand, type TopLevelCommand } from './framework/command.ts';
import { defaults } from './defaults/defaults.ts';
import { editThisPicture } from './card/edit-picture.ts';
import { gen } from './gen.ts';
import { help } from './help.ts';
import { history } from './history/history.ts';
import { imagine } from './imagine.ts';
import { jobs } from './jobs.ts';
import { key } from './key/key.ts';
import { limits } from './limits/limits.ts';
import { pictureDetails } from './card/details.ts';
import { privacy } from './privacy.ts';
import { settings } from './settings/settings.ts';
import { usage } from './usage/usage.ts';

/** Everything that people can type. A new command is one file and one line here. */
export const commands: readonly TopLevelCommand[] = [
  withoutSubcommands(imagine),
  withoutSubcommands(gen),
  withoutSubcommands(jobs),
  withoutSubcommands(history),
  withoutSubcommands(defaults),
  withoutSubcommands(privacy),
  withoutSubcommands(help),
  key,
  limits,
  settings,
  blocklist,
  usage,
];

/** Everything that people find in a message's context menu. */
export const messageCommands: readonly MessageCommand[] = [editThisPicture, pictureDetails];
