import type { Socket } from 'node:net';
import { inspect } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import { ImageApiError } from '../../src/services/image-api/errors.ts';
import { KEY, NOON, REQUEST, closeAll, closeLater, connect, failuresOn } from './client-world.ts';
import { record } from '../operations/recorded-log.ts';
import { type Respond, answerJson, failureOf, startSocketService } from './http-service.ts';

afterEach(closeAll);

const raw =
  (status: number, body: string): Respond =>
  (response) => {
    response.writeHead(status).end(body);
  };

const NO_QUOTA = { error: 1001, message: 'quota not enough' };
const ERROR_BODY = { error: 42, message: 'prompt is banned' };
const KEY_BODY = { error: 7, message: 'Invalid API-KEY' };

describe('an answer', () => {
  test.each([
    ['200 with code 1001', answerJson(200, NO_QUOTA), 'quota', 'quota'],
    ['400 with code 1001', answerJson(400, NO_QUOTA), 'quota', 'quota'],
    ['402 with code 1001', answerJson(402, NO_QUOTA), 'quota', 'quota'],
    ['403 with code 1001', answerJson(403, NO_QUOTA), 'quota', 'quota'],
    ['429 with code 1001', answerJson(429, NO_QUOTA), 'quota', 'quota'],
    ['500 with code 1001', answerJson(500, NO_QUOTA), 'quota', 'quota'],
    ['200 with the envelope code 1001', answerJson(200, { status: 1001, message: 'no' }), 'quota', 'quota'],
    ['401', raw(401, ''), 'key', 'key'],
    ['403 with HTML', raw(403, '<html>'), 'key', 'key'],
    ['200 with an error body about the key', answerJson(200, KEY_BODY), 'key', 'key'],
    ['400 with an error body about the key', answerJson(400, KEY_BODY), 'key', 'key'],
    ['400 with an error body', answerJson(400, ERROR_BODY), 'declined', 'declined'],
    ['404 with HTML', raw(404, '<html>'), 'wrong-address', 'wrong-address'],
    ['404 with an error body', answerJson(404, ERROR_BODY), 'wrong-address', 'wrong-address'],
    ['422 with nothing', raw(422, ''), 'declined', 'declined'],
    ['200 with an error body', answerJson(200, ERROR_BODY), 'declined', 'declined'],
    [
      '200 with an envelope that is not 0',
      answerJson(200, { status: 5, message: 'no' }),
      'declined',
      'declined',
    ],
    ['429', raw(429, ''), 'busy', 'busy'],
    ['429 that names the key', answerJson(429, { error: 3, message: 'slow down, API key' }), 'busy', 'busy'],
    ['503 with Retry-After', answerJson(503, {}, { 'retry-after': '3' }), 'busy', 'busy'],
    ['503 without Retry-After', raw(503, ''), 'unknown', 'away'],
    ['503 with an unreadable Retry-After', answerJson(503, {}, { 'retry-after': 'soon' }), 'unknown', 'away'],
    ['500', answerJson(500, ERROR_BODY), 'unknown', 'away'],
    ['502 with HTML', raw(502, '<html>'), 'unknown', 'away'],
    ['504 with Retry-After', answerJson(504, {}, { 'retry-after': '3' }), 'unknown', 'away'],
    ['408', raw(408, ''), 'unknown', 'away'],
    ['301', answerJson(301, {}, { location: '/elsewhere' }), 'wrong-address', 'wrong-address'],
    ['302', answerJson(302, {}, { location: '/elsewhere' }), 'unknown', 'unknown'],
    ['303', answerJson(303, {}, { location: '/elsewhere' }), 'unknown', 'unknown'],
    ['200 with no JSON', raw(200, '<html>busy</html>'), 'unknown', 'unknown'],
    ['200 with nothing', raw(200, ''), 'unknown', 'unknown'],
    ['200 with more than is read', answerJson(200, { data: 'x'.repeat(9_000_000) }), 'unknown', 'declined'],
    ['200 with half the JSON', raw(200, '{"status":0,"da'), 'unknown', 'unknown'],
    ['200 with JSON of another shape', answerJson(200, { data: 7 }), 'unknown', 'unknown'],
    ['200 with null', answerJson(200, null), 'unknown', 'unknown'],
  ])('%s is told by its kind, after one request', async (_, respond, ofSubmission, ofPoll) => {
    const { submission, poll } = await failuresOn(respond);
    expect([submission, poll]).toMatchObject([{ kind: ofSubmission }, { kind: ofPoll }]);
  });

  test('that refuses a submission and yet names a task leaves the outcome unknown', async () => {
    const { submission } = await failuresOn(
      answerJson(200, { status: 5, message: 'no', data: { taskId: 't1' } }),
    );
    expect(submission).toMatchObject({ kind: 'unknown' });
  });

  test('with an error body passes on status, code and words as facts', async () => {
    const { submission } = await failuresOn(answerJson(400, ERROR_BODY));
    expect(submission).toMatchObject({ status: 400, code: 42, serviceMessage: 'prompt is banned' });
  });

  test.each([
    ['seconds', '7', 7_000],
    ['a date', new Date(NOON + 90_000).toUTCString(), 90_000],
    ['far too long a time', '86400', 3_600_000],
  ])('that names when to come back in %s passes the time on', async (_, header, retryAfterMs) => {
    for (const status of [429, 503]) {
      const { submission, poll } = await failuresOn(answerJson(status, {}, { 'retry-after': header }));
      expect(submission).toMatchObject({ status, retryAfterMs });
      expect(poll).toMatchObject({ status, retryAfterMs });
    }
  });

  test.each([
    ['breaks off', (socket: Socket) => socket.destroy()],
    ['never ends', () => undefined],
  ])(
    'of 200 that %s in the body leaves a submission unknown and a poll to be asked again',
    async (_, act) => {
      const { submission, poll } = await failuresOn(
        (response) => {
          response.writeHead(200, { 'content-length': '500' }).write('{"status":0,', () => {
            if (response.socket !== null) act(response.socket);
          });
        },
        { limits: { submissionMs: 300, pollMs: 300 } },
      );
      const cause = expect.any(Error) as unknown;
      expect(submission).toMatchObject({ kind: 'unknown', status: 200, cause });
      expect(poll).toMatchObject({ kind: 'away', status: 200, cause });
    },
  );

  test('of 429 that breaks off in the body is still a refusal for now', async () => {
    const { submission, poll } = await failuresOn((response) => {
      response.writeHead(429, { 'content-length': '500', 'retry-after': '2' }).write('{', () => {
        response.socket?.destroy();
      });
    });
    expect(submission).toMatchObject({ kind: 'busy', retryAfterMs: 2_000 });
    expect(poll).toMatchObject({ kind: 'busy', retryAfterMs: 2_000 });
  });

  test('that trickles is cut off by the limit on the whole call', async () => {
    const { submission, poll } = await failuresOn(
      (response) => {
        response.writeHead(200);
        const trickle = setInterval(() => response.write(' '), 20);
        response.on('close', () => {
          clearInterval(trickle);
        });
      },
      { limits: { submissionMs: 300, pollMs: 300 } },
    );
    const cause = { cause: { message: 'Not within 300 ms' } };
    expect(submission).toMatchObject({ kind: 'unknown', cause });
    expect(poll).toMatchObject({ kind: 'away', cause });
  });
});

test('no error tells the API key, even when the service repeats it', async () => {
  const answers = [
    answerJson(400, { error: 9, message: `bad request by ${KEY}` }),
    answerJson(401, { error: 9, message: `the key ${KEY} is unknown` }),
    answerJson(200, { error: 1001, message: `${KEY} has no quota` }),
    raw(200, `${KEY} is no JSON`),
    raw(500, KEY),
  ];
  for (const answer of answers) {
    const { submission, poll } = await failuresOn(answer);
    for (const failure of [submission, poll]) {
      expect(failure).toBeInstanceOf(ImageApiError);
      const told = inspect(failure, { depth: null, showHidden: true });
      expect(told).not.toContain(KEY);
      expect(told).not.toContain(KEY.slice(0, 8));
    }
  }
  const garbage = await startSocketService((socket) => socket.end(`HTTP/1.1 ${KEY}\r\n\r\n`));
  closeLater(garbage.close);
  const failure = await failureOf(connect(garbage.url).submit(KEY, REQUEST));
  const { log, text } = record();
  log.warn('a submission failed', { error: failure });
  expect(text()).toContain('HTTPParserError');
  expect(text()).not.toContain(KEY);
});
