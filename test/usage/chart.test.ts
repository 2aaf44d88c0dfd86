import sharp from 'sharp';
import { expect, test } from 'vitest';
import { COLORS, paintChart, type ChartDay } from '../../src/commands/usage/usage-chart.ts';

const daysOf = (artgen: number, gen: number, lost: number): ChartDay[] =>
  Array.from({ length: 30 }, (_, index) => ({
    label: `2026-11-${String(index + 1).padStart(2, '0')}`,
    families: { artgen, gen },
    lost,
  }));

test('the chart has the colours that its words name, on a ground that hides Discord’s theme', async () => {
  const picture = sharp(await paintChart(daysOf(3, 2, 1))).raw();
  const { data, info } = await picture.toBuffer({ resolveWithObject: true });
  const pixels = Array.from({ length: info.width * info.height }, (_, index) =>
    data.subarray(index * 4, index * 4 + 4),
  );
  expect(pixels[0]?.[3]).toBe(0);
  expect(pixels[(info.width * info.height) / 2]?.[3]).toBe(255);
  const shown = new Set(pixels.map((pixel) => `#${pixel.toString('hex', 0, 3)}`));
  for (const { fill } of Object.values(COLORS)) expect(shown).toContain(fill);
});
