import type { Command } from './command.ts';
import { gen } from './gen.ts';
import { help } from './help.ts';
import { imagine } from './imagine.ts';
import { jobs } from './jobs.ts';

/** Everything that people can type. A new command is one file and one line here. */
export const commands: readonly Command[] = [imagine, gen, jobs, help];
