import { lightness, mix, type Colour } from '../color.ts';
import { paintGlow } from '../sky.ts';
import { between, type Stage } from '../stage.ts';

/** A slanted wash of the sky's colours with two lights in it. */
export function backdrop(stage: Stage): void {
  const { context, width, height, random, palette } = stage;
  const lean = between(random, -0.4, 0.4);
  const gradient = context.createLinearGradient(width * (0.5 - lean), 0, width * (0.5 + lean), height);
  for (const [index, colour] of palette.sky.entries()) gradient.addColorStop(index / 3, colour);
  context.fillStyle = gradient;
  context.fillRect(0, 0, width, height);
  const reach = Math.max(width, height) * 0.5;
  paintGlow(stage, random() * width, random() * height, reach, palette.accent, 0.3);
  paintGlow(stage, random() * width, random() * height, reach, palette.disc, 0.3);
}

/** The palette as a row, from the lightest to the darkest. */
export function coloursOf({ palette }: Stage): readonly [Colour, ...Colour[]] {
  const middle = mix(palette.accent, palette.sky[1], 0.5);
  const rest = [palette.sky[3], palette.accent, palette.sky[2], middle, palette.far, palette.near];
  return [palette.disc, ...rest.sort((a, b) => lightness(b) - lightness(a))];
}
