import { afterEach, describe, expect, test } from 'vitest';
import { ACCEPTED, KEY, REQUEST, closeAll, startPair } from './client-world.ts';
import { answerJson, failureOf } from './http-service.ts';

afterEach(closeAll);

describe('a submission', () => {
  test.each([
    ['artgen', '/artgen/v1/submit-jobs', { family: 'artgen', body: { prompt: 'a red fox', mode: 'fast' } }],
    ['gen', '/gen/v1/generations', { family: 'gen', body: { prompt: 'draw a fox', aspect_ratio: '16:9' } }],
  ] as const)(
    'of the %s family is one POST to %s with the key and the body as given',
    async (_, path, request) => {
      const { service, client } = await startPair(answerJson(200, ACCEPTED));

      expect(await client.submit(KEY, request)).toBe('t1');

      expect(service.requests).toMatchObject([
        {
          ...{ method: 'POST', path, body: request.body },
          headers: { 'api-key': KEY, 'content-type': 'application/json' },
        },
      ]);
    },
  );

  test('keeps a prompt in any script byte for byte', async () => {
    const { service, client } = await startPair(answerJson(200, ACCEPTED));
    const prompt = ' 红狐 🦊\n"quoted" --ar 3:2 ';

    await client.submit(KEY, { family: 'artgen', body: { prompt } });

    expect(service.requests[0]?.body).toEqual({ prompt });
  });

  test('goes to the path of an operation behind that of the service', async () => {
    const { service, client } = await startPair(answerJson(200, ACCEPTED), {}, '/deep/prefix');
    await client.submit(KEY, REQUEST);
    expect(service.requests[0]?.path).toBe('/deep/prefix/gen/v1/generations');
  });
});

test.each(['artgen', 'gen'] as const)(
  'a poll of the %s family asks for many tasks in one request',
  async (family) => {
    const items = [
      { status: 0, taskId: 't1' },
      { status: 2, taskId: 't2', createdAt: 1, failReason: 'too bold' },
    ];
    const { service, client } = await startPair(
      answerJson(200, { status: 0, message: 'success', data: items }),
    );

    const tasks = await client.jobStatus(KEY, family, ['t1', 't2', 't3']);

    expect(service.requests).toMatchObject([
      {
        ...{ method: 'POST', path: `/${family}/v1/job-status`, body: { taskIds: ['t1', 't2', 't3'] } },
        headers: { 'api-key': KEY },
      },
    ]);
    expect([...tasks.values()]).toEqual([
      { status: 'in-progress', taskId: 't1' },
      { status: 'failed', taskId: 't2', failReason: 'too bold' },
    ]);
  },
);

describe('an API key', () => {
  test.each(['', 'two\r\nx-lines: 1', 'schlüssel\u{1f511}'])(
    "that can't stand in a header (%j) is refused without asking",
    async (apiKey) => {
      const { service, client } = await startPair(answerJson(200, ACCEPTED));
      expect(await failureOf(client.submit(apiKey, REQUEST))).toMatchObject({ kind: 'key' });
      expect(await failureOf(client.jobStatus(apiKey, 'gen', ['t1']))).toMatchObject({ kind: 'key' });
      expect(service.requests).toHaveLength(0);
    },
  );

  test('that the service repeats in a reason is masked there', async () => {
    const item = { status: 2, taskId: 't1', failReason: `no quota left for ${KEY}` };
    const { client } = await startPair(answerJson(200, { data: [item] }));
    expect((await client.jobStatus(KEY, 'gen', ['t1'])).get('t1')).toMatchObject({
      failReason: 'no quota left for ***',
    });
  });

  test('that happens to be part of a task id or picture address leaves those whole', async () => {
    const item = { status: 1, taskId: 'task-1', images: ['https://pictures.example/task.png'] };
    const { client } = await startPair((response, request) => {
      const isSubmission = request.path.endsWith('generations');
      answerJson(200, isSubmission ? { data: { taskId: 'task-1' } } : { data: [item] })(response, request);
    });
    expect(await client.submit('task', REQUEST)).toBe('task-1');
    expect((await client.jobStatus('task', 'artgen', ['task-1'])).get('task-1')).toMatchObject({
      pictureUrls: ['https://pictures.example/task.png'],
    });
  });
});
