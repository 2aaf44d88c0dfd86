import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jobLine, MAX_LINES_PER_MESSAGE, logMessage } from '../../src/cards/log-lines.ts';
import { ENGLISH } from '../../src/messages/language.ts';
import type { EndedJob } from '../../src/services/jobs/job.ts';
import { ACCEPTED } from '../world/job.ts';

/** As long as Discord's are. */
const ID = '123456789012345678';

const job = (prompt: string, id = '01'): EndedJob => ({
  ...ACCEPTED,
  id,
  submission: { family: 'artgen', body: { prompt } },
  personId: ID,
  target: { ...ACCEPTED.target, guildId: ID, channelId: ID, messageId: ID },
  submittedAt: 1_000,
  endedAt: 4_241_000,
  delivery: 'due',
  state: 'failed',
  failure: { kind: 'refused', reason: '*'.repeat(1_000) },
});

test('ten lines fit one message, whatever people typed', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'binary', maxLength: 200 }), {
        minLength: 1,
        maxLength: MAX_LINES_PER_MESSAGE,
      }),
      (prompts) => {
        const lines = prompts.map((prompt, index) => jobLine(job(prompt, String(index)), ENGLISH), ENGLISH);
        const { embeds = [] } = logMessage(lines);
        const description = embeds.map((embed) => embed.description).join('\n');
        expect(description.length).toBeLessThanOrEqual(4_096);
        expect(description.split('\n')).toHaveLength(prompts.length);
      },
    ),
  );
});

test('a line has no break in it, and nothing in it ends before its end', () => {
  const { text } = jobLine(job('a\nb\r\n\u2028c `` ` ``` **'), ENGLISH);
  expect(text).toContain('a b c \\`\\` \\` \\`\\`\\` \\*\\*');
});

test('no id stands twice in a message: a job that ended twice has one button', () => {
  const fox = jobLine(job('fox', 'A'), ENGLISH);
  const wolf = jobLine(job('wolf', 'B'), ENGLISH);
  const lines = [fox, wolf, fox];
  const rows = logMessage(lines).components ?? [];
  const ids = rows.flatMap(({ components }) =>
    components.map((part) => ('custom_id' in part ? part.custom_id : '')),
  );
  expect(ids).toEqual(['log-delete:B', 'log-delete:A']);
});

test.each(['refused', 'task-failed'] as const)(
  'of a private job that %s, a line holds no words of the service, which may quote the prompt',
  (kind) => {
    const shown = job('a secret request');
    const failed: EndedJob = {
      ...shown,
      target: { ...shown.target, ephemeral: true },
      state: 'failed',
      failure: { kind, reason: 'Banned words: a secret request' },
    };
    const { text } = jobLine(failed, ENGLISH);
    expect(text).toContain(ENGLISH.log.failed(ENGLISH.log.privateFailure));
    expect(text).not.toContain('secret');
  },
);
