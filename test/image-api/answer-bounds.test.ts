import { afterEach, describe, expect, test } from 'vitest';
import { Pool } from 'undici';
import { boundsFor, hasFewValues } from '../../src/services/image-api/answer-bounds.ts';
import { sendRequest } from '../../src/services/image-api/http-outcome.ts';
import { readJobStatusAnswer, readRefusal } from '../../src/services/image-api/wire.ts';
import { KEY, closeAll, closeLater, connect, failuresOn } from './client-world.ts';
import { answerJson, startHttpService, type Respond } from './http-service.ts';

afterEach(closeAll);

const saying =
  (status: number, body: string): Respond =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  };

describe('an answer', () => {
  test('that is larger than any answer to the request could be is cut off, whatever it says', async () => {
    const padding = 'x'.repeat(2_000_000);
    const { submission, poll } = await failuresOn(
      answerJson(200, { status: 0, data: { taskId: 't1' }, padding }),
    );
    expect(submission).toMatchObject({ name: 'OutcomeUnknownError', status: 200 });
    expect(poll).toMatchObject({ name: 'OversizedAnswerError', status: 200 });
    const refused = await failuresOn(answerJson(400, { error: 5, message: 'no', padding }));
    expect(refused.submission).toMatchObject({
      name: 'BadRequestError',
      status: 400,
      serviceMessage: undefined,
    });
  });

  test('takes no more memory than it may fill, whatever length it announces', async () => {
    const service = await startHttpService((response) => {
      response.writeHead(200, { 'content-length': '900000000' });
      response.write('{', () => response.destroy());
    });
    closeLater(service.close);
    const pool = new Pool(service.url);
    const bounds = { timeoutMs: 5_000, maxAnswerBytes: 1_000 };
    const before = process.memoryUsage().arrayBuffers;
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, () => sendRequest(pool, { path: '/', headers: {}, body: '{}', ...bounds })),
    );
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10 * 1_048_576);
    expect(outcomes.map(({ kind }) => kind)).toEqual(outcomes.map(() => 'answered'));
    await pool.destroy();
  });

  test('within its size that holds more values than tasks have is not parsed', async () => {
    const { submission, poll } = await failuresOn(
      saying(200, `{"status":0,"data":[${'0,'.repeat(50_000)}0]}`),
    );
    expect(submission).toMatchObject({ name: 'OutcomeUnknownError' });
    expect(poll).toMatchObject({
      name: 'OversizedAnswerError',
      cause: { message: expect.stringContaining('values') as unknown },
    });
  });

  test('may be as large as the longest prompts make it, for as many tasks as were polled', async () => {
    const taskIds = Array.from({ length: 100 }, (_, index) => `task-${index}`);
    // As a service may write it that escapes everything beyond ASCII.
    const prompt = '\\ud83e\\udd8a'.repeat(6_000);
    const images = Array.from({ length: 4 }, (_, index) => `"https://pictures.example/${index}.png"`).join();
    const items = taskIds.map(
      (taskId) =>
        `{"status":1,"taskId":"${taskId}","jobId":"j","images":[${images}],"imgUrls":[${images}],"prompt":"${prompt}",` +
        `"mjPrompt":"${prompt}","createdAt":1,"meta":{"width":1,"height":1},"image":"https://pictures.example/g.png"}`,
    );
    const service = await startHttpService(
      saying(200, `{"status":0,"message":"success","data":[${items.join()}]}`),
    );
    closeLater(service.close);
    const tasks = await connect(service.url).jobStatus(KEY, 'artgen', taskIds);
    expect([...tasks.keys()]).toEqual(taskIds);
  });
});

describe('what is kept of an answer', () => {
  const long = 'y'.repeat(1_000_000);

  test('is as long as anything of it is shown', () => {
    const failed = readJobStatusAnswer({ data: [{ status: 2, taskId: 't1', failReason: long }] }, undefined);
    expect(failed).toMatchObject({ tasks: [{ failReason: 'y'.repeat(65_536) }] });
    expect(readRefusal({ error: 5, message: long })).toMatchObject({ message: 'y'.repeat(65_536) });
  });

  test('is whole characters', () => {
    const failReason = `${'y'.repeat(65_535)}🦊`;
    const failed = readJobStatusAnswer({ data: [{ status: 2, taskId: 't1', failReason }] }, undefined);
    expect(failed).toMatchObject({ tasks: [{ failReason: 'y'.repeat(65_535) }] });
  });

  test('is no address that is too long, and no more of them than could be shown', () => {
    const images = [
      `https://pictures.example/${long}`,
      ...Array.from({ length: 99 }, (_, index) => `https://p.example/${index}`),
    ];
    const answer = readJobStatusAnswer({ data: [{ status: 1, taskId: 't1', images }] }, undefined);
    const urls =
      answer.kind === 'tasks' && answer.tasks[0]?.status === 'success' ? answer.tasks[0].pictureUrls : [];
    expect(urls[0]).toBe('https://p.example/0');
    expect(urls.length).toBeLessThan(20);
  });
});

test('values are counted outside of strings only', () => {
  expect(hasFewValues('{"a":"[,{\\"[,{","b":[1,2]}', 4)).toBe(true);
  expect(hasFewValues('{"a":"[,{\\"[,{","b":[1,2]}', 3)).toBe(false);
  expect(hasFewValues('"an end that never comes', 0)).toBe(true);
  expect(boundsFor(100).values).toBeGreaterThan(boundsFor(1).values);
});
