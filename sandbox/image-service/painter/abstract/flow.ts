import { fade, lighten, mix } from '../color.ts';
import { layered, layeredField, lineNoise, planeNoise } from '../noise.ts';
import { between, tracePolygon, type Point, type Stage } from '../stage.ts';
import { backdrop, coloursOf } from './ground.ts';

/** Hundreds of brush strokes that follow one current. */
export function paintFlow(stage: Stage): void {
  const { context, width, height, unit, random } = stage;
  backdrop(stage);
  const current = layeredField(planeNoise(random), 2);
  const tilt = random() * Math.PI * 2;
  const colours = coloursOf(stage);
  const patches = layeredField(planeNoise(random), 2);
  context.lineCap = 'round';
  context.lineJoin = 'round';
  for (let stroke = 0; stroke < 1100; stroke += 1) {
    let x = between(random, -0.1, 1.1) * width;
    let y = between(random, -0.1, 1.1) * height;
    const patch = patches((x / width) * 2.5, (y / height) * 2.5) * 1.5 - 0.25 + between(random, -0.12, 0.12);
    const colour = colours[Math.floor(Math.min(Math.max(patch, 0), 0.999) * colours.length)] ?? colours[0];
    context.strokeStyle = fade(lighten(colour, random() * 0.22), between(random, 0.35, 0.9));
    context.lineWidth = (1 + random() ** 3 * 11) * unit;
    context.beginPath();
    context.moveTo(x, y);
    const steps = 12 + Math.floor(random() * 26);
    for (let step = 0; step < steps; step += 1) {
      const angle = tilt + current((x / unit) * 0.0021, (y / unit) * 0.0021) * Math.PI * 3.2;
      x += Math.cos(angle) * 9 * unit;
      y += Math.sin(angle) * 9 * unit;
      context.lineTo(x, y);
    }
    context.stroke();
  }
}

/** Sheets of cut paper, each with a shadow on the next. */
export function paintPaperWaves(stage: Stage): void {
  const { context, width, height, unit, random, palette } = stage;
  backdrop(stage);
  const sheets = 9;
  const slant = between(random, -0.35, 0.35);
  for (let sheet = 0; sheet < sheets; sheet += 1) {
    const share = sheet / (sheets - 1);
    const wave = layered(lineNoise(random), 2);
    const edge = (x: number): number =>
      height * (0.16 + 0.8 * share + slant * (x / width - 0.5) * (1 - share)) +
      (wave((x / width) * (2.4 + share) + sheet * 7) - 0.5) * height * 0.3;
    const points: Point[] = Array.from({ length: 241 }, (_, index) => {
      const x = (width * index) / 240;
      return { x, y: edge(x) };
    });
    const stops = coloursOf(stage);
    const position = share * (stops.length - 1);
    const from = stops[Math.floor(position)] ?? palette.far;
    const colour = mix(from, stops[Math.ceil(position)] ?? palette.near, position % 1);
    paintSheet(stage, points, colour, (7 + share * 10) * unit);
  }
  context.shadowColor = 'transparent';
}

function paintSheet(stage: Stage, points: readonly Point[], colour: `#${string}`, blur: number): void {
  const { context, width, height, palette, unit } = stage;
  const outline = [...points, { x: width, y: height + blur * 3 }, { x: 0, y: height + blur * 3 }];
  for (let step = 4; step >= 1; step -= 1) {
    context.fillStyle = fade(palette.ink, 0.07);
    tracePolygon(
      context,
      outline.map(({ x, y }) => ({ x, y: y - (blur * step) / 4 })),
    );
    context.fill();
  }
  const top = Math.min(...points.map(({ y }) => y));
  const gradient = context.createLinearGradient(0, top, 0, top + height * 0.5);
  gradient.addColorStop(0, lighten(colour, 0.14));
  gradient.addColorStop(1, colour);
  context.fillStyle = gradient;
  tracePolygon(context, outline);
  context.fill();
  context.strokeStyle = fade(lighten(colour, 0.5), 0.5);
  context.lineWidth = 1.4 * unit;
  context.beginPath();
  for (const { x, y } of points) context.lineTo(x, y);
  context.stroke();
}

/** Mountains of lines, one behind the other, like the trace of a distant star. */
export function paintRidgeLines(stage: Stage): void {
  const { context, width, height, unit, random, palette } = stage;
  const wash = context.createLinearGradient(0, 0, width * 0.3, height);
  for (const [index, colour] of palette.sky.entries())
    wash.addColorStop(index / 3, mix(colour, palette.near, 0.25));
  context.fillStyle = wash;
  context.fillRect(0, 0, width, height);
  const relief = layeredField(planeNoise(random), 4);
  const middle = between(random, 0.4, 0.6);
  const lines = 54;
  for (let line = 0; line < lines; line += 1) {
    const share = line / (lines - 1);
    const base = height * (0.2 + 0.68 * share);
    const points: Point[] = Array.from({ length: 261 }, (_, index) => {
      const at = 0.08 + (0.84 * index) / 260;
      const bell = Math.exp(-(((at - middle) / 0.2) ** 2));
      const lift = Math.max(0, relief(at * 9, line * 0.16) - 0.32) ** 1.3;
      return { x: at * width, y: base - lift * bell * height * 0.52 - relief(at * 30, line) * 3 * unit };
    });
    context.fillStyle = wash;
    tracePolygon(context, [
      ...points,
      { x: width * 0.92, y: base + 12 * unit },
      { x: width * 0.08, y: base + 12 * unit },
    ]);
    context.fill();
    context.strokeStyle = mix(palette.disc, palette.accent, Math.abs(share - 0.5) * 1.8);
    context.lineWidth = 2.1 * unit;
    context.beginPath();
    for (const { x, y } of points) context.lineTo(x, y);
    context.stroke();
  }
}
