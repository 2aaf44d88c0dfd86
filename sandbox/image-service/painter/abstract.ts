import { type Colour, darken, fade, lighten, lightness, mix } from './palettes.ts';
import type { Point, Stage } from './stage.ts';

/** A slanted wash of the sky's colours with two lights in it. */
const paintBackdrop = (stage: Stage): void => {
  const { width, height, palette } = stage;
  const lean = width * stage.between(-0.4, 0.4);
  stage.wash(stage.gradient([width / 2 - lean, 0], [width / 2 + lean, height], ...palette.sky));
  for (const colour of [palette.accent, palette.disc])
    stage.glow([stage.random() * width, stage.random() * height], Math.max(width, height) * 0.5, colour, 0.3);
};

/** The palette as a row, from the lightest to the darkest. */
const coloursOf = ({ palette: { sky, accent, far, near, disc } }: Stage): readonly [Colour, ...Colour[]] => {
  const rest = [sky[3], accent, sky[2], mix(accent, sky[1], 0.5), far, near];
  return [disc, ...rest.sort((a, b) => lightness(b) - lightness(a))];
};

const paintPaperWaves = (stage: Stage): void => {
  const { width, height, unit, palette } = stage;
  paintBackdrop(stage);
  const colours = coloursOf(stage);
  const slant = stage.between(-0.35, 0.35);
  for (let sheet = 0; sheet < 9; sheet += 1) {
    const share = sheet / 8;
    const wave = stage.noise(2);
    const slope = (x: number): number => 0.16 + 0.8 * share + slant * (x / width - 0.5) * (1 - share);
    const edge = stage.edgeOf((x) => height * (slope(x) + (wave((x / width) * (2.4 + share)) - 0.5) * 0.3));
    const position = share * (colours.length - 1);
    const [from, to] = [colours[Math.floor(position)], colours[Math.ceil(position)]];
    const colour = mix(from ?? palette.far, to ?? palette.near, position % 1);
    for (let step = 4; step > 0; step -= 1) {
      const raised = edge.map(([x, y]): Point => [x, y - (2 + share * 2.5) * step * unit]);
      stage.fillUnder(raised, fade(palette.ink, 0.07));
    }
    const top = Math.min(...edge.map(([, y]) => y));
    stage.fillUnder(edge, stage.gradient([0, top], [0, top + height * 0.5], lighten(colour, 0.14), colour));
    stage.trace(edge);
    stage.context.strokeStyle = fade(lighten(colour, 0.5), 0.5);
    stage.context.lineWidth = 1.4 * unit;
    stage.context.stroke();
  }
};

const paintFlow = (stage: Stage): void => {
  const { context, width, height, unit } = stage;
  paintBackdrop(stage);
  const [current, patches] = [stage.noise(2), stage.noise(2)];
  const tilt = stage.random() * Math.PI * 2;
  const colours = coloursOf(stage);
  context.lineCap = context.lineJoin = 'round';
  for (let stroke = 0; stroke < 1100; stroke += 1) {
    let [x, y] = [stage.between(-0.1, 1.1) * width, stage.between(-0.1, 1.1) * height];
    const patch = patches((x / width) * 2.5, (y / height) * 2.5) * 1.5 - 0.25 + stage.between(-0.12, 0.12);
    const colour = colours[Math.floor(Math.min(Math.max(patch, 0), 0.999) * colours.length)] ?? colours[0];
    context.strokeStyle = fade(lighten(colour, stage.random() * 0.22), stage.between(0.35, 0.9));
    context.lineWidth = (1 + stage.random() ** 3 * 11) * unit;
    context.beginPath();
    for (let step = Math.floor(stage.between(12, 38)); step >= 0; step -= 1) {
      context.lineTo(x, y);
      const angle = tilt + current((x / unit) * 0.0021, (y / unit) * 0.0021) * Math.PI * 3.2;
      x += Math.cos(angle) * 9 * unit;
      y += Math.sin(angle) * 9 * unit;
    }
    context.stroke();
  }
};

const paintOrbits = (stage: Stage): void => {
  const { context, width, height, unit, palette } = stage;
  paintBackdrop(stage);
  stage.wash(fade(darken(palette.near, 0.2), 0.72));
  const [x, y] = [width * stage.between(0.36, 0.64), height * stage.between(0.36, 0.64)];
  const reach = Math.hypot(width, height) * 0.56;
  stage.glow([x, y], reach * 0.7, palette.accent, 0.55);
  context.lineCap = 'round';
  for (let orbit = 0; orbit < 44; orbit += 1) {
    const radius = reach * (0.1 + (0.9 * orbit) / 44);
    const start = stage.random() * Math.PI * 2;
    for (let angle = 0, span = 0; angle < Math.PI * 2; angle += span + stage.between(0.06, 0.5)) {
      span = stage.between(0.08, 1.3);
      const colour = mix(stage.pick(coloursOf(stage)), palette.sky[1], stage.random() * 0.45);
      context.strokeStyle = fade(colour, stage.between(0.25, 1));
      context.lineWidth = stage.between(1.5, 11) * unit;
      context.beginPath();
      context.arc(x, y, radius, start + angle, start + Math.min(Math.PI * 2, angle + span * 0.8));
      context.stroke();
    }
  }
  context.fillStyle = lighten(palette.disc, 0.3);
  stage.circle(x, y, reach * 0.062);
};

const STYLES = [paintPaperWaves, paintFlow, paintOrbits] as const;

/** A composition without things in it; three variations in a row have three styles. */
export const paintAbstract = (stage: Stage, style: number): void => {
  STYLES[style % STYLES.length]?.(stage);
};
