import { createRequire } from 'node:module';
import { createCanvas, GlobalFonts, type Canvas, type SKRSContext2D } from '@napi-rs/canvas';
import {
  Chart,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  type ChartConfiguration,
} from 'chart.js';
import type { Panel } from './dashboard.ts';
import type { Series } from './prometheus.ts';

/** Grafana's grid: 24 columns, rows of 38 points, 8 of them between two panels. */
export const WIDTH = 1_600;
const COLUMN = WIDTH / 24;
const ROW = 38;
const GAP = 8;
const HEADER = 34;
const PALETTE = [
  '#73bf69',
  '#f2cc0c',
  '#8ab8ff',
  '#ff780a',
  '#f2495c',
  '#5794f2',
  '#b877d9',
  '#fade2a',
  '#56a64b',
  '#e0b400',
];
export const COLORS = {
  ground: '#111217',
  panel: '#181b1f',
  text: '#ccccdc',
  grid: '#2c3036',
};
const FONT = 'Easel Panel';

Chart.register(Legend, LinearScale, LineController, LineElement, PointElement);
for (const weight of [400, 600])
  GlobalFonts.registerFromPath(
    createRequire(import.meta.url).resolve(`@fontsource/inter/files/inter-latin-${weight}-normal.woff2`),
    FONT,
  );

/** A line as a legend names it. */
export interface Line {
  name: string;
  points: Series['points'];
}
export interface Range {
  from: number;
  to: number;
}

const colorOf = (index: number): string => PALETTE[index % PALETTE.length] ?? '';

const inPlaces = (value: number): string => String(Number(value.toPrecision(3)));
const UNITS: Record<string, (value: number) => string> = {
  s: (value) =>
    value >= 120
      ? `${inPlaces(value / 60)} min`
      : value < 1
        ? `${inPlaces(value * 1_000)} ms`
        : `${inPlaces(value)} s`,
  bytes: (value) => `${inPlaces(value / 2 ** 20)} MiB`,
  reqps: (value) => `${inPlaces(value)} /s`,
};
const formatOf = ({ fieldConfig }: Panel): ((value: number) => string) =>
  UNITS[fieldConfig?.defaults.unit ?? ''] ?? inPlaces;

const minutesOf = (range: Range) => (at: number) => (at - range.from) / 60;

/** A line breaks where a value is missing, as Grafana's does. */
const gapped = (points: Series['points'], range: Range, stepS: number): { x: number; y: number }[] => {
  const minutes = minutesOf(range);
  return points.flatMap(([at, value], index) => {
    const before = points[index - 1];
    const point = { x: minutes(at), y: value };
    return before && at - before[0] > stepS * 1.5
      ? [{ x: minutes(before[0] + stepS), y: NaN }, point]
      : [point];
  });
};

const font = { family: FONT, size: 12 };

const optionsOf = (panel: Panel, range: Range): ChartConfiguration<'line'>['options'] => {
  const format = formatOf(panel);
  const [grid, ticks] = [{ color: COLORS.grid }, { color: COLORS.text, font }];
  const max = Math.round(minutesOf(range)(range.to));
  const callback = (value: number | string) => format(Number(value));
  return {
    animation: false,
    responsive: false,
    scales: {
      x: {
        type: 'linear',
        min: 0,
        max,
        grid,
        ticks: { ...ticks, stepSize: 4, callback: (at) => `${at} min` },
      },
      y: { beginAtZero: true, grid, ticks: { ...ticks, maxTicksLimit: 6, callback } },
    },
    plugins: {
      legend: {
        position: 'bottom',
        align: 'start',
        labels: { ...ticks, boxWidth: 10, boxHeight: 2, padding: 6 },
      },
    },
  };
};

const chartOf = (
  panel: Panel,
  lines: readonly Line[],
  range: Range,
  stepS: number,
): ChartConfiguration<'line'> => ({
  type: 'line',
  data: {
    datasets: lines.map(({ name, points }, index) => ({
      label: name,
      data: gapped(points, range, stepS),
      borderColor: colorOf(index),
      backgroundColor: colorOf(index),
      borderWidth: 1.5,
      pointRadius: 0,
    })),
  },
  options: optionsOf(panel, range),
});

export const write = (
  context: SKRSContext2D,
  text: string,
  x: number,
  y: number,
  size: number,
  weight = 400,
): void => {
  context.font = `${weight} ${size}px "${FONT}"`;
  context.fillText(text, x, y);
};

const drawStat = (context: SKRSContext2D, panel: Panel, lines: readonly Line[], box: DOMRectLike): void => {
  const isNamed = panel.title === 'Version';
  lines.forEach(({ name, points }, index) => {
    const value = points.at(-1)?.[1];
    const height = box.height / lines.length;
    const middle = box.y + height * (index + 0.5);
    context.fillStyle = colorOf(0);
    write(
      context,
      isNamed || value === undefined ? name : formatOf(panel)(value),
      box.x + 16,
      middle + 8,
      isNamed ? 24 : 36,
      600,
    );
    context.fillStyle = COLORS.text;
    if (!isNamed) write(context, name, box.x + 16, middle + 30, 13);
  });
};

interface DOMRectLike {
  x: number;
  y: number;
  width: number;
  height: number;
}

const drawPanel = (
  context: SKRSContext2D,
  panel: Panel,
  lines: readonly Line[],
  range: Range,
  stepS: number,
): void => {
  const { x, y, w, h } = panel.gridPos;
  const box = {
    x: x * COLUMN + GAP / 2,
    y: y * ROW + GAP / 2,
    width: w * COLUMN - GAP,
    height: h * ROW - GAP,
  };
  if (panel.type !== 'row') {
    context.fillStyle = COLORS.panel;
    context.fillRect(box.x, box.y, box.width, box.height);
  }
  context.fillStyle = COLORS.text;
  write(context, panel.title, box.x + 12, box.y + 22, 15, 600);
  const body = { ...box, y: box.y + HEADER, height: box.height - HEADER };
  if (panel.type === 'stat') drawStat(context, panel, lines, body);
  if (panel.type !== 'timeseries') return;
  const canvas = createCanvas(body.width - GAP, body.height - GAP);
  // The canvas has what Chart.js needs of the browser's.
  const chart = new Chart(canvas, chartOf(panel, lines, range, stepS));
  context.drawImage(canvas, body.x + GAP / 2, body.y);
  chart.destroy();
};

/** The dashboard as it is laid out, with the lines of each panel. */
export const drawDashboard = (
  panels: readonly { panel: Panel; lines: readonly Line[] }[],
  range: Range,
  stepS: number,
): Canvas => {
  const rows = Math.max(...panels.map(({ panel: { gridPos } }) => gridPos.y + gridPos.h));
  const canvas = createCanvas(WIDTH, rows * ROW);
  const context = canvas.getContext('2d');
  context.fillStyle = COLORS.ground;
  context.fillRect(0, 0, canvas.width, canvas.height);
  for (const { panel, lines } of panels) drawPanel(context, panel, lines, range, stepS);
  return canvas;
};
