import { retryAfterMsIn } from '../src/lib/retry-after.ts';
import { expect, test } from 'vitest';
import { parseCustomId } from '../src/messages/custom-id.ts';
import { detailsOf } from '../src/commands/card/details.ts';
import { readDaily } from '../src/commands/limits/limits-panel.ts';
import { altTextOf, clip, duration, excerpt, literal, oneLine, quote } from '../src/messages/markup.ts';
import { ENGLISH, wordsIn } from '../src/messages/language.ts';
import { isDiscordFile } from '../src/discord/messages.ts';
import { cardOf, finishedCard, noteLine, plainCardOf } from '../src/cards/card.ts';
import { jobLine, logMessage } from '../src/cards/log-lines.ts';
import { normalize, skeleton } from '../src/services/guilds/blocklist/look-alikes.ts';
import { createMatcher } from '../src/services/guilds/blocklist/matcher.ts';
import { readingsOf } from '../src/services/guilds/blocklist/reading.ts';
import { parseRule } from '../src/services/guilds/blocklist/rule.ts';
import { timeZoneNamed } from '../src/lib/calendar.ts';
import { correctOutputSize } from '../src/services/requests/output-size.ts';
import { cut } from '../src/lib/text.ts';
import { applyStyle, readPrompt, splitPrompt } from '../src/services/requests/prompt.ts';
import { artgen } from '../src/services/requests/families/artgen.ts';
import { gen } from '../src/services/requests/families/gen.ts';
import { MAX_TYPED_LENGTH } from '../src/services/requests/families/checks.ts';
import { parseJobStatusResponse, parseSubmitResponse } from '../src/services/image-api/parse-response.ts';
import { jobSchema, type EndedJob } from '../src/services/jobs/job.ts';
import { createLog } from '../src/services/operations/log.ts';
import { stylesLike, styleSchema, withStyle } from '../src/services/requests/styles.ts';
import { holdsWords } from '../src/commands/history/history-panel.ts';
import { TEXTS } from './world/hostile-texts.ts';
import { ACCEPTED } from './world/job.ts';

const log = createLog({ level: 'debug', destination: { write: () => undefined } });
for (let secret = 0; secret < 100; secret += 1) log.hide(`a-secret-value-${secret}`);

const API_KEY = 'an-api-key-0123456789';
const context = { apiKey: API_KEY };
const answered = (status: number, text: string) => ({ status, retryAfterMs: undefined, body: text });

/** What every job has that ended. */
const endedOf = (prompt: string) => ({
  ...ACCEPTED,
  submission: { family: 'artgen' as const, body: { prompt } },
  target: { ...ACCEPTED.target, messageId: '2' },
  endedAt: 1,
  delivery: 'due' as const,
});
const painted = (prompt: string, text = prompt): EndedJob => ({
  ...endedOf(prompt),
  state: 'succeeded',
  result: { pictureUrls: [], generatorPrompt: text, generatorJobId: text },
});
const failed = (reason: string): EndedJob => ({
  ...endedOf('a fox'),
  state: 'failed',
  failure: { kind: 'task-failed', reason },
});

const cards = wordsIn(undefined).card;
const facts = { now: 0 };
const styles = [{ id: '1', name: 'Wide', text: 'wide' }];
const matches = createMatcher(
  ['fox', 'bad words here', 'wor*', '狐', 'a1a1', 'aaa', '1', 'x1', '*a'],
  ['no fox', '*good*', 'a a'],
);

/** What a service would have sent, of a megabyte too; made once, since that is no work of Easel's. */
const bodies = new Map<string, string>();
const bodyOf = (kind: string, text: string, make: (part: string) => object): string => {
  const key = `${kind} ${text.length} ${text.slice(0, 20)}`;
  // Escaped, some characters take six.
  const share = Math.min(1, 1_000 / JSON.stringify(text.slice(0, 1_000)).length);
  const body = bodies.get(key) ?? JSON.stringify(make(text.slice(0, Math.ceil(text.length * share))));
  bodies.set(key, body);
  return body;
};
const refused = (text: string) => {
  const body = bodyOf('refusal', text, (message) => ({ error: 5, message }));
  return parseSubmitResponse(answered(400, body), context);
};
const task = (kind: string, text: string, itemOf: (part: string) => object) => {
  const body = bodyOf(kind, text, (part) => ({ data: [{ taskId: 't', ...itemOf(part) }] }));
  return parseJobStatusResponse(answered(200, body), context, ['t']);
};
const ENTRY_POINTS: Record<string, (text: string) => unknown> = {
  "a log's error": (text) => {
    log.info('x', { error: new Error(text, { cause: new Error(text) }) });
  },
  "the service's words": refused,
  'an answer that is no JSON': (text) => parseSubmitResponse(answered(502, text), context),
  "a task's reason": (text) => task('reason', text, (failReason) => ({ status: 2, failReason })),
  "a task's pictures": (text) => task('pictures', text, (part) => ({ status: 1, imgUrls: [part] })),
  "a task's grid": (text) => task('grid', text, (image) => ({ status: 1, image, mjPrompt: image })),
  'Retry-After': (text) => retryAfterMsIn({ 'retry-after': text }, 0),
  'a clipped text': (text) => clip(text, 600),
  'a text on one line': (text) => oneLine(text, 80),
  'a literal text': literal,
  'an excerpt': excerpt,
  'a quoted text': (text) => quote(text, 600),
  'an alt text': altTextOf,
  'a card': (text) => cardOf(painted(text), facts),
  'a card with a reason': (text) => cardOf(failed(text), facts),
  'a plain card': (text) => plainCardOf(failed(text), [text]),
  'a final card': (text) => finishedCard(painted(text), facts, [{ url: text, number: 1 }]),
  "a card's notes": (text) => [
    noteLine({ kind: 'prompt-corrected', fixes: [{ typed: text, read: text }] }, cards),
    noteLine({ kind: 'option-overridden', flag: 'no', value: text }, cards),
  ],
  'a line of the log channel': (text) =>
    logMessage([jobLine(painted(text), ENGLISH), jobLine(failed(text), ENGLISH)]),
  'the details of a job': (text) => detailsOf(painted('a fox', text), ENGLISH),
  'a row of the store': (text) => jobSchema.parse(failed(text)),
  // No longer text comes this far.
  'the flags of a prompt': (text) => {
    const prompt = cut(text, MAX_TYPED_LENGTH);
    const { prompt: read } = readPrompt(prompt);
    return [read, splitPrompt(prompt), applyStyle(read, read)];
  },
  'a prompt': (prompt) => artgen.build({ prompt }),
  'an address': (hookUrl) => artgen.build({ prompt: 'a fox', hookUrl }),
  'addresses of references': (referenceUrls) => gen.build({ prompt: 'a fox', referenceUrls }),
  'an output size': (outputSize) => [
    correctOutputSize(outputSize),
    gen.build({ prompt: 'a fox', outputSize }),
  ],
  'a prompt and a blocklist': matches,
  'a rule': parseRule,
  'a rule with stars': (text) => parseRule(`*${text}*`),
  'a time zone': timeZoneNamed,
  'a number': (text) => readDaily({ daily: text }, 'Limit'),
  'the name of a style': (text) => stylesLike(styles, text),
  'a style': (text) => withStyle(styles, styleSchema.parse({ id: '2', name: text, text }), 25),
  'a custom id': parseCustomId,
  'a prompt that is searched': (text) => holdsWords(text, 'fox hill'),
  'what is searched for': (text) => holdsWords('a fox on a hill', text),
  'a link to a file': (text) => isDiscordFile(text, 'https://discord.com/api'),
  'a length of time': (text) => duration(Number(text)),
};

const read = (act: () => unknown): void => {
  try {
    act();
  } catch {
    // A refusal is an answer, too.
  }
};

test.each(Object.keys(ENTRY_POINTS))('%s is read to its end, whatever it is', (name) => {
  for (const text of Object.values(TEXTS)) read(() => ENTRY_POINTS[name]?.(text));
});

test('so is what of a prompt comes to the blocklist', () => {
  for (const text of Object.values(TEXTS)) {
    const prompt = cut(text, MAX_TYPED_LENGTH);
    for (const act of [normalize, skeleton, readingsOf, matches]) read(() => act(prompt));
    read(() => artgen.build({ prompt }));
  }
});

test('as much of a reason is kept as anybody could want to read, and no more', () => {
  const reasonOf = (failReason: string) => {
    const item = { taskId: 't', status: 2, failReason };
    const answer = answered(200, JSON.stringify({ data: [item] }));
    return [...parseJobStatusResponse(answer, context, ['t']).values()];
  };
  expect(reasonOf('😀'.repeat(40_000))).toMatchObject([{ failReason: '😀'.repeat(32_768) }]);
  const short = 'The prompt was refused. '.repeat(2_000);
  expect(reasonOf(short)).toMatchObject([{ failReason: short }]);
});
