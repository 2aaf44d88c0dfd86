import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ImageService } from '../../sandbox/image-service/index.ts';
import {
  download,
  pngSize,
  startTestService,
  statusOf,
  submitArtgen,
  submitGen,
  TestClock,
} from './client.ts';

const clock = new TestClock();
let service: ImageService;

beforeEach(async () => {
  service = await startTestService(clock);
});

afterEach(async () => {
  await service.stop();
});

describe('the ends of tasks', () => {
  it('come at the timeout of an artgen task that would take longer', async () => {
    service.planTasks({ durationMs: 900_000 });
    const taskId = await submitArtgen(service, { timeout: 300 });
    clock.advance(299_999);
    expect(service.task(taskId)?.state).toBe('in-progress');
    clock.advance(1);
    expect(service.task(taskId)).toMatchObject({
      state: 'failed',
      failReason: 'The task took longer than 300 s.',
    });
  });

  it('come when a plan says so, for as many tasks as it was made for', async () => {
    service.planTasks({ family: 'gen', durationMs: 5, failReason: 'out of paint' }, 2);
    const artgen = await submitArtgen(service);
    const gen = [await submitGen(service), await submitGen(service), await submitGen(service)];
    clock.advance(5);
    expect(gen.map((id) => service.task(id)?.state)).toEqual(['failed', 'failed', 'in-progress']);
    expect(service.task(gen[0] ?? '')?.failReason).toBe('out of paint');
    expect(service.task(artgen)?.state).toBe('in-progress');
  });

  it('are drawn from a range that can be changed while the service runs', async () => {
    service.setDurations('gen', { minMs: 1_000, maxMs: 2_000 });
    for (let index = 0; index < 20; index += 1) await submitGen(service);
    const durations = service.tasks.map(({ createdAt, endsAt }) => endsAt - createdAt);
    expect(Math.min(...durations)).toBeGreaterThanOrEqual(1_000);
    expect(Math.max(...durations)).toBeLessThanOrEqual(2_000);
    expect(new Set(durations).size).toBeGreaterThan(5);
  });
});

describe('the size of pictures', () => {
  it.each([
    ['100x100', 816, 816],
    ['1920x1080', 1920, 1088],
    ['5000x100', 3840, 1280],
    ['10000x10000', 2880, 2880],
  ])('output_size %s becomes %d x %d', async (output_size, width, height) => {
    const taskId = await submitGen(service, { size: '4K', output_size, aspect_ratio: '1:2' });
    clock.advance(10_000);
    const [item] = await statusOf(service, 'gen', taskId);
    expect(item?.['meta']).toEqual({ width, height });
    const { body } = await download(`${service.url}/pictures/${taskId}/1.png`);
    expect(pngSize(body)).toEqual({ width, height });
  });

  it('keeps all rules of output_size at once, whatever is asked for', async () => {
    for (const output_size of [
      '1x1',
      '1x99999',
      '1500x500',
      '500x1500',
      '3840x2161',
      '2000x667',
      '3833x11',
      '809x810',
    ]) {
      const { width, height } = service.task(await submitGen(service, { size: '4K', output_size })) ?? {
        width: 0,
        height: 0,
      };
      expect([width % 16, height % 16], output_size).toEqual([0, 0]);
      expect(Math.max(width, height), output_size).toBeLessThanOrEqual(3840);
      expect(Math.max(width, height) / Math.min(width, height), output_size).toBeLessThanOrEqual(3);
      expect(width * height, output_size).toBeGreaterThanOrEqual(655_360);
      expect(width * height, output_size).toBeLessThanOrEqual(8_294_400);
    }
  });

  it.each([
    [{ size: '1K', output_size: '1920x1080', aspect_ratio: '1:1' }, 1024, 1024],
    [{ output_size: '1920x1080' }, 1024, 1024],
    [{ size: '4K', output_size: 'huge', aspect_ratio: '16:9' }, 3840, 2160],
    [{ size: '4K', output_size: '1920 by 1080' }, 2880, 2880],
    [{ aspect_ratio: '9:16' }, 720, 1280],
    [{ aspect_ratio: '2:1' }, 1440, 720],
  ])('of gen %j is %d x %d', async (body, width, height) => {
    expect(service.task(await submitGen(service, body))).toMatchObject({ width, height });
  });

  it.each([
    ['a boat', 1024, 1024],
    ['a boat --ar 2:3 --v 6.1', 832, 1248],
    ['a boat --v 6 --aspect 1:1', 1024, 1024],
    ['a boat --ar 100:1', 1776, 592],
    ['a boat --ar 0:1 --chaos', 1024, 1024],
  ])('of artgen "%s" is %d x %d', async (prompt, width, height) => {
    expect(service.task(await submitArtgen(service, { prompt }))).toMatchObject({ width, height });
  });
});
