import { FAMILY_NAMES, type Family } from '../../services/requests/families/index.ts';

/** One day of the chart. */
export interface ChartDay {
  /** Such as `2026-11-20`. */
  label: string;
  families: Record<Family, number>;
  /** Jobs that came to nothing. */
  lost: number;
}

interface Color {
  /** The emoji that stands for it in the message's words. */
  square: string;
  fill: string;
}

/** People who see red and green alike can tell these apart: they differ in lightness, too. */
export const COLORS: Readonly<Record<Family | 'lost', Color>> = {
  artgen: { square: '🟦', fill: '#55acee' },
  gen: { square: '🟨', fill: '#fdcb58' },
  lost: { square: '🟥', fill: '#e8485a' },
};
/** A ground of its own, on which the colours stand out in Discord's light and dark themes alike. */
const GROUND = '#23272f';
const GRID = '#565f73';

const WIDTH = 840;
const HEIGHT = 320;
const MARGIN = 30;

/** What was asked for on one day. */
export const totalOf = ({ families, lost }: ChartDay): number =>
  FAMILY_NAMES.reduce((sum, family) => sum + families[family], lost);

/** The bars of the days, one colour above the other. What is written about them stands in the message: a picture has no letters. */
const svgOf = (days: readonly ChartDay[]): string => {
  const perRequest = (HEIGHT - 2 * MARGIN) / Math.max(1, ...days.map(totalOf));
  const perDay = (WIDTH - 2 * MARGIN) / days.length;
  const bars = days.flatMap(({ families, lost }, index) => {
    const counts = { ...families, lost };
    let y = HEIGHT - MARGIN;
    return [...FAMILY_NAMES, 'lost' as const].map((kind) => {
      const height = counts[kind] * perRequest;
      y -= height;
      const x = MARGIN + (index + 0.1) * perDay;
      return `<rect x="${x}" y="${y}" width="${perDay * 0.8}" height="${height}" fill="${COLORS[kind].fill}"/>`;
    });
  });
  const lines = [MARGIN, HEIGHT / 2, HEIGHT - MARGIN].map((y) => `M${MARGIN} ${y}H${WIDTH - MARGIN}`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <rect width="100%" height="100%" rx="24" fill="${GROUND}"/>
    <path d="${lines.join('')}" stroke="${GRID}" stroke-width="2"/>${bars.join('')}
  </svg>`;
};

/** Paints a chart of requests by day, as a PNG. */
export const paintChart = async (days: readonly ChartDay[]): Promise<Buffer> => {
  // Loaded lazily: many bots never draw a chart.
  const { default: sharp } = await import('sharp');
  return sharp(Buffer.from(svgOf(days)))
    .png()
    .toBuffer();
};
