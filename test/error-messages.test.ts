import { expect, test } from 'vitest';
import { LANGUAGES, wordsIn } from '../src/messages/language.ts';
import { UserError } from '../src/lib/user-error.ts';
import { errorMessage } from '../src/messages/error-message.ts';
import { createLog } from '../src/services/operations/log.ts';
import { ERROR_CODES, errorTexts } from './world/error-texts.ts';

/** https://docs.discord.com/developers/resources/message#create-message */
const MAX_CONTENT_LENGTH = 2_000;

/** Discord neither pings, links nor formats anything in code style. */
const withoutCode = (text: string): string => text.replaceAll(/`[^`\n]+`/g, '');

const noReport = (): string => {
  throw new Error('It is no fault');
};

test.each(ERROR_CODES)(
  '%s says something in each language, which fits and shows as typed what was typed',
  (code) => {
    for (const language of LANGUAGES) {
      const texts = errorTexts(code, language);
      expect(new Set(texts).size).toBe(texts.length);
      for (const text of texts) {
        expect(text.length).toBeGreaterThan(10);
        expect(text.length).toBeLessThanOrEqual(MAX_CONTENT_LENGTH);
        expect(text).not.toMatch(/undefined|NaN|\[object/);
        expect(withoutCode(text)).not.toMatch(/`|@everyone|\[x|\]\(|\*\*\[/);
      }
    }
  },
);

test('an error for a person is told in their language, and is no fault', () => {
  const blocked = new UserError('blocked-prompt', { rule: '*nude*' });
  expect(errorMessage(blocked, wordsIn('de'), noReport)).toContain('`*nude*`');
  const banned = new UserError('banned', { until: 1_000_000, reason: 'spam' });
  expect(errorMessage(banned, wordsIn('en'), noReport)).toContain('until <t:1000:f>. Reason: `spam`.');
});

test('of a fault, people read nothing but the reference under which it was reported', () => {
  const fault = new Error('the store broke');
  const reported: unknown[] = [];
  const report = (error: unknown): string => `R${reported.push(error)}`;
  for (const language of LANGUAGES) {
    const text = errorMessage(fault, wordsIn(language), report);
    expect(text).toContain(`\`R${reported.length}\``);
    expect(text).not.toContain(fault.message);
  }
  expect(reported).toEqual(LANGUAGES.map(() => fault));
});

test('a log line about an error for a person has its code, and nothing that was typed', () => {
  const lines: string[] = [];
  const log = createLog({ level: 'info', destination: { write: (line) => void lines.push(line) } });
  const error = new UserError('style-name-taken', { name: 'my-typed-name' }, { cause: new Error('why') });
  log.error('a test', { error });
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    error: { name: 'UserError', code: 'style-name-taken', cause: { message: 'why' } },
  });
  expect(lines.join()).not.toContain('my-typed-name');
});
