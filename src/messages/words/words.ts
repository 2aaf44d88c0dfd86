import { card } from './english/card.ts';
import { refusals } from './english/refusals.ts';

const english = { card, refusals };

/** Everything that Easel says on cards and in refusals, in one language. One that lacks anything does not compile. */
export type Words = typeof english;

/** What is said where no other language was chosen. */
export const ENGLISH: Words = english;
