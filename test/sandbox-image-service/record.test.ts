import { createServer } from 'node:http';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  ServiceStoppedError,
  WaitTimeoutError,
  type ImageService,
} from '../../sandbox/image-service/index.ts';
import { listen } from '../world/ports.ts';
import { KEY, post, startTestService, statusOf, submitArtgen, submitGen, TestClock } from './client.ts';

const clock = new TestClock();
let service: ImageService;

beforeEach(async () => {
  service = await startTestService(clock);
});

afterEach(async () => {
  await service.stop();
});

describe('the record', () => {
  it('keeps every call with its account, ids, body and status', async () => {
    const taskId = await submitGen(service);
    await statusOf(service, 'gen', taskId);
    await post(service, '/gen/v1/generations', {});
    expect(service.calls).toEqual([
      {
        at: clock.now(),
        operation: 'gen.submit',
        account: 'tester',
        body: { prompt: 'draw a boat' },
        status: 200,
        taskId,
      },
      {
        at: clock.now(),
        operation: 'gen.job-status',
        account: 'tester',
        body: { taskIds: [taskId] },
        taskIds: [taskId],
        status: 200,
      },
      { at: clock.now(), operation: 'gen.submit', account: 'tester', body: {}, status: 400 },
    ]);
    expect(service.submissions).toEqual([service.calls[0], service.calls[2]]);
  });

  it('knows unknown keys by a fingerprint and shows no key at all', async () => {
    await post(service, '/gen/v1/generations', { prompt: 'a' }, { 'api-key': 'a stolen key' });
    await submitGen(service);
    expect(service.calls[0]?.account).toMatch(/^key [0-9a-f]{12}$/);
    const record = JSON.stringify([service.calls, service.tasks]);
    expect(record).not.toContain('a stolen key');
    expect(record).not.toContain(KEY);
  });

  it('tells of calls and tasks as they happen', async () => {
    const told: string[] = [];
    service.events.on('call-started', ({ operation }) => told.push(`start ${operation}`));
    service.events.on('call-ended', ({ status }) => told.push(`end ${status ?? 'cut off'}`));
    service.events.on('task-created', ({ family }) => told.push(`created ${family}`));
    service.events.on('task-ended', ({ state }) => told.push(`ended ${state}`));
    await submitArtgen(service);
    clock.advance(10_000);
    await service.until(() => told.length === 4, { timeoutMs: 20_000, what: 'four events' });
    expect(told).toEqual(['start artgen.submit', 'created artgen', 'end 200', 'ended success']);
  });
});

describe('waiting', () => {
  it('ends at once when the condition holds already', async () => {
    await service.until(() => true, { timeoutMs: 1, what: 'nothing' });
  });

  it('ends with the event that makes the condition true', async () => {
    const waiting = service.until(() => service.tasks.length === 1, { timeoutMs: 20_000, what: 'a task' });
    await submitGen(service);
    await waiting;
  });

  it('says what did not come about', async () => {
    const waiting = service.until(() => false, { timeoutMs: 20, what: 'a miracle' });
    await expect(waiting).rejects.toThrow(new WaitTimeoutError('a miracle', 20));
  });

  it('ends when the service stops, and when the condition throws', async () => {
    const throwing = service.until(
      () => {
        throw new RangeError('no such thing');
      },
      { timeoutMs: 20_000, what: 'a thing' },
    );
    await expect(throwing).rejects.toThrow(RangeError);
    const waiting = expect(service.until(() => false, { timeoutMs: 20_000, what: 'more' })).rejects.toThrow(
      ServiceStoppedError,
    );
    await service.stop();
    await waiting;
  });
});

it('calls the hook of a task once it has ended', async () => {
  const bodies: string[] = [];
  const listener = createServer((request, response) => {
    request.setEncoding('utf8').on('data', (part: string) => bodies.push(part));
    request.on('end', () => response.writeHead(204).end());
  });
  const port = await listen(listener);
  try {
    const called = once(service.events, 'hook-called');
    const hookUrl = `http://127.0.0.1:${port}/hooks/x`;
    const taskId = await submitGen(service, { hookUrl });
    clock.advance(9_999);
    expect(await statusOf(service, 'gen', taskId)).toEqual([{ taskId, status: 0 }]);
    expect(bodies).toEqual([]);
    clock.advance(1);
    expect(await called).toEqual([{ taskId, url: hookUrl, status: 204 }]);
    expect(JSON.parse(bodies.join(''))).toMatchObject({ taskId, status: 1 });
  } finally {
    listener.close();
  }
});
