import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { type ImageApiClientOptions, ImageApiClient } from '../../src/services/image-api/client.ts';
import { RefusedKeyError, UnavailableError } from '../../src/services/image-api/errors.ts';
import type { Submission } from '../../src/services/image-api/wire.ts';
import { type Respond, answerJson, failureOf, startHttpService } from './http-service.ts';
import { deferred } from '../world/deferred.ts';

const KEY = 'secret-key-0123456789';
const REQUEST: Submission = { family: 'artgen', body: { prompt: 'a red fox', mode: 'fast' } };
const ACCEPTED = { status: 0, message: 'success', data: { taskId: 't1' } };

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const startPair = async (respond: Respond, options: Partial<ImageApiClientOptions> = {}) => {
  const service = await startHttpService(respond);
  const client = new ImageApiClient({ baseUrl: service.url, ...options });
  closers.push(service.close, () => client.close());
  return { service, client };
};

describe('a submission', () => {
  test.each([
    ['artgen', '/artgen/v1/submit-jobs', REQUEST],
    ['gen', '/gen/v1/generations', { family: 'gen', body: { prompt: 'draw a fox', aspect_ratio: '16:9' } }],
  ] as const)(
    'of the %s family is one POST to %s with the key and the body as given',
    async (_, path, request) => {
      const { service, client } = await startPair(answerJson(200, ACCEPTED));

      expect(await client.submit(KEY, request)).toBe('t1');

      expect(service.requests).toHaveLength(1);
      expect(service.requests[0]).toMatchObject({ method: 'POST', path, body: request.body });
      expect(service.requests[0]?.headers).toMatchObject({
        'api-key': KEY,
        'content-type': 'application/json',
      });
    },
  );

  test('keeps a prompt in any script byte for byte', async () => {
    const { service, client } = await startPair(answerJson(200, ACCEPTED));
    const prompt = ' 红狐 🦊\n"quoted" --ar 3:2 ';

    await client.submit(KEY, { family: 'artgen', body: { prompt } });

    expect(service.requests[0]?.body).toEqual({ prompt });
  });
});

describe('a poll', () => {
  test.each(['artgen', 'gen'] as const)(
    'of the %s family asks for many tasks in one request',
    async (family) => {
      const items = [
        { status: 0, taskId: 't1' },
        { status: 2, taskId: 't2', createdAt: 1, failReason: 'too bold' },
      ];
      const { service, client } = await startPair(
        answerJson(200, { status: 0, message: 'success', data: items }),
      );

      const tasks = await client.jobStatus(KEY, family, ['t1', 't2', 't3']);

      expect(service.requests).toHaveLength(1);
      expect(service.requests[0]).toMatchObject({
        method: 'POST',
        path: `/${family}/v1/job-status`,
        body: { taskIds: ['t1', 't2', 't3'] },
      });
      expect(service.requests[0]?.headers).toMatchObject({ 'api-key': KEY });
      expect([...tasks.values()]).toEqual([
        { status: 'in-progress', taskId: 't1' },
        { status: 'failed', taskId: 't2', failReason: 'too bold' },
      ]);
    },
  );

  test('for no task at all asks nothing', async () => {
    const { service, client } = await startPair(answerJson(500, {}));
    expect((await client.jobStatus(KEY, 'gen', [])).size).toBe(0);
    expect(service.requests).toHaveLength(0);
  });

  test('leaves out tasks that were not in the poll', async () => {
    const { client } = await startPair(answerJson(200, { data: [{ status: 0, taskId: 'stranger' }] }));
    expect((await client.jobStatus(KEY, 'gen', ['t1'])).size).toBe(0);
  });
});

describe('the address of the service', () => {
  test.each(['/prefix', '/prefix/', '/deep/prefix//'])('may have the path %s', async (prefix) => {
    const { service } = await startPair(answerJson(200, ACCEPTED));
    const client = new ImageApiClient({ baseUrl: `${service.url}${prefix}` });
    closers.push(() => client.close());

    await client.submit(KEY, REQUEST);

    expect(service.requests[0]?.path).toBe(`${prefix.replace(/\/+$/, '')}/artgen/v1/submit-jobs`);
  });

  test.each([
    'images.example',
    'ftp://images.example',
    'https://images.example/?a=1',
    'https://images.example/#a',
    'https://person:word@images.example',
  ])("can't be %s, and the complaint does not repeat it", (baseUrl) => {
    expect(() => new ImageApiClient({ baseUrl })).toThrow(TypeError);
    expect(() => new ImageApiClient({ baseUrl })).not.toThrow(baseUrl);
  });
});

describe('connections', () => {
  test('are reused for calls one after another, whatever the answers', async () => {
    const answers = [
      answerJson(200, ACCEPTED),
      answerJson(500, { no: 1 }),
      answerJson(400, { error: 1, message: 'x' }),
    ];
    let calls = 0;
    const { service, client } = await startPair(
      (response, request) => {
        answers[calls++ % answers.length]?.(response, request);
      },
      { connections: 1 },
    );

    for (let call = 0; call < 9; call += 1) await client.submit(KEY, REQUEST).catch(() => undefined);

    expect(service.requests).toHaveLength(9);
    expect(service.connections()).toBe(1);
  });

  test('are never more than allowed, and calls beyond them wait', async () => {
    const held: (() => void)[] = [];
    const { service, client } = await startPair(
      (response, request) => {
        held.push(() => {
          answerJson(200, ACCEPTED)(response, request);
        });
        if (held.length === 2) for (const answer of held.splice(0)) answer();
      },
      { connections: 2 },
    );

    await Promise.all(Array.from({ length: 6 }, () => client.submit(KEY, REQUEST)));

    expect(service.requests).toHaveLength(6);
    expect(service.connections()).toBe(2);
  });

  test('are given back after an answer that was cut off for its size', async () => {
    const { service, client } = await startPair(
      (response, request) => {
        answerJson(200, service.requests.length === 1 ? { padding: 'x'.repeat(500_000) } : ACCEPTED)(
          response,
          request,
        );
      },
      { connections: 1 },
    );

    await expect(client.submit(KEY, REQUEST)).rejects.toThrow('not known');
    expect(await client.submit(KEY, REQUEST)).toBe('t1');
    expect(service.requests).toHaveLength(2);
  });
});

describe('an API key', () => {
  test.each(['', 'two\r\nx-lines: 1', 'schlüssel\u{1f511}'])(
    "that can't stand in a header (%j) is refused without asking",
    async (apiKey) => {
      const { service, client } = await startPair(answerJson(200, ACCEPTED));
      expect(await failureOf(client.submit(apiKey, REQUEST))).toBeInstanceOf(RefusedKeyError);
      expect(await failureOf(client.jobStatus(apiKey, 'gen', ['t1']))).toBeInstanceOf(RefusedKeyError);
      expect(service.requests).toHaveLength(0);
    },
  );

  test('that happens to be part of a task id or picture address leaves those whole', async () => {
    const item = { status: 1, taskId: 'task-1', images: ['https://pictures.example/task.png'] };
    const { client } = await startPair((response, request) => {
      const isSubmission = request.path.endsWith('submit-jobs');
      answerJson(200, isSubmission ? { data: { taskId: 'task-1' } } : { data: [item] })(response, request);
    });
    expect(await client.submit('task', REQUEST)).toBe('task-1');
    expect((await client.jobStatus('task', 'artgen', ['task-1'])).get('task-1')).toMatchObject({
      pictureUrls: ['https://pictures.example/task.png'],
    });
  });
});

describe('closing', () => {
  test('lets a call under way end', async () => {
    const arrived = deferred<ServerResponse>();
    const { client } = await startPair(arrived.resolve);

    const submission = client.submit(KEY, REQUEST);
    const response = await arrived.promise;
    const closed = client.close();
    response.end(JSON.stringify(ACCEPTED));

    expect(await submission).toBe('t1');
    await closed;
  });

  test('takes no further calls, which certainly sends nothing', async () => {
    const { service, client } = await startPair(answerJson(200, ACCEPTED));
    await client.close();
    expect(await failureOf(client.submit(KEY, REQUEST))).toBeInstanceOf(UnavailableError);
    expect(service.requests).toHaveLength(0);
  });
});
