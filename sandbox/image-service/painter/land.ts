import { darken, fade, lighten, lightness, mix, type Colour } from './color.ts';
import { layered, lineNoise } from './noise.ts';
import { between, tracePolygon, type Point, type Stage } from './stage.ts';

/** The upper edge of a row of land. */
export type Skyline = (x: number) => number;

/** The shape of land: soft hills, or dunes with a sharp crest. */
export type LandKind = 'hills' | 'dunes' | 'rocks';

/** A skyline around a height in pixels; `swing` is how far it goes up and down. */
export function skylineOf(stage: Stage, kind: LandKind, base: number, swing: number, waves: number): Skyline {
  const noise = layered(lineNoise(stage.random), kind === 'rocks' ? 6 : kind === 'hills' ? 3 : 2);
  const start = stage.random() * 200;
  const across = (x: number): number => start + (x / stage.width) * waves;
  if (kind === 'dunes')
    return (x) => base - swing * (2.2 * (1 - Math.abs(2 * noise(across(x)) - 1)) ** 1.3 - 0.9);
  return (x) => base - swing * (noise(across(x)) * 2 - 1);
}

/** Colour of a row of land; 0 is at the horizon, 1 at our feet. */
export function landColour({ palette }: Stage, nearness: number): Colour {
  return mix(palette.far, palette.near, nearness ** 1.25);
}

/** Fills the land under a skyline: light on its crest, haze at its foot. */
export function fillLand(stage: Stage, skyline: Skyline, colour: Colour, haze: number): void {
  const { context, width, height, palette } = stage;
  const points = skylinePoints(stage, skyline);
  const top = Math.min(...points.map(({ y }) => y));
  const gradient = context.createLinearGradient(0, top, 0, Math.min(height, top + height * 0.4));
  gradient.addColorStop(0, lighten(colour, lightness(colour) > 0.8 ? 0 : 0.08));
  gradient.addColorStop(0.35, colour);
  gradient.addColorStop(1, mix(colour, palette.sky[3], haze));
  context.fillStyle = gradient;
  tracePolygon(context, [...points, { x: width, y: height }, { x: 0, y: height }]);
  context.fill();
}

function skylinePoints({ width }: Stage, skyline: Skyline): Point[] {
  const step = Math.max(1.5, width / 520);
  const count = Math.ceil(width / step);
  return Array.from({ length: count + 1 }, (_, index) => ({ x: index * step, y: skyline(index * step) }));
}

/** The shaded side of dunes: a soft shadow from each crest down to the lee. */
export function shadeDunes(stage: Stage, skyline: Skyline, colour: Colour): void {
  const { context, width, height } = stage;
  context.save();
  const points = skylinePoints(stage, skyline);
  tracePolygon(context, [...points, { x: width, y: height }, { x: 0, y: height }]);
  context.clip();
  const crests = points.filter(
    ({ y }, index) => y < (points[index - 1]?.y ?? y) && y <= (points[index + 1]?.y ?? y),
  );
  for (const crest of crests) {
    const reach = width * between(stage.random, 0.2, 0.34);
    const gradient = context.createLinearGradient(crest.x, 0, crest.x + reach, reach * 0.35);
    gradient.addColorStop(0, fade(darken(colour, 0.4), 0.6));
    gradient.addColorStop(1, fade(darken(colour, 0.4), 0));
    context.fillStyle = gradient;
    context.beginPath();
    context.moveTo(crest.x, crest.y - 1);
    context.bezierCurveTo(
      crest.x + reach * 0.16,
      crest.y + reach * 0.14,
      crest.x - reach * 0.42,
      crest.y + reach * 0.2,
      crest.x - reach * 0.7,
      crest.y + reach * 0.55,
    );
    context.lineTo(crest.x + reach * 1.2, crest.y + reach * 0.55);
    context.lineTo(crest.x + reach, crest.y - reach * 0.3);
    context.closePath();
    context.fill();
  }
  context.restore();
}

/** A veil of mist that lies on a height. */
export function paintMist(
  { context, width, palette }: Stage,
  y: number,
  tall: number,
  opacity: number,
): void {
  const gradient = context.createLinearGradient(0, y - tall, 0, y + tall);
  gradient.addColorStop(0, fade(palette.sky[3], 0));
  gradient.addColorStop(0.5, fade(palette.sky[3], opacity));
  gradient.addColorStop(1, fade(palette.sky[3], 0));
  context.fillStyle = gradient;
  context.fillRect(0, y - tall, width, tall * 2);
}
