import type english from '../../../locales/en.json';
import type { ErrorTexts } from '../error-message.ts';
import type { Catalogue } from './catalogue.ts';

/** Everything that Easel says, in one language: what locales/en.json has, and what the language brings. */
export interface Words extends Omit<Catalogue<typeof english>, 'errors' | 'language'> {
  errors: ErrorTexts;
  /** A whole number as the language writes it. */
  grouped: (value: number) => string;
  /** By which `Intl` writes in this language. */
  locale: string;
}
