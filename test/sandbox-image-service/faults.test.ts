import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Fault, ImageService } from '../../sandbox/image-service/index.ts';
import { download, post, startTestService, statusOf, submitArtgen, submitGen, TestClock } from './client.ts';

const clock = new TestClock();
let service: ImageService;

beforeEach(async () => {
  service = await startTestService(clock);
});

afterEach(async () => {
  await service.stop();
});

const submit = () => post(service, '/gen/v1/generations', { prompt: 'draw a boat' });

describe('faults of calls', () => {
  it('strike as often as ordered, and only the operation they were ordered for', async () => {
    const fault = service.faults.order({ kind: 'status', status: 500, operation: 'gen.submit', times: 2 });
    await submitArtgen(service);
    expect([(await submit()).status, (await submit()).status, (await submit()).status]).toEqual([
      500, 500, 200,
    ]);
    expect(fault.struck).toBe(2);
    expect(service.tasks).toHaveLength(2);
  });

  it('can cut the connection before anything was processed', async () => {
    service.faults.order({ kind: 'cut-off', moment: 'before' });
    await expect(submit()).rejects.toThrow();
    expect(service.tasks).toEqual([]);
    expect(service.calls[0]).not.toHaveProperty('status');
    expect(service.calls[0]?.fault).toBe('cut-off');
  });

  it('can cut the connection after the task was created and paid for', async () => {
    service.faults.order({ kind: 'cut-off', moment: 'after' });
    await expect(submit()).rejects.toThrow();
    expect(service.tasks).toHaveLength(1);
    expect(service.submissions[0]?.taskId).toBe(service.tasks[0]?.taskId);
    expect(service.accounts[0]?.quota).toBe(99);
  });

  it('can answer 502 after the task was created', async () => {
    service.faults.order({ kind: 'status', status: 502, moment: 'after' });
    expect((await submit()).status).toBe(502);
    expect(service.tasks).toHaveLength(1);
  });

  it('can tell when to come back, in seconds or as a date', async () => {
    const date = new Date(Date.UTC(2030, 0, 1, 0, 0, 30));
    service.faults.order({ kind: 'rate-limit', retryAfter: 7 });
    service.faults.order({ kind: 'rate-limit', retryAfter: date });
    service.faults.order({ kind: 'status', status: 503, retryAfter: 2 });
    service.faults.order({ kind: 'status', status: 503 });
    const replies = [await submit(), await submit(), await submit(), await submit()];
    expect(replies.map(({ status }) => status)).toEqual([429, 429, 503, 503]);
    expect(replies.map(({ headers }) => headers.get('retry-after'))).toEqual([
      '7',
      'Tue, 01 Jan 2030 00:00:30 GMT',
      '2',
      null,
    ]);
    expect(service.tasks).toEqual([]);
  });

  it('can hang until released, and then go on as usual', async () => {
    const fault = service.faults.order({ kind: 'hang' });
    const answer = submit();
    await service.until(() => fault.waiting === 1, { timeoutMs: 20_000, what: 'a hanging call' });
    expect(service.tasks).toEqual([]);
    fault.release();
    expect((await answer).status).toBe(200);
    expect(service.tasks).toHaveLength(1);
  });

  it('can hang after the task was created', async () => {
    const fault = service.faults.order({ kind: 'hang', moment: 'after' });
    const answer = submit();
    await service.until(() => fault.waiting === 1, { timeoutMs: 20_000, what: 'a hanging call' });
    expect(service.tasks).toHaveLength(1);
    fault.remove();
    expect((await answer).status).toBe(200);
  });

  it('break a hanging call when the service stops', async () => {
    const fault = service.faults.order({ kind: 'hang' });
    const broken = expect(submit()).rejects.toThrow();
    await service.until(() => fault.waiting === 1, { timeoutMs: 20_000, what: 'a hanging call' });
    await service.stop();
    await broken;
    expect(service.tasks).toEqual([]);
  });

  it('can be slow', async () => {
    service.faults.order({ kind: 'slow', milliseconds: 60 });
    const start = performance.now();
    expect((await submit()).status).toBe(200);
    expect(performance.now() - start).toBeGreaterThanOrEqual(55);
  });

  it('can spoil the JSON of a success', async () => {
    const faults: Fault[] = [{ kind: 'malformed-json' }, { kind: 'truncated-json' }, { kind: 'html-page' }];
    for (const fault of faults) service.faults.order(fault);
    const replies = [await submit(), await submit(), await submit()];
    expect(replies.map(({ status, json }) => [status, json])).toEqual([
      [200, undefined],
      [200, undefined],
      [200, undefined],
    ]);
    expect(replies[2]?.headers.get('content-type')).toContain('text/html');
    expect(service.tasks).toHaveLength(3);
  });

  it('are gone once they are cleared', async () => {
    service.faults.order({ kind: 'status', status: 500, times: Infinity });
    expect((await submit()).status).toBe(500);
    service.faults.clear();
    expect((await submit()).status).toBe(200);
  });
});

describe('faults of items', () => {
  it('leave out the envelope', async () => {
    const taskId = await submitGen(service);
    service.faults.order({ kind: 'missing-envelope' });
    const { json } = await post(service, '/gen/v1/job-status', { taskIds: [taskId] });
    expect(json).toEqual({ data: [{ taskId, status: 0 }] });
  });

  it('leave out some items, or all', async () => {
    const first = await submitGen(service);
    const second = await submitGen(service);
    service.faults.order({ kind: 'missing-items', taskIds: [first] });
    service.faults.order({ kind: 'missing-items' });
    expect(await statusOf(service, 'gen', first, second)).toEqual([{ taskId: second, status: 0 }]);
    expect(await statusOf(service, 'gen', first, second)).toEqual([]);
  });

  it('add a stranger', async () => {
    const taskId = await submitGen(service);
    service.faults.order({ kind: 'extra-item' });
    const items = await statusOf(service, 'gen', taskId);
    expect(items).toHaveLength(2);
    expect(items.filter((item) => item['taskId'] === taskId)).toHaveLength(1);
  });

  it('have a status that nobody knows', async () => {
    const taskId = await submitGen(service);
    service.faults.order({ kind: 'unknown-status', status: 7 });
    expect(await statusOf(service, 'gen', taskId)).toEqual([{ taskId, status: 7 }]);
  });

  it('join all addresses in one imgUrls element', async () => {
    const taskId = await submitArtgen(service);
    clock.advance(10_000);
    service.faults.order({ kind: 'joined-picture-urls' });
    const [item] = await statusOf(service, 'artgen', taskId);
    const urls = [1, 2, 3, 4].map((n) => `${service.url}/pictures/${taskId}/${n}.png`);
    expect(item).not.toHaveProperty('images');
    expect(item?.['imgUrls']).toEqual([urls.join(', ')]);
  });

  it('poison every call that contains the id, and no other', async () => {
    const good = await submitGen(service);
    const bad = await submitGen(service);
    service.faults.order({ kind: 'poison', taskId: bad });
    for (const taskIds of [[good, bad], [bad], [bad, good]]) {
      expect((await post(service, '/gen/v1/job-status', { taskIds })).status).toBe(400);
    }
    expect(await statusOf(service, 'gen', good)).toEqual([{ taskId: good, status: 0 }]);
  });
});

describe('faults of pictures', () => {
  it('miss, mislabel, delay and bloat', async () => {
    const taskId = await submitGen(service);
    clock.advance(10_000);
    const url = `${service.url}/pictures/${taskId}/1.png`;
    const usual = await download(url);
    service.faults.order({ kind: 'picture-missing', taskId: 'of another task' });
    service.faults.order({ kind: 'picture-missing', taskId });
    service.faults.order({ kind: 'picture-wrong-type' });
    service.faults.order({ kind: 'picture-slow', milliseconds: 60 });
    service.faults.order({ kind: 'picture-too-large', extraBytes: 5_000_000 });
    expect((await download(url)).status).toBe(404);
    expect(await download(url)).toMatchObject({ status: 200, type: 'text/html' });
    const start = performance.now();
    expect((await download(url)).body.equals(usual.body)).toBe(true);
    expect(performance.now() - start).toBeGreaterThanOrEqual(55);
    expect((await download(url)).body).toHaveLength(usual.body.length + 5_000_000);
    expect((await download(url)).length).toBe(String(usual.body.length));
  });
});
