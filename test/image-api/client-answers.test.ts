import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { inspect } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import { ImageApiError, mayBeAboutOne } from '../../src/services/image-api/errors.ts';
import { KEY, NOON, REQUEST, closeAll, closeLater, connect, failuresOn, startPair } from './client-world.ts';
import { record } from '../operations/recorded-log.ts';
import { type Respond, answerJson, failureOf, startSocketService } from './http-service.ts';

afterEach(closeAll);

const raw =
  (status: number, body: string, headers = {}): Respond =>
  (response) => {
    response.writeHead(status, headers).end(body);
  };

const NO_QUOTA = { error: 1001, message: 'quota not enough' };
const UNAUTHORIZED = { error: 3, message: 'upstream said: unauthorized' };
const ERROR_BODY = { error: 42, message: 'prompt is banned' };
/** What FastAPI and Spring answer to a request that they can't read. */
const FOREIGN_BODY = { detail: [{ loc: ['body', 'text'], msg: 'Field required' }] };
const FRAMEWORK_BODY = { status: 400, error: 'Bad Request', message: 'bad', path: '/gen/v1/generations' };
const KEY_BODY = { error: 7, message: 'Invalid API-KEY' };

describe('an answer', () => {
  test.each([
    ['200 with code 1001', answerJson(200, NO_QUOTA), 'quota', 'quota'],
    ['400 with code 1001', answerJson(400, NO_QUOTA), 'quota', 'quota'],
    ['402', raw(402, ''), 'quota', 'quota'],
    ['409', raw(409, ''), 'busy', 'busy'],
    ['423', raw(423, ''), 'busy', 'busy'],
    ['425', raw(425, ''), 'busy', 'busy'],
    ['499', raw(499, ''), 'unknown', 'away'],
    ['403 with code 1001', answerJson(403, NO_QUOTA), 'quota', 'quota'],
    ['429 with code 1001', answerJson(429, NO_QUOTA), 'quota', 'quota'],
    ['500 with code 1001', answerJson(500, NO_QUOTA), 'quota', 'quota'],
    ['400 with the code as text', answerJson(400, { error: '1001', message: 'no' }), 'quota', 'quota'],
    ['200 with the envelope code as text', answerJson(200, { status: ' 1001 ' }), 'quota', 'quota'],
    ['400 with the code alone', answerJson(400, { error: 1001 }), 'quota', 'quota'],
    ['200 with the envelope code 1001', answerJson(200, { status: 1001, message: 'no' }), 'quota', 'quota'],
    ['401', raw(401, ''), 'key', 'key'],
    ['403 with nothing', raw(403, ''), 'key', 'key'],
    ['403 with JSON of a gateway', answerJson(403, { message: 'Forbidden' }), 'key', 'key'],
    ['403 with HTML', raw(403, '<html>'), 'blocked', 'blocked'],
    ['401 with HTML', raw(401, ' <!doctype html>'), 'blocked', 'blocked'],
    ['200 with an error body about the key', answerJson(200, KEY_BODY), 'key', 'key'],
    ['400 with an error body about the key', answerJson(400, KEY_BODY), 'key', 'key'],
    ['400 with an error body', answerJson(400, ERROR_BODY), 'declined', 'declined'],
    ['404 with HTML', raw(404, '<html>'), 'wrong-address', 'wrong-address'],
    ['404 with an error body', answerJson(404, ERROR_BODY), 'wrong-address', 'wrong-address'],
    [
      '404 with HTML that names a key',
      raw(404, '<p>no such "taskIds" page'),
      'wrong-address',
      'wrong-address',
    ],
    ['400 with HTML', raw(400, '<html>plain HTTP to an HTTPS port'), 'wrong-address', 'wrong-address'],
    ['400 with nothing', raw(400, ''), 'wrong-address', 'wrong-address'],
    ['405 with HTML', raw(405, '<html>'), 'wrong-address', 'wrong-address'],
    ['407 with nothing', raw(407, ''), 'wrong-address', 'wrong-address'],
    ['415 with text', raw(415, 'Unsupported Media Type'), 'wrong-address', 'wrong-address'],
    ["422 with another API's JSON", answerJson(422, FOREIGN_BODY), 'wrong-address', 'wrong-address'],
    ["400 with a framework's JSON", answerJson(400, FRAMEWORK_BODY), 'wrong-address', 'wrong-address'],
    ['422 with an error body', answerJson(422, ERROR_BODY), 'declined', 'declined'],
    ['413 with HTML', raw(413, '<html>'), 'declined', 'declined'],
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
    ['503 with Retry-After on a page', raw(503, '<html>', { 'retry-after': '5' }), 'unknown', 'away'],
    ['503 with Retry-After and nothing', raw(503, '', { 'retry-after': '5' }), 'unknown', 'away'],
    ['503 without Retry-After', raw(503, ''), 'unknown', 'away'],
    ['503 with an unreadable Retry-After', answerJson(503, {}, { 'retry-after': 'soon' }), 'unknown', 'away'],
    ['500', answerJson(500, ERROR_BODY), 'unknown', 'away'],
    ['500 that speaks of the key', answerJson(500, KEY_BODY), 'unknown', 'away'],
    ['502 with JSON that speaks of the key', answerJson(502, UNAUTHORIZED), 'unknown', 'away'],
    ['408 that speaks of the key', answerJson(408, KEY_BODY), 'unknown', 'away'],
    ['502 with HTML', raw(502, '<html>'), 'unknown', 'away'],
    ['504 with Retry-After', answerJson(504, {}, { 'retry-after': '3' }), 'unknown', 'away'],
    ['408', raw(408, ''), 'unknown', 'away'],
    ['301', answerJson(301, {}, { location: '/elsewhere' }), 'wrong-address', 'wrong-address'],
    ['302', answerJson(302, {}, { location: '/elsewhere' }), 'unknown', 'unknown'],
    ['303', answerJson(303, {}, { location: '/elsewhere' }), 'unknown', 'unknown'],
    ['200 with no JSON', raw(200, '<html>busy</html>'), 'unknown', 'unknown'],
    ['200 with nothing', raw(200, ''), 'unknown', 'unknown'],
    ['200 with more than is read', answerJson(200, { data: 'x'.repeat(9_000_000) }), 'unknown', 'away'],
    ['200 with half the JSON', raw(200, '{"status":0,"da'), 'unknown', 'unknown'],
    ['200 with JSON of another shape', answerJson(200, { data: 7 }), 'unknown', 'unknown'],
    ['200 with null', answerJson(200, null), 'unknown', 'unknown'],
  ])('%s is told by its kind, after one request', async (_, respond, ofSubmission, ofPoll) => {
    const { submission, poll } = await failuresOn(respond);
    expect([submission, poll]).toMatchObject([{ kind: ofSubmission }, { kind: ofPoll }]);
  });

  test.each([
    ['400', true, answerJson(400, ERROR_BODY)],
    ['403', true, raw(403, '<html>')],
    ['404', true, raw(404, '')],
    ['413', true, raw(413, '')],
    ['500', true, raw(500, '<html>')],
    ['502', true, raw(502, '')],
    ['200 with an error body', true, answerJson(200, ERROR_BODY)],
    ['200 with a page', true, raw(200, '<html>')],
    ['200 with nothing', true, raw(200, '')],
    ['200 with more than is read', true, answerJson(200, { data: 'x'.repeat(9_000_000) })],
    ['401', false, raw(401, '')],
    ['402', false, raw(402, '')],
    ['429', false, raw(429, '')],
    ['308', false, answerJson(308, {}, { location: '/elsewhere' })],
    ['400 with Retry-After', false, answerJson(400, ERROR_BODY, { 'retry-after': '3' })],
    ['500 with Retry-After', false, answerJson(500, ERROR_BODY, { 'retry-after': '3' })],
    ['no status', false, (response: ServerResponse) => response.socket?.destroy()],
  ] satisfies [string, boolean, Respond][])(
    'of %s may be about one task of many: %s',
    async (_, mayBe, respond) => {
      const { poll } = await failuresOn(respond);
      expect(poll instanceof ImageApiError && mayBeAboutOne(poll)).toBe(mayBe);
    },
  );

  const refusals: [status: number, body: object, headers?: Record<string, string>][] = [
    [200, { status: 5, message: 'no' }],
    [200, NO_QUOTA],
    [400, ERROR_BODY],
    [401, KEY_BODY],
    [402, {}],
    [404, ERROR_BODY],
    [429, { error: 6, message: 'too many requests' }],
    [503, ERROR_BODY, { 'retry-after': '3' }],
    [301, {}, { location: '/elsewhere' }],
  ];
  const names = [
    { data: { taskId: 't1' } },
    { taskId: 't1' },
    { data: [{ taskId: 't1' }] },
    { data: { taskId: 7 } },
    { data: { task_id: 't1' } },
    { result: { tasks: [{ 'task-ID': 't1' }] } },
  ];

  test.each(refusals)(
    'of %i %j that names a task leaves the outcome unknown',
    async (status, body, headers) => {
      for (const name of names) {
        const { submission } = await failuresOn(answerJson(status, { ...body, ...name }, headers));
        expect(submission).toMatchObject({ kind: 'unknown', status });
      }
      const unread = JSON.stringify({ ...body, data: { taskId: 't1' } }).replace(/\}$/, ',}');
      const { submission } = await failuresOn((response) => response.writeHead(status, headers).end(unread));
      expect(submission).toMatchObject({ kind: 'unknown' });
    },
  );

  test.each([null, '', ' '])('that refuses and names the task %j names none', async (taskId) => {
    const { submission } = await failuresOn(answerJson(400, { ...NO_QUOTA, data: { taskId } }));
    expect(submission).toMatchObject({ kind: 'quota' });
  });

  test('may begin with a byte-order mark', async () => {
    const { client } = await startPair(raw(200, '\ufeff{"data":{"taskId":"t1"}}'));
    expect(await client.submit(KEY, REQUEST)).toBe('t1');
  });

  test.each(['', ' '])('that accepts and names the task %j leaves the outcome unknown', async (taskId) => {
    const { submission } = await failuresOn(answerJson(200, { data: { taskId } }));
    expect(submission).toMatchObject({ kind: 'unknown' });
  });

  test('that accepts names a task that can be kept, or the outcome is unknown', async () => {
    const { client } = await startPair(answerJson(200, { data: { taskId: 't'.repeat(2_000) } }));
    expect(await client.submit(KEY, REQUEST)).toHaveLength(2_000);
    const { submission } = await failuresOn(answerJson(200, { data: { taskId: 't'.repeat(2_001) } }));
    expect(submission).toMatchObject({ kind: 'unknown' });
  });

  test('is counted before it is read: what is far more than was asked for is not made into values', async () => {
    const task = { status: 0, taskId: 't1' };
    const many = (count: number): Respond =>
      answerJson(200, { data: [task, ...Array<object>(count).fill({})] });
    const { client } = await startPair(many(1_000));
    expect([...(await client.jobStatus(KEY, 'gen', ['t1'])).values()]).toEqual([
      { status: 'in-progress', taskId: 't1' },
    ]);
    // Small enough in bytes. In a text, commas and brackets are no values.
    const { poll, submission } = await failuresOn(many(20_000));
    expect(poll).toMatchObject({ kind: 'unknown', status: 200 });
    expect(submission).toMatchObject({ kind: 'unknown' });
    const reason = '\\",[{'.repeat(1_000);
    const wordy = await startPair(
      answerJson(200, { data: [{ status: 2, taskId: 't1', failReason: reason }] }),
    );
    expect((await wordy.client.jobStatus(KEY, 'gen', ['t1'])).get('t1')).toMatchObject({
      failReason: reason,
    });
  });

  test.each([
    ['of the service, with the path', '/elsewhere/gen/v1/generations', '/elsewhere'],
    [
      'of another server, without what may be secret',
      'https://u:p@service.example/api?key=1#x',
      'https://service.example/api',
    ],
  ])('that redirects names the address %s', async (_, location, named) => {
    const { service, client } = await startPair(answerJson(308, {}, { location }));
    const redirectsTo = named.startsWith('/') ? service.url + named : named;
    const failure = await failureOf(client.submit(KEY, REQUEST));
    expect(failure).toMatchObject({ kind: 'wrong-address', redirectsTo });
    expect(failure).toHaveProperty('message', expect.stringContaining(`redirects to ${redirectsTo}`));
  });

  test('with an error body passes on status, code and words as facts', async () => {
    const { submission } = await failuresOn(answerJson(400, ERROR_BODY));
    expect(submission).toMatchObject({ status: 400, code: 42, serviceMessage: 'prompt is banned' });
  });

  const SENT = { date: new Date(NOON).toUTCString() };
  test.each([
    ['seconds', '7', 7_000],
    ['a date', new Date(NOON + 90_000).toUTCString(), 90_000],
    ['far too long a time', '86400', 3_600_000],
  ])('that names when to come back in %s passes the time on', async (_, header, retryAfterMs) => {
    for (const status of [429, 503]) {
      const { submission, poll } = await failuresOn(
        answerJson(status, {}, { ...SENT, 'retry-after': header }),
      );
      expect(submission).toMatchObject({ status, retryAfterMs });
      expect(poll).toMatchObject({ status, retryAfterMs });
    }
  });

  test('that names a date means it by the clock of its sender', async () => {
    const headers = { date: new Date(NOON + 7_200_000).toUTCString() };
    const date = new Date(NOON + 7_202_000).toUTCString();
    const { submission } = await failuresOn(answerJson(429, {}, { ...headers, 'retry-after': date }));
    expect(submission).toMatchObject({ retryAfterMs: 2_000 });
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
        { limits: { submissionMs: 1_000, pollMs: 1_000 } },
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
      { limits: { submissionMs: 1_000, pollMs: 1_000 } },
    );
    const cause = { cause: { message: 'Not within 1000 ms' } };
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
