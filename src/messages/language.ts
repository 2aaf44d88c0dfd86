import * as answers from './words/german/answers.ts';
import { card } from './words/german/card.ts';
import { errors } from './words/german/errors.ts';
import { grouped } from './words/german/numbers.ts';
import * as panels from './words/german/panels.ts';
import * as server from './words/german/server.ts';
import { ENGLISH, type Words } from './words/words.ts';

const GERMAN: Words = { card, errors, grouped, ...answers, ...panels, ...server };

const CATALOGUE = { en: ENGLISH, de: GERMAN } as const satisfies Readonly<Record<string, Words>>;

/** A language in which Easel speaks. */
export type Language = keyof typeof CATALOGUE;

const isLanguage = (text: string): text is Language => Object.hasOwn(CATALOGUE, text);

/** In the order in which they are offered. */
export const LANGUAGES: readonly Language[] = Object.keys(CATALOGUE).filter(isLanguage);

/** The first of these languages, or of their parts, that Easel speaks; else English. */
export const spokenOf = (...tags: readonly string[]): Language =>
  tags.flatMap((tag) => [tag, ...tag.split('-')]).find(isLanguage) ?? 'en';

/** The words of a language; English ones for a language that Easel does not speak. */
export const wordsIn = (language: string | undefined): Words =>
  CATALOGUE[language !== undefined && isLanguage(language) ? language : 'en'];
