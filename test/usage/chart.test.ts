import { createCanvas, loadImage } from '@napi-rs/canvas';
import { expect, test } from 'vitest';
import { paintChart, type ChartDay } from '../../src/commands/usage/usage-chart.ts';
import { ENGLISH } from '../../src/messages/words/words.ts';

type Pixel = [red: number, green: number, blue: number, alpha: number];

/** Reads a PNG's pixels. */
const decode = async (png: Buffer) => {
  const image = await loadImage(png);
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const { data, width, height } = context.getImageData(0, 0, image.width, image.height);
  const at = (x: number, y: number): Pixel => {
    const start = (y * width + x) * 4;
    return [data[start] ?? 0, data[start + 1] ?? 0, data[start + 2] ?? 0, data[start + 3] ?? 0];
  };
  return { width, height, at };
};

const daysOf = (imagine: number, gen: number, lost: number): ChartDay[] =>
  Array.from({ length: 30 }, (_, index) => ({
    label: `2026-11-${String(index + 1).padStart(2, '0')}`,
    imagine,
    gen,
    lost,
  }));

/** Relative luminance: https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
const luminance = ([red, green, blue]: Pixel): number => {
  const linear = [red, green, blue].map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (linear[0] ?? 0) + 0.7152 * (linear[1] ?? 0) + 0.0722 * (linear[2] ?? 0);
};

const contrast = (one: Pixel, other: Pixel): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
};

test('the chart lies on a ground of its own, so that Discord’s theme does not matter', async () => {
  const { width, height, at } = await decode(await paintChart(daysOf(3, 2, 1), ENGLISH.usage));
  expect([width, height]).toEqual([840, 500]);
  expect(at(0, 0)[3]).toBe(0);
  const inside = Array.from({ length: 50 }, (_, index) => at(60 + index * 15, 20 + index * 9));
  expect(inside.every(([, , , alpha]) => alpha === 255)).toBe(true);
});

test('title and labels are written, and stand out from the ground', async () => {
  const { at } = await decode(await paintChart(daysOf(3, 2, 1), ENGLISH.usage));
  const ground = at(420, 8);
  const best = (left: number, top: number, right: number, bottom: number): number => {
    let most = 1;
    for (let y = top; y < bottom; y += 1)
      for (let x = left; x < right; x += 1) most = Math.max(most, contrast(at(x, y), ground));
    return most;
  };
  expect(best(32, 28, 260, 70)).toBeGreaterThan(9);
  expect(best(32, 90, 80, 400)).toBeGreaterThan(7);
  expect(best(60, 400, 830, 440)).toBeGreaterThan(7);
});

test('each kind has a colour that differs in lightness from the others and from the ground', async () => {
  const { width, height, at } = await decode(await paintChart(daysOf(4, 4, 4), ENGLISH.usage));
  const areas = new Map<string, { pixel: Pixel; count: number }>();
  for (let y = 0; y < height; y += 3)
    for (let x = 0; x < width; x += 3) {
      const pixel = at(x, y);
      areas.set(pixel.join(), { pixel, count: (areas.get(pixel.join())?.count ?? 0) + 1 });
    }
  const main = [...areas.values()].filter(({ count }) => count > 1_000).map(({ pixel }) => pixel);
  expect(main).toHaveLength(4);
  const levels = main.map(luminance).sort((a, b) => a - b);
  const steps = levels.slice(1).map((level, index) => (level + 0.05) / ((levels[index] ?? 0) + 0.05));
  expect(Math.min(...steps)).toBeGreaterThan(1.5);
});

test('a time without pictures is a chart too', async () => {
  const { width } = await decode(await paintChart(daysOf(0, 0, 0), ENGLISH.usage));
  expect(width).toBe(840);
});
