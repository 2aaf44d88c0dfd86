import { alone } from './command.ts';
import type { MessageCommand, TopLevelCommand } from './command.ts';
import { gen } from './gen.ts';
import { help } from './help.ts';
import { imagine } from './imagine.ts';
import { jobs } from './jobs.ts';
import { limits } from './limits/index.ts';
import { settings } from './settings/index.ts';

/** Everything that people can type. A new command is one file and one line here. */
export const commands: readonly TopLevelCommand[] = [alone(imagine), alone(gen), alone(jobs), alone(help), limits, settings];

/** Everything that people find in a message's context menu. */
export const messageCommands: readonly MessageCommand[] = [];
