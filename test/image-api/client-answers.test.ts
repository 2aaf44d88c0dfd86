import type { Socket } from 'node:net';
import { inspect } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import {
  BadRequestError,
  ImageApiError,
  OutcomeUnknownError,
  QuotaError,
  RateLimitedError,
  RefusedKeyError,
  UnavailableError,
  WrongAddressError,
} from '../../src/services/image-api/errors.ts';
import { KEY, NOON, REQUEST, closeAll, closeLater, connect, failuresOn } from './client-world.ts';
import { record } from '../operations/recorded-log.ts';
import { type Respond, answerJson, failureOf, startHttpService, startSocketService } from './http-service.ts';

afterEach(closeAll);

const causeOf = (failure: unknown) => (failure instanceof Error ? failure.cause : undefined);

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
    ['200 with code 1001', answerJson(200, NO_QUOTA), QuotaError, QuotaError],
    ['400 with code 1001', answerJson(400, NO_QUOTA), QuotaError, QuotaError],
    ['402 with code 1001', answerJson(402, NO_QUOTA), QuotaError, QuotaError],
    ['403 with code 1001', answerJson(403, NO_QUOTA), QuotaError, QuotaError],
    ['429 with code 1001', answerJson(429, NO_QUOTA), QuotaError, QuotaError],
    ['500 with code 1001', answerJson(500, NO_QUOTA), QuotaError, QuotaError],
    [
      '200 with the envelope code 1001',
      answerJson(200, { status: 1001, message: 'no' }),
      QuotaError,
      QuotaError,
    ],
    ['401', raw(401, ''), RefusedKeyError, RefusedKeyError],
    ['403 with HTML', raw(403, '<html>'), RefusedKeyError, RefusedKeyError],
    ['200 with an error body about the key', answerJson(200, KEY_BODY), RefusedKeyError, RefusedKeyError],
    ['400 with an error body about the key', answerJson(400, KEY_BODY), RefusedKeyError, RefusedKeyError],
    ['400 with an error body', answerJson(400, ERROR_BODY), BadRequestError, BadRequestError],
    ['404 with HTML', raw(404, '<html>'), WrongAddressError, WrongAddressError],
    ['404 with an error body', answerJson(404, ERROR_BODY), WrongAddressError, WrongAddressError],
    ['422 with nothing', raw(422, ''), BadRequestError, BadRequestError],
    ['200 with an error body', answerJson(200, ERROR_BODY), BadRequestError, BadRequestError],
    [
      '200 with an envelope that is not 0',
      answerJson(200, { status: 5, message: 'no' }),
      BadRequestError,
      BadRequestError,
    ],
    ['429', raw(429, ''), RateLimitedError, RateLimitedError],
    [
      '429 that names the key',
      answerJson(429, { error: 3, message: 'slow down, API key' }),
      RateLimitedError,
      RateLimitedError,
    ],
    ['503 with Retry-After', answerJson(503, {}, { 'retry-after': '3' }), UnavailableError, UnavailableError],
    ['503 without Retry-After', raw(503, ''), OutcomeUnknownError, UnavailableError],
    [
      '503 with an unreadable Retry-After',
      answerJson(503, {}, { 'retry-after': 'soon' }),
      OutcomeUnknownError,
      UnavailableError,
    ],
    ['500', answerJson(500, ERROR_BODY), OutcomeUnknownError, UnavailableError],
    ['502 with HTML', raw(502, '<html>'), OutcomeUnknownError, UnavailableError],
    [
      '504 with Retry-After',
      answerJson(504, {}, { 'retry-after': '3' }),
      OutcomeUnknownError,
      UnavailableError,
    ],
    ['408', raw(408, ''), OutcomeUnknownError, UnavailableError],
    ['302', answerJson(302, {}, { location: '/elsewhere' }), WrongAddressError, WrongAddressError],
    ['303', answerJson(303, {}, { location: '/elsewhere' }), OutcomeUnknownError, OutcomeUnknownError],
    ['200 with no JSON', raw(200, '<html>busy</html>'), OutcomeUnknownError, OutcomeUnknownError],
    ['200 with nothing', raw(200, ''), OutcomeUnknownError, OutcomeUnknownError],
    ['200 with half the JSON', raw(200, '{"status":0,"da'), OutcomeUnknownError, OutcomeUnknownError],
    [
      '200 with JSON of another shape',
      answerJson(200, { data: 7 }),
      OutcomeUnknownError,
      OutcomeUnknownError,
    ],
    ['200 with null', answerJson(200, null), OutcomeUnknownError, OutcomeUnknownError],
  ])('%s is told by class, after one request', async (_, respond, ofSubmission, ofPoll) => {
    const { submission, poll } = await failuresOn(respond);
    expect(submission).toBeInstanceOf(ofSubmission);
    expect(submission).toMatchObject({ name: ofSubmission.name, operation: 'submit' });
    expect(poll).toBeInstanceOf(ofPoll);
    expect(poll).toMatchObject({ name: ofPoll.name, operation: 'job-status' });
  });

  test('that refuses a submission and yet names a task leaves the outcome unknown', async () => {
    const { submission } = await failuresOn(
      answerJson(200, { status: 5, message: 'no', data: { taskId: 't1' } }),
    );
    expect(submission).toBeInstanceOf(OutcomeUnknownError);
  });

  test('with an error body passes on status, code and words as facts', async () => {
    const { submission } = await failuresOn(answerJson(400, ERROR_BODY));
    expect(submission).toMatchObject({ status: 400, code: 42, serviceMessage: 'prompt is banned' });
  });

  test.each([
    ['seconds', '7', 7_000],
    ['a date', new Date(NOON + 90_000).toUTCString(), 90_000],
    ['far too long a time', '86400', 15 * 60_000],
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
        { timeoutMs: 300 },
      );
      expect(submission).toBeInstanceOf(OutcomeUnknownError);
      expect(submission).toMatchObject({ status: 200 });
      expect(causeOf(submission)).toBeInstanceOf(Error);
      expect(poll).toBeInstanceOf(UnavailableError);
    },
  );

  test('of 429 that breaks off in the body is still a refusal for now', async () => {
    const { submission, poll } = await failuresOn((response) => {
      response.writeHead(429, { 'content-length': '500', 'retry-after': '2' }).write('{', () => {
        response.socket?.destroy();
      });
    });
    expect(submission).toMatchObject({ name: 'RateLimitedError', retryAfterMs: 2_000 });
    expect(poll).toMatchObject({ name: 'RateLimitedError', retryAfterMs: 2_000 });
  });

  test('that trickles is cut off by the limit on the whole call', async () => {
    const service = await startHttpService((response) => {
      response.writeHead(200);
      const trickle = setInterval(() => response.write(' '), 20);
      response.on('close', () => {
        clearInterval(trickle);
      });
    });
    closeLater(service.close);

    const failure = await failureOf(connect(service.url, { timeoutMs: 300 }).submit(KEY, REQUEST));

    expect(failure).toMatchObject({ name: 'OutcomeUnknownError', cause: { name: 'TimeoutError' } });
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
