import { card } from './english/card.ts';
import { errors } from './english/errors.ts';

const english = { card, errors };

/** Everything that Easel says on cards and about errors, in one language. One that lacks anything does not compile. */
export type Words = typeof english;

/** What is said where no other language was chosen. */
export const ENGLISH: Words = english;
