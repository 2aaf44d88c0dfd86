import { describe, expect, test } from 'vitest';
import { submissionSchema } from '../../src/services/requests/families/index.ts';
import * as wire from '../../src/services/image-api/wire.ts';

const url = (name: string) => `https://pictures.example/${name}.png`;
const four = ['a', 'b', 'c', 'd'].map(url);

const { readTaskId } = wire;
const readRefusal = (answer: unknown) => wire.readRefusal(answer, 200);
/** The tasks that are read of an answer, when `t1` to `t3` were asked for. */
const readTasks = (answer: unknown) => {
  const tasks = wire.readTasks(answer, ['t1', 't2', 't3']);
  return tasks && [...tasks.values()];
};
const readOne = (item: object) => readTasks({ status: 0, message: 'success', data: [item] })?.[0];

describe("a submission's answer", () => {
  test('names the task, perhaps without the envelope and with unknown fields', () => {
    expect(readTaskId({ status: 0, message: 'success', data: { taskId: 't1' } })).toBe('t1');
    expect(readTaskId({ data: { taskId: 't1', queue: 3 }, region: 'x' })).toBe('t1');
  });

  test.each([{ status: 0 }, { status: 0, data: {} }, { data: { taskId: 5 } }, [], 'x', null])(
    'may name none: %j',
    (answer) => {
      expect(readTaskId(answer)).toBeUndefined();
      expect(readRefusal(answer)).toBeUndefined();
    },
  );

  test('that refuses gives code and words', () => {
    const answer = { error: 1001, message: 'quota not enough' };
    expect(readRefusal(answer)).toEqual({ code: 1001, message: 'quota not enough', isWhole: true });
  });
});

describe("a poll's answer", () => {
  test('reads every field of a finished task', () => {
    const item = {
      status: 1,
      taskId: 't1',
      image: url('grid'),
      jobId: 'g1',
      images: four,
      prompt: 'fox',
      mjPrompt: 'fox --v 7',
      createdAt: 1_700_000_000_000,
      meta: { width: 2048, height: 1024 },
    };
    expect(readOne(item)).toEqual({
      status: 'success',
      taskId: 't1',
      pictureUrls: four,
      gridUrl: url('grid'),
      generatorJobId: 'g1',
      generatorPrompt: 'fox --v 7',
      width: 2048,
      height: 1024,
    });
  });

  test('may lack status and message around the tasks', () => {
    expect(readTasks({ data: [{ status: 0, taskId: 't1' }] })).toEqual([
      { status: 'in-progress', taskId: 't1' },
    ]);
  });

  test.each([-1, 3, 99])('takes the unknown status %d for in progress', (status) => {
    expect(readOne({ status, taskId: 't1' })).toEqual({ status: 'in-progress', taskId: 't1' });
  });

  test.each([
    ['missing', undefined],
    ['empty', []],
    ['null', null],
  ])('takes imgUrls, several to an element, when images is %s', (_, images) => {
    const item = { status: 1, taskId: 't1', images, imgUrls: [four.slice(0, 3).join(', '), url('d')] };
    expect(readOne(item)).toMatchObject({ status: 'success', pictureUrls: four });
  });

  test('leaves a comma inside an address alone', () => {
    const item = { status: 1, taskId: 't1', imgUrls: ['https://pictures.example/w_1,h_2/a.png'] };
    expect(readOne(item)).toMatchObject({ pictureUrls: ['https://pictures.example/w_1,h_2/a.png'] });
  });

  test('prefers images to imgUrls', () => {
    expect(readOne({ status: 1, taskId: 't1', images: four, imgUrls: [url('z')] })).toMatchObject({
      pictureUrls: four,
    });
  });

  test('takes the grid for the picture when it is all there is', () => {
    expect(readOne({ status: 1, taskId: 't1', image: url('grid') })).toEqual({
      status: 'success',
      taskId: 't1',
      pictureUrls: [url('grid')],
      gridUrl: url('grid'),
    });
  });

  test('finds a picture at a host with an umlaut after thousands of others, too', () => {
    const named = 'https://bücher.example/fox.png';
    for (let count = 0; count < 5_000; count += 1)
      expect(readOne({ status: 1, taskId: 't1', images: [named] })?.status).toBe('success');
  });

  test('counts a success without any usable picture as in progress', () => {
    expect(readOne({ status: 1, taskId: 't1', images: [], image: '' })).toEqual({
      status: 'in-progress',
      taskId: 't1',
    });
  });

  test.each([
    ['https://p.example/a fox.png', 'https://p.example/a%20fox.png'],
    ['\n https://p.example/狐.png \t', 'https://p.example/%E7%8B%90.png'],
    ['https://p.example/fox[1].png?a[]=|x|', 'https://p.example/fox%5B1%5D.png?a%5B%5D=%7Cx%7C'],
    ['https://bücher.example/100%.png', 'https://xn--bcher-kva.example/100%25.png'],
    ['https://p.example/f\nox.png?s=a%2Fb+c%20d', 'https://p.example/fox.png?s=a%2Fb+c%20d'],
  ])('makes of %j the address that everybody reads alike', (named, address) => {
    expect(readOne({ status: 1, taskId: 't1', images: [named], image: named })).toMatchObject({
      pictureUrls: [address],
      gridUrl: address,
    });
    expect(readOne({ status: 1, taskId: 't1', images: [address] })).toMatchObject({
      pictureUrls: [address],
    });
  });

  test('takes imgUrls that stand on lines of their own', () => {
    const item = { status: 1, taskId: 't1', imgUrls: [`${url('a')}\n${url('b')}`] };
    expect(readOne(item)).toMatchObject({ pictureUrls: [url('a'), url('b')] });
  });

  test.each(['javascript:alert(1)', 'file:///etc/passwd', 'pictures.example/a.png', 7, null])(
    'leaves out the picture %j, and keeps its neighbours',
    (bad) => {
      expect(readOne({ status: 1, taskId: 't1', images: [bad, url('a')] })).toMatchObject({
        pictureUrls: [url('a')],
      });
    },
  );

  test('gives up an unreadable decoration rather than the pictures', () => {
    const item = {
      status: 1,
      taskId: 't1',
      images: four,
      jobId: 7,
      mjPrompt: null,
      meta: { width: 'wide', height: 8 },
    };
    expect(readOne(item)).toEqual({ status: 'success', taskId: 't1', pictureUrls: four, height: 8 });
  });

  test('reads a failure with and without a reason', () => {
    expect(readOne({ status: 2, taskId: 't1', createdAt: 1, failReason: 'too bold' })).toEqual({
      status: 'failed',
      taskId: 't1',
      failReason: 'too bold',
    });
    expect(readOne({ status: 2, taskId: 't1' })).toEqual({ status: 'failed', taskId: 't1' });
  });

  test.each(['', '  ', '\n\t', '\u200b'])('takes the blank reason %j for none', (blank) => {
    expect(readOne({ status: 2, taskId: 't1', failReason: blank })).toEqual({
      status: 'failed',
      taskId: 't1',
    });
    expect(readRefusal({ error: 5, message: blank })).toMatchObject({ message: undefined });
  });

  test('is read as far as it was asked for, and says the last thing of a task that it names twice', () => {
    const data = [
      { status: 1, taskId: 'of-others', images: four },
      { status: 0, taskId: 't1' },
      { status: 2, taskId: 't1' },
    ];
    expect(readTasks({ data })).toEqual([{ status: 'failed', taskId: 't1' }]);
  });

  test('may have its codes as text', () => {
    expect(readOne({ status: '1', taskId: 't1', images: four })).toMatchObject({ status: 'success' });
    expect(readOne({ status: '2', taskId: 't1' })).toMatchObject({ status: 'failed' });
  });

  test.each([
    { taskId: 't2' },
    { status: 'done', taskId: 't2' },
    { status: '', taskId: 't2' },
    { status: 1 },
    { status: 1, taskId: 2 },
    null,
    'x',
    [],
  ])('leaves out the item %j and keeps its neighbours', (bad) => {
    const good = [1, 3].map((number) => ({ status: 0, taskId: `t${number}` }));
    expect(readTasks({ status: 0, data: [good[0], bad, good[1]] })).toEqual([
      { status: 'in-progress', taskId: 't1' },
      { status: 'in-progress', taskId: 't3' },
    ]);
  });

  test.each([{}, { status: 0 }, { data: null }, { data: {} }, 'x', null])('is unreadable: %j', (answer) => {
    expect(readTasks(answer)).toBeUndefined();
  });
});

describe('a submission that was kept', () => {
  test.each([
    {
      family: 'artgen',
      body: { prompt: 'fox', mode: 'relaxed', hookUrl: 'https://a.example/', timeout: 300 },
    },
    {
      family: 'gen',
      body: {
        prompt: 'fox',
        model: 'gen-image-2',
        referImages: [url('a')],
        aspect_ratio: '2:1',
        size: '4K',
        output_size: '100x100',
        hookUrl: 'https://a.example/',
      },
    },
    { family: 'gen', body: { prompt: 'fox' } },
  ])('is read back as it was: %j', (submission) => {
    expect(submissionSchema.parse(JSON.parse(JSON.stringify(submission)))).toEqual(submission);
  });
});

describe('what is kept of an answer', () => {
  const long = 'y'.repeat(1_000_000);

  test('is as long as anything of it is shown', () => {
    const failed = readTasks({ data: [{ status: 2, taskId: 't1', failReason: long }] });
    expect(failed).toMatchObject([{ failReason: 'y'.repeat(65_536) }]);
    expect(readRefusal({ error: 5, message: long })).toMatchObject({ message: 'y'.repeat(65_536) });
  });

  test('is whole characters', () => {
    const failReason = `${'y'.repeat(65_535)}🦊`;
    const failed = readTasks({ data: [{ status: 2, taskId: 't1', failReason }] });
    expect(failed).toMatchObject([{ failReason: 'y'.repeat(65_535) }]);
  });

  test('is no address that is too long, and no more of them than could be shown', () => {
    const images = [
      `https://pictures.example/${long}`,
      ...Array.from({ length: 99 }, (_, index) => `https://p.example/${index}`),
    ];
    const [task] = readTasks({ data: [{ status: 1, taskId: 't1', images }] }) ?? [];
    const urls = task?.status === 'success' ? task.pictureUrls : [];
    expect(urls[0]).toBe('https://p.example/0');
    expect(urls.length).toBeLessThan(20);
  });
});
