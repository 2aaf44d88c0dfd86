import german from './german.json' with { type: 'json' };

const GERMAN: Readonly<Record<string, string>> = german;

/** The languages of the client, by Discord's names: https://docs.discord.com/developers/reference#locales */
export const LOCALES = ['en-US', 'de'] as const;
export type Locale = (typeof LOCALES)[number];

let present: Locale = 'en-US';

/** The language of whom one is. */
export const presentLocale = (): Locale => present;

/** From now on the client speaks this language; one that it doesn't know is English. */
export const speak = (locale: string): void => {
  present = LOCALES.find((one) => one === locale) ?? 'en-US';
  document.documentElement.lang = present;
};

/** Discord's own words in the language of whom one is. `{}` stands for a name. */
export const say = (english: string, name = ''): string =>
  (present === 'de' ? (GERMAN[english] ?? english) : english).replace('{}', name);
