import { darken, fade, lighten, mix, type Colour } from './color.ts';
import { layered, lineNoise } from './noise.ts';
import { between, tracePolygon, type Point, type Stage } from './stage.ts';

interface Range {
  readonly points: readonly Point[];
  readonly peaks: readonly Point[];
}

interface RangeStyle {
  /** Height of the foot in pixels from the top. */
  readonly foot: number;
  readonly tall: number;
  readonly peaks: number;
  readonly colour: Colour;
  readonly snow: number;
}

/** A range of peaks, each with a lit and a shaded side and, if asked, snow on top. */
export function paintRange(stage: Stage, style: RangeStyle): void {
  const { context, width, height, palette } = stage;
  const range = rangeOf(stage, style);
  const outline = [...range.points, { x: width, y: height }, { x: 0, y: height }];
  const gradient = context.createLinearGradient(0, style.foot - style.tall, 0, style.foot);
  gradient.addColorStop(0, lighten(style.colour, 0.06));
  gradient.addColorStop(0.45, style.colour);
  gradient.addColorStop(1, mix(style.colour, palette.sky[3], 0.45));
  context.save();
  tracePolygon(context, outline);
  context.fillStyle = gradient;
  context.fill();
  context.clip();
  for (const peak of range.peaks) {
    if (style.snow > 0) paintSnowCap(stage, peak, style);
    paintShadedSide(stage, peak, style);
  }
  context.restore();
}

/** Peaks at uneven distances, joined by slopes that are rough like rock. */
function rangeOf({ width, random }: Stage, { foot, tall, peaks }: RangeStyle): Range {
  const rough = layered(lineNoise(random), 5);
  const tops = Array.from({ length: peaks }, (_, index) => ({
    x: (width * (index + between(random, 0.2, 0.8))) / peaks,
    y: foot - tall * between(random, 0.55, 1),
  }));
  const slope = (0.62 * width) / peaks / tall + 0.35;
  const skyline = (x: number): number => {
    const sides = tops.map((top) => top.y + Math.abs(x - top.x) / slope);
    const valley = foot - tall * 0.12;
    const bumps = (rough((x / width) * peaks * 5) - 0.5) * tall * 0.16;
    return Math.min(...sides, valley) + bumps;
  };
  const count = 420;
  const points = Array.from({ length: count + 1 }, (_, index) => {
    const x = (width * index) / count;
    return { x, y: skyline(x) };
  });
  return { points, peaks: tops.map(({ x }) => highestNear(points, x, width / peaks / 6)) };
}

function highestNear(points: readonly Point[], x: number, reach: number): Point {
  const near = points.filter((point) => Math.abs(point.x - x) <= reach);
  return near.reduce((best, point) => (point.y < best.y ? point : best), near[0] ?? { x, y: 0 });
}

/** A crooked line runs from the peak to the foot; right of it there is shade. */
function paintShadedSide(
  { context, random, palette }: Stage,
  peak: Point,
  { tall, colour }: RangeStyle,
): void {
  const points: Point[] = [{ x: peak.x, y: peak.y - tall * 0.1 }, peak];
  const steps = 7;
  let x = peak.x;
  for (let step = 1; step <= steps; step += 1) {
    x += tall * between(random, -0.1, 0.16) * (step % 2 === 0 ? -0.8 : 1);
    points.push({ x, y: peak.y + (tall * 1.15 * step) / steps });
  }
  const right = peak.x + tall * 1.5;
  points.push({ x: right, y: peak.y + tall * 1.15 }, { x: right, y: peak.y + tall * 0.9 });
  const gradient = context.createLinearGradient(peak.x, peak.y, peak.x + tall * 0.45, peak.y + tall * 0.85);
  const shade = mix(darken(colour, 0.35), palette.sky[0], 0.3);
  gradient.addColorStop(0, fade(shade, 0.5));
  gradient.addColorStop(0.6, fade(shade, 0.22));
  gradient.addColorStop(1, fade(shade, 0));
  context.fillStyle = gradient;
  tracePolygon(context, points);
  context.fill();
}

function paintSnowCap({ context, random, palette }: Stage, peak: Point, { tall, snow }: RangeStyle): void {
  const deep = tall * snow * between(random, 0.7, 1.1);
  const wide = deep * 1.5;
  const points: Point[] = [
    { x: peak.x, y: peak.y - tall * 0.2 },
    { x: peak.x + wide, y: peak.y - tall * 0.1 },
  ];
  const teeth = 9;
  for (let tooth = 0; tooth <= teeth; tooth += 1) {
    const across = wide - (2 * wide * tooth) / teeth;
    const down = deep * (tooth % 2 === 0 ? between(random, 0.85, 1.3) : between(random, 0.3, 0.6));
    points.push({ x: peak.x + across, y: peak.y + down });
  }
  points.push({ x: peak.x - wide, y: peak.y - tall * 0.1 });
  context.fillStyle = fade(lighten(mix(palette.disc, palette.sky[3], 0.35), 0.5), 0.92);
  tracePolygon(context, points);
  context.fill();
}
