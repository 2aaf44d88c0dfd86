import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type PixelSize,
  correctOutputSize,
  formatOutputSize,
  parseOutputSize,
} from '../../src/services/requests/output-size.ts';

const correct = (text: string): string | undefined => {
  const size = correctOutputSize(text);
  return size && formatOutputSize(size);
};

const expectEveryRuleKept = (size: PixelSize | undefined): void => {
  const { width, height } = size ?? { width: 0, height: 0 };
  const ratio = width / height;
  const kept = {
    multiples: width % 16 === 0 && height % 16 === 0,
    edge: Math.max(width, height) <= 3840,
    ratio: ratio >= 1 / 3 && ratio <= 3,
    pixels: width * height >= 655_360 && width * height <= 8_294_400,
  };
  expect({ width, height, ...kept }).toEqual({
    width,
    height,
    multiples: true,
    edge: true,
    ratio: true,
    pixels: true,
  });
};

const anySide = fc.oneof(
  fc.integer({ min: 1, max: 5_000 }),
  fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
  fc.integer({ min: 1, max: 300 }).map((steps) => steps * 16),
);
const request = fc.tuple(anySide, anySide).map(([width, height]) => ({ width, height }));

describe('the correction of an output size', () => {
  test.each([
    ['100x100', '816x816'],
    ['1920x1080', '1920x1088'],
    ['１９２０ｘ１０８０', '1920x1088'],
    [' 1,920 × 1,080 ', '1920x1088'],
    ['1920*1080', '1920x1088'],
    ['5000x100', '3840x1280'],
    ['10000x10000', '2880x2880'],
  ])('makes %s into %s, as the interface has it', (requested, resulting) => {
    expect(correct(requested)).toBe(resulting);
  });

  test.each([
    ['100x5000', '1280x3840'],
    ['7680x4320', '3840x2160'],
    ['1024x1024', '1024x1024'],
    ['1x1000000', '1280x3840'],
    ['800x600', '944x704'],
    ['2992x100', '2992x1008'],
  ])('makes %s into %s', (requested, resulting) => {
    expect(correct(requested)).toBe(resulting);
  });

  test('keeps every rule at once for any size', () => {
    fc.assert(
      fc.property(request, (size) => {
        expectEveryRuleKept(correctOutputSize(formatOutputSize(size)));
      }),
      { numRuns: 3_000 },
    );
  });

  test('keeps every rule for the narrow shapes at the edges of the allowed ratio', () => {
    for (let width = 1; width <= 4_000; width += 1) {
      for (const height of [Math.floor(width / 3), Math.ceil(width / 3)].filter((value) => value > 0)) {
        expectEveryRuleKept(correctOutputSize(`${width}x${height}`));
        expectEveryRuleKept(correctOutputSize(`${height}x${width}`));
      }
    }
  });

  test('leaves its own results as they are', () => {
    fc.assert(
      fc.property(request, (size) => {
        const once = correct(formatOutputSize(size)) ?? '';
        expect(correct(once)).toBe(once);
      }),
    );
  });

  test('moves an allowed shape by less than a step to either side', () => {
    const side = fc.integer({ min: 960, max: 2_800 });
    const allowed = fc.tuple(side, side);
    fc.assert(
      fc.property(allowed, ([width, height]) => {
        const size = correctOutputSize(`${width}x${height}`);
        expect(Math.abs((size?.width ?? 0) - width)).toBeLessThan(16);
        expect(Math.abs((size?.height ?? 0) - height)).toBeLessThan(16);
      }),
    );
  });
});

describe('a typed output size', () => {
  test.each(['1024x768', ' 1024 x 768 ', '1024X768', '1024×768', '01024x0768'])('is read from %j', (text) => {
    expect(parseOutputSize(text)).toEqual({ width: 1024, height: 768 });
  });

  test.each([
    '',
    'x',
    '1024',
    '1024x',
    'x768',
    '1024x768x3',
    '-4x5',
    '1.5x2',
    '0x100',
    '100x0',
    '1e3x2',
    'big',
  ])('is not read from %j', (text) => {
    expect(parseOutputSize(text)).toBeUndefined();
    expect(correctOutputSize(text)).toBeUndefined();
  });

  test('of more digits than a number holds exactly is not read', () => {
    expect(correctOutputSize(`${'9'.repeat(400)}x1`)).toBeUndefined();
  });
});
