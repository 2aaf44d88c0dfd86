import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ImageService } from '../../sandbox/image-service/index.ts';
import { post, startTestService, statusOf, submitArtgen, submitGen, TestClock } from './client.ts';

const clock = new TestClock();
let service: ImageService;

beforeEach(async () => {
  service = await startTestService(clock);
});

afterEach(async () => {
  await service.stop();
});

describe('a submission', () => {
  it('answers with an envelope around a task id that cannot be guessed', async () => {
    const reply = await post(service, '/artgen/v1/submit-jobs', { prompt: 'a boat' });
    expect(reply.status).toBe(200);
    expect(reply.json).toEqual({
      status: 0,
      message: 'success',
      data: { taskId: expect.stringMatching(/^[0-9a-f]{32}$/) as unknown },
    });
  });

  it('takes every field that the interface names', async () => {
    const artgen = { prompt: 'a boat', mode: 'relaxed', hookUrl: 'https://example.com/hook', timeout: 300 };
    const gen = {
      prompt: 'draw a boat',
      model: 'gen-image-2',
      aspect_ratio: '3:4',
      size: '4K',
      output_size: '1000x1000',
      hookUrl: 'https://example.com/hook',
    };
    expect((await post(service, '/artgen/v1/submit-jobs', artgen)).status).toBe(200);
    expect((await post(service, '/gen/v1/generations', gen)).status).toBe(200);
    expect(service.tasks.map(({ body }) => body)).toEqual([artgen, gen]);
  });

  it.each([
    ['artgen', {}],
    ['artgen', { prompt: '  ' }],
    ['artgen', { prompt: 7 }],
    ['artgen', { prompt: 'a', mode: 'slow' }],
    ['artgen', { prompt: 'a', timeout: 299 }],
    ['artgen', { prompt: 'a', timeout: 1201 }],
    ['artgen', { prompt: 'a', timeout: 400.5 }],
    ['artgen', { prompt: 'a', hookUrl: 'not an address' }],
    ['artgen', { prompt: 'a', size: '1K' }],
    ['gen', { prompt: 'a', model: 'gen-image-1' }],
    ['gen', { prompt: 'a', aspect_ratio: '5:4' }],
    ['gen', { prompt: 'a', size: '2K' }],
    ['gen', { prompt: 'a', referImages: 'https://example.com/a.png' }],
    ['gen', { prompt: 'a', referImages: ['file:///etc/hosts'] }],
    ['gen', { prompt: 'a', output_size: 5 }],
    ['gen', { prompt: 'a', mode: 'fast' }],
    ['gen', []],
    ['gen', '{"prompt":'],
  ] as const)('to %s is refused with an Error body: %j', async (family, body) => {
    const path = family === 'artgen' ? '/artgen/v1/submit-jobs' : '/gen/v1/generations';
    const reply = await post(service, path, body);
    expect(reply.status).toBe(400);
    expect(reply.json).toEqual({ error: 1003, message: expect.any(String) as unknown });
    expect(service.tasks).toEqual([]);
  });

  it('must be JSON by its content type', async () => {
    const reply = await post(
      service,
      '/gen/v1/generations',
      { prompt: 'a' },
      { 'content-type': 'text/plain' },
    );
    expect(reply.status).toBe(400);
    expect(service.tasks).toEqual([]);
  });

  it('is refused with 1001 once the quota is used up, and not counted', async () => {
    service.setQuota('tester', 1);
    await submitGen(service);
    const reply = await post(service, '/gen/v1/generations', { prompt: 'one more' });
    expect(reply.json).toEqual({ error: 1001, message: 'quota not enough' });
    expect(service.tasks).toHaveLength(1);
    expect(service.accounts[0]?.quota).toBe(0);
  });
});

describe('keys', () => {
  it('are needed by all four operations', async () => {
    for (const path of [
      '/artgen/v1/submit-jobs',
      '/artgen/v1/job-status',
      '/gen/v1/generations',
      '/gen/v1/job-status',
    ]) {
      const reply = await post(service, path, { prompt: 'a', taskIds: ['x'] }, { 'api-key': 'unknown' });
      expect(reply.status).toBe(401);
      expect(reply.json).toMatchObject({ error: 1002 });
    }
  });

  it('open a new account with a quota of 10', () => {
    service.openAccount({ name: 'newcomer', key: 'new' });
    expect(service.accounts.find(({ name }) => name === 'newcomer')?.quota).toBe(10);
  });

  it('know only the tasks of their own account', async () => {
    const taskId = await submitGen(service);
    service.openAccount({ name: 'neighbour', key: 'other' });
    const reply = await post(service, '/gen/v1/job-status', { taskIds: [taskId] }, { 'api-key': 'other' });
    expect(reply.json).toMatchObject({ data: [] });
  });

  it('are unknown again once their account is closed', async () => {
    service.closeAccount('tester');
    expect((await post(service, '/gen/v1/generations', { prompt: 'a' })).status).toBe(401);
  });
});

describe('job-status', () => {
  it('says no more than the id and 0 of a task in progress', async () => {
    const taskId = await submitArtgen(service);
    clock.advance(9_999);
    expect(await statusOf(service, 'artgen', taskId)).toEqual([{ taskId, status: 0 }]);
  });

  it('lists four pictures, a grid and imgUrls for artgen', async () => {
    const createdAt = clock.now();
    const taskId = await submitArtgen(service, { prompt: 'a boat --ar 16:9' });
    clock.advance(10_000);
    const [item] = await statusOf(service, 'artgen', taskId);
    const address = `${service.url}/pictures/${taskId}`;
    const images = [1, 2, 3, 4].map((n) => `${address}/${n}.png`);
    expect(item).toEqual({
      taskId,
      status: 1,
      image: `${address}/grid.png`,
      images,
      imgUrls: images.map((url) => `${url}?copy=1`),
      jobId: expect.any(String) as unknown,
      prompt: 'a boat --ar 16:9',
      mjPrompt: expect.stringContaining('a boat') as unknown,
      createdAt,
      meta: { width: 1360, height: 768 },
    });
  });

  it('lists one picture and no imgUrls for gen', async () => {
    const taskId = await submitGen(service, { aspect_ratio: '4:3' });
    clock.advance(10_000);
    const [item] = await statusOf(service, 'gen', taskId);
    const picture = `${service.url}/pictures/${taskId}/1.png`;
    expect(item).toMatchObject({
      status: 1,
      image: picture,
      images: [picture],
      meta: { width: 1152, height: 864 },
    });
    expect(item).not.toHaveProperty('imgUrls');
  });

  it('gives the reason of a failure and nothing of a success', async () => {
    const createdAt = clock.now();
    const taskId = await submitGen(service, { prompt: 'draw something forbidden' });
    clock.advance(10_000);
    expect(await statusOf(service, 'gen', taskId)).toEqual([
      { taskId, status: 2, createdAt, failReason: expect.stringContaining('not allowed') as unknown },
    ]);
  });

  it('does not know the tasks of the other family', async () => {
    const taskId = await submitGen(service);
    expect(await statusOf(service, 'artgen', taskId)).toEqual([]);
  });

  it('keeps the order of the ids, and leaves out those it does not know', async () => {
    const first = await submitGen(service);
    const second = await submitGen(service);
    const items = await statusOf(service, 'gen', second, 'unknown', first);
    expect(items.map(({ taskId }) => taskId)).toEqual([second, first]);
  });

  it.each([{}, { taskIds: [] }, { taskIds: 'x' }, { taskIds: [1] }, { taskIds: ['x'], jobId: 'x' }])(
    'refuses %j with 400',
    async (body) => {
      const reply = await post(service, '/gen/v1/job-status', body);
      expect(reply.status).toBe(400);
      expect(reply.json).toMatchObject({ error: 1003 });
    },
  );
});

it('answers any other path with an Error body', async () => {
  const reply = await post(service, '/gen/v2/generations', { prompt: 'a' });
  expect(reply.status).toBe(404);
  expect(reply.json).toMatchObject({ error: 1005 });
});
