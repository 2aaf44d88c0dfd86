import { createRequire } from 'node:module';
import './home.ts';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  Legend,
  LinearScale,
  Title,
  type ChartConfiguration,
  type ChartItem,
} from 'chart.js';
import type { Words } from '../../messages/words/words.ts';
import { commandOf, FAMILY_NAMES, type Family } from '../../services/requests/families/index.ts';

/** One day of the chart. */
export interface ChartDay {
  /** Such as `2026-11-20`. */
  label: string;
  families: Record<Family, number>;
  /** Jobs that came to nothing. */
  lost: number;
}

/** On a phone Discord shows pictures of embeds some 300 points wide, where text has to be readable still. */
const WIDTH = 420;
const HEIGHT = 250;
const PIXELS_PER_POINT = 2;
const CORNER = 12;
const FONT = 'Easel Chart';

/**
 * The chart has a background of its own, since no grey is readable on both of Discord's: a slate between the two.
 * Text on it has a contrast of at least 7, and the three colours can be told apart by people who see red and green
 * alike: they differ in lightness too.
 */
const COLORS = {
  ground: '#3a4152',
  grid: '#515a70',
  text: '#e3e7f1',
  title: '#ffffff',
  lost: '#db566f',
};
const FAMILY_COLORS: Readonly<Record<Family, string>> = { artgen: '#86a9ff', gen: '#ffd166' };

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Legend, Title);

const registerFonts = (): void => {
  if (GlobalFonts.has(FONT)) return;
  const { resolve } = createRequire(import.meta.url);
  for (const weight of [400, 600])
    GlobalFonts.registerFromPath(resolve(`@fontsource/inter/files/inter-latin-${weight}-normal.woff2`), FONT);
};

const dataset = (label: string, color: string, data: number[]) => ({
  label,
  data,
  backgroundColor: color,
  borderRadius: 3,
  // Only the ends of a whole bar are round.
  borderSkipped: 'middle' as const,
  categoryPercentage: 0.86,
  barPercentage: 0.92,
});

const textFont = { family: FONT, size: 14 };

const scalesOf = () => ({
  x: {
    stacked: true,
    grid: { display: false },
    border: { color: COLORS.grid },
    ticks: { color: COLORS.text, font: textFont, maxRotation: 0, autoSkipPadding: 18 },
  },
  y: {
    stacked: true,
    beginAtZero: true,
    grace: '5%' as const,
    // An empty chart keeps a scale of whole pictures.
    suggestedMax: 4,
    grid: { color: COLORS.grid },
    border: { display: false },
    ticks: { color: COLORS.text, font: textFont, precision: 0, maxTicksLimit: 5, padding: 6 },
  },
});

const pluginsOf = (title: string) => ({
  title: {
    display: true,
    text: title,
    align: 'start' as const,
    color: COLORS.title,
    font: { family: FONT, size: 17, weight: 600 },
    padding: { bottom: 10 },
  },
  legend: {
    position: 'bottom' as const,
    align: 'end' as const,
    labels: {
      color: COLORS.text,
      font: textFont,
      boxWidth: 10,
      boxHeight: 10,
      useBorderRadius: true,
      borderRadius: 3,
    },
  },
});

const configurationOf = (
  days: readonly ChartDay[],
  { locale, usage, states }: Pick<Words, 'locale' | 'usage' | 'states'>,
): ChartConfiguration<'bar'> => {
  const shortDay = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const valuesOf = (of: (day: ChartDay) => number): number[] => days.map(of);
  return {
    type: 'bar',
    data: {
      labels: days.map(({ label }) => shortDay.format(Date.parse(label))),
      datasets: [
        ...FAMILY_NAMES.map((family) =>
          dataset(
            commandOf(family),
            FAMILY_COLORS[family],
            valuesOf(({ families }) => families[family]),
          ),
        ),
        dataset(
          states.failed,
          COLORS.lost,
          valuesOf(({ lost }) => lost),
        ),
      ],
    },
    options: {
      animation: false,
      responsive: false,
      devicePixelRatio: PIXELS_PER_POINT,
      layout: { padding: { top: 14, right: 20, bottom: 8, left: 16 } },
      scales: scalesOf(),
      plugins: pluginsOf(usage.chart),
    },
  };
};

/** Chart.js draws on anything with a canvas's size and `getContext`; its types know the browser's canvas only. */
const isDrawable = (canvas: object): canvas is Extract<ChartItem, { getContext: unknown }> =>
  'getContext' in canvas && 'width' in canvas && 'height' in canvas;

/** Paints a chart of pictures by day, as a PNG. Compressing it, which takes the longest, happens off this thread. */
export const paintChart = async (
  days: readonly ChartDay[],
  words: Pick<Words, 'usage' | 'states' | 'locale'>,
): Promise<Buffer> => {
  registerFonts();
  // Chart.js multiplies it by the pixels that a point has.
  const canvas = createCanvas(WIDTH, HEIGHT);
  const context = canvas.getContext('2d');
  const ground = {
    id: 'ground',
    beforeDraw: () => {
      context.fillStyle = COLORS.ground;
      context.beginPath();
      context.roundRect(0, 0, WIDTH, HEIGHT, CORNER);
      context.fill();
    },
  };
  if (!isDrawable(canvas)) throw new TypeError('Not a canvas that Chart.js can draw on');
  const chart = new Chart(canvas, { ...configurationOf(days, words), plugins: [ground] });
  const png = await canvas.encode('png');
  chart.destroy();
  return png;
};
