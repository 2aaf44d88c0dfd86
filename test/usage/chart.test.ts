import { createCanvas, loadImage } from '@napi-rs/canvas';
import { expect, test } from 'vitest';
import { paintChart, type ChartDay } from '../../src/commands/usage/usage-chart.ts';
import { ENGLISH } from '../../src/messages/language.ts';

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

const daysOf = (artgen: number, gen: number, lost: number): ChartDay[] =>
  Array.from({ length: 30 }, (_, index) => ({
    label: `2026-11-${String(index + 1).padStart(2, '0')}`,
    families: { artgen, gen },
    lost,
  }));

test('the chart lies on a ground of its own, so that Discord’s theme does not matter', async () => {
  const { width, height, at } = await decode(await paintChart(daysOf(3, 2, 1), ENGLISH));
  expect([width, height]).toEqual([840, 500]);
  expect(at(0, 0)[3]).toBe(0);
  const inside = Array.from({ length: 50 }, (_, index) => at(60 + index * 15, 20 + index * 9));
  expect(inside.every(([, , , alpha]) => alpha === 255)).toBe(true);
});
