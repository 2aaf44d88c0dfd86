import { expect, test } from 'vitest';
import { wordsIn } from '../src/commands/framework/language.ts';
import { UserError, type FactsOf, type UserErrorCode } from '../src/lib/user-error.ts';
import { errorMessage } from '../src/messages/error-message.ts';
import { createLog } from '../src/services/operations/log.ts';

/** https://docs.discord.com/developers/resources/message#create-message */
const MAX_CONTENT_LENGTH = 2_000;

/** What somebody types who wants to be a nuisance. */
const TYPED = '@everyone **[x](https://evil.example)** `x` '.repeat(500);
const LONG = { length: 123_456, limit: 6_543 };
const USED = { limit: 54, used: 65, resetsAt: 1_700_000_000_000 };
const IDS = Array.from({ length: 25 }, (_, index) => `12345678901234567${index + 10}`);

/** Whatever each code can say, with the longest facts that there can be. */
const FACTS: { [Code in UserErrorCode]: FactsOf<Code>[] } = {
  'prompt-empty': [undefined],
  'prompt-too-long': [LONG],
  'timeout-out-of-range': [{ timeout: 12, minimum: 300, maximum: 1_200 }],
  'unknown-choice': [{ option: 'aspect_ratio', value: TYPED, choices: ['1:1', '16:9'] }],
  'unusable-url': (['unreadable', 'not-http', 'credentials', 'private'] as const).map((reason) => ({
    option: 'reference_urls',
    url: TYPED,
    reason,
  })),
  'unreadable-output-size': [{ outputSize: TYPED }],
  'output-size-needs-4k': [undefined],
  'too-many-references': [{ count: 12, limit: 10 }],
  'not-a-picture': [{ filename: TYPED }],
  'missing-right': [{ right: 'Send Messages in Threads' }],
  'server-only': [undefined],
  'not-yours': [undefined],
  'no-key': [{ inServer: true }, { inServer: false }],
  'quota-used-up': [{ reopensAt: undefined }, { reopensAt: 1_700_000_000_000 }],
  'unusable-key': [{ shortest: 8, longest: 512 }],
  'refused-key': [undefined],
  'bot-absent': [undefined],
  'key-gone': [undefined],
  'shared-key-limit': [USED],
  'queue-full': [{ waiting: 5_000 }],
  'already-submitted': [undefined],
  'job-not-found': [undefined],
  'command-changed': [undefined],
  'form-submitted-twice': [undefined],
  'prompt-too-long-to-edit': [LONG],
  'pictures-gone': [undefined],
  'references-gone': [undefined],
  'references-not-yours': [undefined],
  'preset-gone': [undefined],
  'unknown-preset': [{ name: TYPED }],
  'preset-name-taken': [{ name: TYPED }],
  'too-many-presets': [{ limit: 25 }],
  'preset-incomplete': [undefined],
  'search-gone': [undefined],
  'no-pictures-allowed': [undefined],
  'person-daily-limit': [USED],
  'server-daily-limit': [USED],
  'person-at-once-limit': [USED],
  'server-at-once-limit': [USED],
  'pause-limit': [USED],
  'not-a-limit': [{ label: 'Seconds between requests, each person', typed: TYPED, largest: 3_600 }],
  'too-many-limited-roles': [{ limit: 25 }],
  'blocked-prompt': [{ rule: TYPED }],
  barred: [{ until: undefined }, { until: 1_700_000_000_000 }],
  'rule-empty': [{ rule: TYPED }],
  'rule-too-long': [{ rule: TYPED, limit: 200 }],
  'rule-with-unknown-flags': [{ rule: TYPED, flags: TYPED }],
  'rule-unreadable': [{ rule: TYPED, reason: TYPED }],
  'rule-too-large': [{ rule: TYPED }],
  'rule-matches-everything': [{ rule: TYPED }],
  'blocklist-full': (['rules', 'expressions', 'instructions', 'bars'] as const).map((what) => ({
    what,
    limit: 1_000,
  })),
  'date-over': [{ typed: TYPED }],
  'unreadable-date': [{ typed: TYPED }],
  'file-too-large': [{ filename: TYPED }],
  'file-not-text': [{ filename: TYPED }],
  'file-not-there': [{ filename: TYPED }],
  'missing-role': [{ roleIds: IDS }],
  'unknown-time-zone': [{ timeZone: TYPED }],
};

const say = <Code extends UserErrorCode>(
  code: Code,
  allFacts: FactsOf<Code>[],
  texts: { [Code in UserErrorCode]: (facts: FactsOf<Code>) => string },
): string[] => allFacts.map((facts) => texts[code](facts));

const textsOf = (code: UserErrorCode, language: string): string[] =>
  say(code, FACTS[code], wordsIn(language).errors);

const isCode = (word: string): word is UserErrorCode => Object.hasOwn(FACTS, word);
const CODES = Object.keys(FACTS).filter(isCode);

const noReport = (): string => {
  throw new Error('It is no fault');
};

test.each(CODES)(
  '%s says something in each language, which fits and shows as typed what was typed',
  (code) => {
    for (const language of ['en', 'de']) {
      const texts = textsOf(code, language);
      expect(new Set(texts).size).toBe(texts.length);
      for (const text of texts) {
        expect(text.length).toBeGreaterThan(10);
        expect(text.length).toBeLessThanOrEqual(MAX_CONTENT_LENGTH);
        expect(text).not.toMatch(/undefined|NaN|\[object/);
        expect(text).not.toMatch(/(?<!\\)(@everyone|\[x|\]\(|\*\*\[)/);
      }
    }
  },
);

test.each(CODES)('%s says the same facts in German as in English, and not in English', (code) => {
  const german = textsOf(code, 'de');
  const facts = (text = ''): string[] => [...new Set(text.match(/\d+|`[^`]+`|<[^>]+>/g))].sort();
  for (const [index, text] of textsOf(code, 'en').entries()) {
    expect(facts(german[index])).toEqual(facts(text));
    expect(german[index]).not.toBe(text);
  }
});

test('an error for a person is told in their language, and is no fault', () => {
  const blocked = new UserError('blocked-prompt', { rule: '*nude*' });
  expect(errorMessage(blocked, wordsIn('de'), noReport)).toContain(String.raw`\*nude\*`);
  const barred = new UserError('barred', { until: 1_000_000 });
  expect(errorMessage(barred, wordsIn('en'), noReport)).toContain('<t:1000:R>');
});

test('of a fault, people read nothing but the reference under which it was reported', () => {
  const fault = new Error('the store broke');
  const reported: unknown[] = [];
  const report = (error: unknown): string => `R${reported.push(error)}`;
  for (const language of ['en', 'de']) {
    const text = errorMessage(fault, wordsIn(language), report);
    expect(text).toContain(`\`R${reported.length}\``);
    expect(text).not.toContain(fault.message);
  }
  expect(reported).toEqual([fault, fault]);
});

test('a log line about an error for a person has its code, and nothing that was typed', () => {
  const lines: string[] = [];
  const log = createLog({ level: 'info', destination: { write: (line) => void lines.push(line) } });
  const error = new UserError('unknown-preset', { name: 'my-typed-name' }, { cause: new Error('why') });
  log.error('a test', { error });
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    error: { type: 'UserError', code: 'unknown-preset', cause: { message: 'why' } },
  });
  expect(lines.join()).not.toContain('my-typed-name');
});
