import { createCanvas, type Canvas } from '@napi-rs/canvas';
import { COLORS, WIDTH, write, type Range } from './draw.ts';
import type { Series } from './prometheus.ts';

const STATES = { pending: '#f2cc0c', firing: '#f2495c' } as const;

/** When each alert was pending, and when it fired. */
export const drawAlerts = (
  names: readonly string[],
  states: readonly Series[],
  range: Range,
  stepS: number,
): Canvas => {
  const [height, left, right] = [30, 240, WIDTH - 30];
  const canvas = createCanvas(WIDTH, (names.length + 2) * height);
  const context = canvas.getContext('2d');
  context.fillStyle = COLORS.ground;
  context.fillRect(0, 0, canvas.width, canvas.height);
  const place = (at: number) => left + ((at - range.from) / (range.to - range.from)) * (right - left);
  const bar = Math.ceil(place(stepS) - place(0)) + 1;
  names.forEach((name, index) => {
    const y = (index + 1) * height;
    context.fillStyle = COLORS.text;
    write(context, name, 12, y + 5, 15);
    context.fillStyle = COLORS.grid;
    context.fillRect(left, y - 1, right - left, 2);
    for (const state of ['pending', 'firing'] as const)
      for (const { labels, points } of states) {
        if (labels['alertname'] !== name || labels['alertstate'] !== state) continue;
        context.fillStyle = STATES[state];
        for (const [at] of points) context.fillRect(place(at), y - 9, bar, 18);
      }
  });
  context.fillStyle = COLORS.text;
  for (let minute = 0; minute <= (range.to - range.from) / 60; minute += 2)
    write(context, `${minute} min`, place(range.from + minute * 60) - 10, (names.length + 1.5) * height, 12);
  return canvas;
};
