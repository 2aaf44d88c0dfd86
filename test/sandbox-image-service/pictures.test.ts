import { createServer } from 'node:http';
import { loadImage, createCanvas } from '@napi-rs/canvas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  plainPainter,
  workerPainter,
  type ImageService,
  type Painter,
  type PaintRequest,
} from '../../sandbox/image-service/index.ts';
import {
  download,
  pngSize,
  startTestService,
  statusOf,
  submitArtgen,
  submitGen,
  TestClock,
} from './client.ts';
import { listen } from '../world/ports.ts';

const painter = workerPainter();

afterAll(async () => {
  await painter.stop();
});

const request = (request: Partial<PaintRequest>): PaintRequest => ({
  prompt: 'a lighthouse at dusk',
  seed: 1,
  width: 256,
  height: 192,
  variation: 0,
  ...request,
});

/** Mean difference of two pictures' channels, 0 to 255, seen at 32 by 32. */
const difference = async (one: Buffer, other: Buffer): Promise<number> => {
  const [a, b] = await Promise.all([one, other].map(thumbnail));
  let sum = 0;
  for (const [index, value] of a!.entries()) sum += Math.abs(value - b![index]!);
  return sum / a!.length;
};

const thumbnail = async (picture: Buffer): Promise<Uint8ClampedArray> => {
  const context = createCanvas(32, 32).getContext('2d');
  context.drawImage(await loadImage(picture), 0, 0, 32, 32);
  return context.getImageData(0, 0, 32, 32).data;
};

describe('the painter', () => {
  it('paints real PNGs of the size that is asked for', async () => {
    const picture = await painter.paint(request({ width: 304, height: 176 }));
    expect(pngSize(picture)).toEqual({ width: 304, height: 176 });
    const image = await loadImage(picture);
    expect([image.width, image.height]).toEqual([304, 176]);
  });

  it('paints the same picture for the same request', async () => {
    const [one, other] = await Promise.all([painter.paint(request({})), painter.paint(request({}))]);
    expect(one.equals(other)).toBe(true);
  });

  it('paints another picture for another prompt, seed or variation', async () => {
    const first = await painter.paint(request({}));
    for (const [other, least] of [
      [{ prompt: 'a cat in the snow' }, 10],
      [{ seed: 2 }, 2],
      [{ seed: 3 }, 2],
      [{ variation: 1 }, 10],
      [{ variation: 2 }, 10],
      [{ variation: 3 }, 10],
    ] as const) {
      const picture = await painter.paint(request(other));
      expect(await difference(first, picture), JSON.stringify(other)).toBeGreaterThan(least);
    }
  });

  it('paints something for every word it knows, in every variation', async () => {
    const words =
      'lighthouse boat house castle balloon whale windmill tent tree cat fox owl rabbit rocket wanderer robot ' +
      'flowers city desert space jazz moon aurora snow rain birds planet clouds';
    for (const prompt of words.split(' ')) {
      for (const variation of [0, 1, 2, 3] as const) {
        const picture = await painter.paint(request({ prompt, variation, width: 96, height: 96 }));
        expect(pngSize(picture), prompt).toEqual({ width: 96, height: 96 });
      }
    }
  });

  it.each([
    ['without words', ''],
    ['in another script', '猫と月'],
    ['of flags alone', '--ar 16:9'],
    ['of pictures', '😀'.repeat(300)],
    ['of one endless word', 'x'.repeat(6_000)],
  ])('takes a prompt %s', async (_kind, prompt) => {
    expect(pngSize(await painter.paint(request({ prompt })))).toEqual({ width: 256, height: 192 });
  });

  it('says when a reference is no picture, and goes on painting', async () => {
    await expect(painter.paint(request({ references: [Buffer.from('no picture')] }))).rejects.toThrow();
    expect(pngSize(await painter.paint(request({})))).toEqual({ width: 256, height: 192 });
  });
});

const flatPicture = async (colour: string): Promise<Buffer> => {
  const canvas = createCanvas(64, 64);
  const context = canvas.getContext('2d');
  context.fillStyle = colour;
  context.fillRect(0, 0, 64, 64);
  return canvas.encode('png');
};

describe('pictures of tasks', () => {
  const clock = new TestClock();
  const asked: string[] = [];
  const plain = plainPainter();
  const counting: Painter = {
    ...plain,
    paint: (request) => {
      asked.push(`${request.prompt}/${request.variation}/${request.references?.length ?? 0}`);
      return plain.paint(request);
    },
  };
  let service: ImageService;

  beforeAll(async () => {
    service = await startTestService(clock, { painter: counting });
  });

  afterAll(async () => {
    await service.stop();
  });

  it('are there with the success and not before', async () => {
    const taskId = await submitArtgen(service);
    const url = `${service.url}/pictures/${taskId}/1.png`;
    expect((await download(url)).status).toBe(404);
    clock.advance(10_000);
    const { status, type, length, body } = await download(url);
    expect({ status, type, length }).toEqual({ status: 200, type: 'image/png', length: String(body.length) });
    expect((await download(`${service.url}/pictures/${taskId}/5.png`)).status).toBe(404);
    expect((await download(`${service.url}/pictures/unknown/1.png`)).status).toBe(404);
  });

  it('are painted at the first look, once, and never for a job-status call', async () => {
    asked.length = 0;
    const taskId = await submitArtgen(service, { prompt: 'twice' });
    clock.advance(10_000);
    await statusOf(service, 'artgen', taskId);
    expect(asked).toEqual([]);
    const url = `${service.url}/pictures/${taskId}/2.png`;
    await Promise.all([download(url), download(url)]);
    await download(`${url}?copy=1`);
    expect(asked).toEqual(['twice/1/0']);
    await download(`${service.url}/pictures/${taskId}/grid.png`);
    expect(asked.sort()).toEqual(['twice/0/0', 'twice/1/0', 'twice/2/0', 'twice/3/0']);
  });

  it('start from references that are read when the task is created', async () => {
    asked.length = 0;
    const reference = await flatPicture('#308030');
    const host = createServer((_request, response) => response.end(reference));
    const url = `http://127.0.0.1:${await listen(host)}/a.png`;
    const taskId = await submitGen(service, { prompt: 'edit', referImages: [url, url] });
    clock.advance(10_000);
    await service.until(() => service.task(taskId)?.state === 'success', {
      timeoutMs: 20_000,
      what: 'the edit',
    });
    host.close();
    await download(`${service.url}/pictures/${taskId}/1.png`);
    expect(asked).toEqual(['edit/0/2']);
  });

  it('never come about when a reference cannot be read', async () => {
    const taskId = await submitGen(service, { referImages: [`${service.url}/pictures/unknown/1.png`] });
    clock.advance(10_000);
    await service.until(() => service.task(taskId)?.state === 'failed', {
      timeoutMs: 20_000,
      what: 'the failure',
    });
    const [item] = await statusOf(service, 'gen', taskId);
    expect(item?.['failReason']).toContain('status 404');
  });

  it('are forgotten when they grow too many, and painted again', async () => {
    const small = await startTestService(clock, { painter: counting, pictureCacheBytes: 1 });
    try {
      const taskId = await submitGen(small, { prompt: 'again' });
      clock.advance(10_000);
      asked.length = 0;
      const url = `${small.url}/pictures/${taskId}/1.png`;
      await download(url);
      await download(url);
      expect(asked).toEqual(['again/0/0', 'again/0/0']);
    } finally {
      await small.stop();
    }
  });
});

it('job-status is not held up by a large picture in the making', async () => {
  const clock = new TestClock();
  const service = await startTestService(clock, { painter: workerPainter() });
  try {
    const taskId = await submitGen(service, { size: '4K', prompt: 'draw a forest at dawn' });
    clock.advance(10_000);
    let painted = false;
    const picture = download(`${service.url}/pictures/${taskId}/1.png`).then((answer) => {
      painted = true;
      return answer;
    });
    await statusOf(service, 'gen', taskId);
    expect(painted).toBe(false);
    expect(pngSize((await picture).body)).toEqual({ width: 2880, height: 2880 });
  } finally {
    await service.stop();
  }
});
