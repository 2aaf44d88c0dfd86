import * as answers from './english/answers.ts';
import { card } from './english/card.ts';
import { commands } from './english/commands.ts';
import { errors } from './english/errors.ts';
import { grouped } from './english/numbers.ts';
import * as panels from './english/panels.ts';
import { privacy } from './english/privacy.ts';
import * as server from './english/server.ts';

const english = { card, commands, errors, grouped, privacy, ...answers, ...panels, ...server };

/** Everything that Easel says, in one language. One that lacks anything does not compile. */
export type Words = typeof english;

/** The default language. */
export const ENGLISH: Words = english;

/** The name of a text about a command, an option or a choice. */
export type CommandText = keyof Words['commands'];
