import * as answers from './english/answers.ts';
import { card } from './english/card.ts';
import { errors } from './english/errors.ts';
import { grouped } from './english/numbers.ts';
import * as panels from './english/panels.ts';
import * as server from './english/server.ts';

const english = { card, errors, grouped, ...answers, ...panels, ...server };

/** Everything that Easel says, in one language. One that lacks anything does not compile. */
export type Words = typeof english;

/** The default language. */
export const ENGLISH: Words = english;
