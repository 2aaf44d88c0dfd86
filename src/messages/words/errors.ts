import type { FactsOf, UserErrorCode } from '../../lib/user-error.ts';
import type { ErrorTexts } from '../error-message.ts';
import { dateTime, excerpt, relativeTime, roleMentions } from '../markup.ts';
import { partOf, sayer, type Spoken } from './catalogue.ts';
import type { Fact, Facts } from './message.ts';

/** What people typed is set off from the sentence around it, by as many characters as help to recognise it. */
const EXCERPTS: Readonly<Record<string, number>> = {
  filename: 100,
  name: 100,
  outputSize: 100,
  part: 100,
  reason: 200,
  rule: 100,
  style: 100,
  timeZone: 60,
  typed: 40,
  url: 100,
  value: 100,
};

/** Facts that are one of several words, though others of their name are typed by people. */
const CODE_WORDS: ReadonlySet<string> = new Set(['unusable-url.reason']);

const isTexts = (fact: unknown): fact is readonly string[] =>
  Array.isArray(fact) && fact.every((one) => typeof one === 'string');

/** A fact of an error as its text shows it. */
const shown = (code: string, name: string, fact: unknown, named: Facts): Fact => {
  if (isTexts(fact)) return name === 'roleIds' ? roleMentions(fact) : fact.join(', ');
  if (typeof fact === 'number') {
    if (name === 'resetsAt') return relativeTime(fact);
    return name === 'until' ? dateTime(fact) : fact;
  }
  if (typeof fact === 'boolean') return fact;
  if (typeof fact !== 'string') return undefined;
  if (name === 'right') return named[`right_${fact.replaceAll(' ', '')}`];
  const length = CODE_WORDS.has(`${code}.${name}`) ? undefined : EXCERPTS[name];
  return length === undefined ? fact : excerpt(fact, length);
};

/** The error texts of a language, which take the facts of their errors by name. */
export const errorTextsOf = (spoken: Spoken): ErrorTexts => {
  const { english, translated, named } = spoken;
  const own = { ...spoken, translated: partOf(translated, 'errors') };
  const texts = Object.entries(partOf(english, 'errors')).map(([code, text]) => {
    const say = sayer(code, typeof text === 'string' ? text : '', own);
    return [
      code,
      (facts: FactsOf<UserErrorCode> | string) =>
        say(
          typeof facts === 'object'
            ? Object.fromEntries(
                Object.entries(facts).map(([name, fact]) => [name, shown(code, name, fact, named)]),
              )
            : { reference: facts },
        ),
    ];
  });
  // The type follows from the same file.
  return Object.fromEntries(texts) as ErrorTexts;
};
