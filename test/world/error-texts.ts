import { wordsIn } from '../../src/messages/language.ts';
import { PERIODS } from '../../src/lib/calendar.ts';
import type { FactsOf, UserErrorCode } from '../../src/lib/user-error.ts';

/** What a person types to be a nuisance. */
const TYPED = '@everyone **[x](https://evil.example)** `x` '.repeat(500);
const LONG = { length: 123_456, limit: 6_543 };
const REACHED = { limit: 54, resetsAt: 1_700_000_000_000 };
const IDS = Array.from({ length: 25 }, (_, index) => `12345678901234567${index + 10}`);

/** All that each code can say, with the longest facts that there can be. */
const FACTS: { [Code in UserErrorCode]: FactsOf<Code>[] } = {
  'prompt-empty': [undefined],
  'private-flag': [undefined],
  'card-refused': [undefined],
  'bot-cannot-see': [undefined],
  'bot-not-allowed': [undefined],
  'prompt-too-long': [LONG],
  'timeout-out-of-range': [{ timeout: 12, minimum: 300, maximum: 1_200 }],
  'unknown-choice': [{ option: 'aspect_ratio', value: TYPED, choices: ['1:1', '16:9'] }],
  'unusable-url': (['address', 'message', 'page'] as const).map((reason) => ({
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
  'unusable-key': [{ shortest: 8, longest: 512 }],
  'refused-key': [undefined],
  'bot-absent': [undefined],
  'key-gone': [undefined],
  'shared-key-limit': PERIODS.flatMap((period) =>
    [true, false].map((inServer) => ({ period, resetsAt: REACHED.resetsAt, inServer })),
  ),
  paused: [undefined],
  barred: [{ what: 'server' }, { what: 'person' }],
  'queue-full': [{ waiting: 5_000 }],
  'already-submitted': [undefined],
  'job-elsewhere': [{ link: 'https://discord.com/channels/1/2/3' }, { link: undefined }],
  elsewhere: [undefined],
  'pictures-came': [undefined],
  'source-deleted': [undefined],
  'file-server-away': [undefined],
  'operator-only': [undefined],
  'job-not-found': [undefined],
  'draft-gone': [undefined],
  'job-lost': [undefined],
  'command-changed': [undefined],
  interrupted: [undefined],
  'store-away': [undefined],
  'already-started': [undefined],
  'prompt-too-long-to-edit': [LONG],
  'pictures-gone': [undefined],
  'references-gone': [undefined],
  'references-not-yours': [undefined],
  'style-gone': [undefined],
  'style-name-taken': [{ name: TYPED }],
  'too-many-styles': [{ limit: 25 }],
  'style-incomplete': [undefined],
  'no-pictures-allowed': [undefined],
  'person-limit': PERIODS.map((period) => ({ period, ...REACHED })),
  'server-limit': PERIODS.map((period) => ({ period, ...REACHED })),
  'not-a-limit': [{ label: 'Requests per day, each person', typed: TYPED, largest: 100_000 }],
  'tray-empty': [undefined],
  'no-last-picture': [undefined],
  'too-few-left': PERIODS.map((period) => ({ count: 4, left: 2, period })),
  'too-many-limited-roles': [{ limit: 25 }],
  'blocked-prompt': [{ rule: TYPED }],
  'blocked-picture': [{ rule: TYPED }],
  'age-restricted': [undefined],
  banned: [
    { until: undefined, reason: undefined },
    { until: 1_700_000_000_000, reason: TYPED },
  ],
  'not-a-rule': [{ rule: TYPED, limit: 200 }],
  'blocklist-full': (['rules', 'letters', 'bans'] as const).map((what) => ({
    what,
    limit: 1_000,
  })),
  'missing-role': [{ roleIds: IDS }],
  'unknown-time-zone': [{ timeZone: TYPED }],
};

const say = <Code extends UserErrorCode>(
  code: Code,
  allFacts: FactsOf<Code>[],
  texts: { [Code in UserErrorCode]: (facts: FactsOf<Code>) => string },
): string[] => allFacts.map((facts) => texts[code](facts));

/** Everything that people can read about a code in a language, as `en`. */
export const errorTexts = (code: UserErrorCode, language: string): string[] =>
  say(code, FACTS[code], wordsIn(language).errors);

const isCode = (word: string): word is UserErrorCode => Object.hasOwn(FACTS, word);
export const ERROR_CODES = Object.keys(FACTS).filter(isCode);
