import { blocklist } from './blocklist/index.ts';
import { alone } from './command.ts';
import type { MessageCommand, TopLevelCommand } from './command.ts';
import { defaults } from './defaults/index.ts';
import { editThisPicture } from './edit-this-picture.ts';
import { gen } from './gen.ts';
import { help } from './help.ts';
import { history } from './history/index.ts';
import { imagine } from './imagine.ts';
import { jobs } from './jobs.ts';
import { key } from './key/index.ts';
import { limits } from './limits/index.ts';
import { pictureDetails } from './picture-details.ts';
import { privacy } from './privacy/index.ts';
import { settings } from './settings/index.ts';
import { usage } from './usage/index.ts';

/** Everything that people can type. A new command is one file and one line here. */
export const commands: readonly TopLevelCommand[] = [
  alone(imagine),
  alone(gen),
  alone(jobs),
  alone(history),
  alone(defaults),
  alone(privacy),
  alone(help),
  key,
  limits,
  settings,
  blocklist,
  usage,
];

/** Everything that people find in a message's context menu. */
export const messageCommands: readonly MessageCommand[] = [editThisPicture, pictureDetails];
