import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Texts } from './catalogue.ts';

/** A language, as its file in locales/ says. */
export interface Locale {
  /** The name of its file, a BCP 47 tag. */
  code: string;
  /** In the language itself. */
  name: string;
  /** Discord's names for it, the first of which is `Intl`'s: https://docs.discord.com/developers/reference#locales */
  locales: readonly [string, ...string[]];
  texts: Texts;
}

/** The same folder for src/ and for what is built of it. */
const FOLDER = new URL('../../../locales/', import.meta.url);

const textsSchema: z.ZodType<Texts> = z.lazy(() => z.record(z.string(), z.union([z.string(), textsSchema])));
const headSchema = z.object({ language: z.object({ name: z.string(), locales: z.string() }) });

const readLocale = (file: string): Locale => {
  const texts = textsSchema.parse(JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')));
  const { language } = headSchema.parse(texts);
  const code = file.replace('.json', '');
  const [first = code, ...others] = language.locales.split(' ');
  return { code, name: language.name, locales: [first, ...others], texts };
};

const ENGLISH_CODE = 'en';

const files = readdirSync(FOLDER).filter((name) => /^[a-z]{2,3}(-[A-Z]{2})?\.json$/.test(name));

/** All languages in which Easel speaks; English first. */
export const LOCALES: readonly [english: Locale, ...Locale[]] = [
  readLocale(`${ENGLISH_CODE}.json`),
  ...files
    .filter((file) => file !== `${ENGLISH_CODE}.json`)
    .sort()
    .map(readLocale),
];
