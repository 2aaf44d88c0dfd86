import { fade, lighten, lightness, mix, type Colour } from './color.ts';
import { between, type Stage } from './stage.ts';

interface Row {
  /** Where the houses stand, in pixels from the top. */
  readonly foot: number;
  readonly tall: number;
  readonly colour: Colour;
  /** Share of windows with light. */
  readonly lit: number;
}

/** A skyline of towers in three depths, with light in the windows. */
export function paintCity(stage: Stage): void {
  const { palette, height } = stage;
  const dark = lightness(palette.sky[1]) < 0.6;
  const rows: readonly Row[] = [
    {
      foot: height * 0.8,
      tall: height * 0.6,
      colour: mix(palette.far, palette.sky[2], 0.25),
      lit: dark ? 0.12 : 0,
    },
    {
      foot: height * 0.92,
      tall: height * 0.54,
      colour: mix(palette.far, palette.near, 0.45),
      lit: dark ? 0.3 : 0.06,
    },
    {
      foot: height * 1.04,
      tall: height * 0.46,
      colour: mix(palette.far, palette.near, 0.9),
      lit: dark ? 0.45 : 0.12,
    },
  ];
  for (const row of rows) paintRow(stage, row);
}

function paintRow(stage: Stage, row: Row): void {
  const { width, height, random } = stage;
  const middle = between(random, 0.3, 0.7);
  let x = -width * 0.03;
  while (x < width) {
    const wide = Math.min(width, height) * between(random, 0.045, 0.1) * (0.7 + row.foot / height / 2);
    const closeness = 1 - Math.min(1, Math.abs(x / width - middle) * 1.4);
    const tall = row.tall * (0.34 + 0.54 * closeness * random() + 0.12 * random());
    paintTower(stage, x, row, wide, tall);
    x += wide * between(random, 0.8, 1.15);
  }
}

function paintTower(stage: Stage, x: number, row: Row, wide: number, tall: number): void {
  const { context, height, random, palette } = stage;
  const top = row.foot - tall;
  const gradient = context.createLinearGradient(0, top, 0, row.foot);
  gradient.addColorStop(0, row.colour);
  gradient.addColorStop(1, mix(row.colour, palette.sky[3], 0.22));
  context.fillStyle = gradient;
  context.beginPath();
  context.rect(x, top, wide, height - top);
  const roof = random();
  if (roof < 0.25) context.rect(x + wide * 0.2, top - wide * 0.35, wide * 0.6, wide * 0.4);
  if (roof > 0.8) {
    context.moveTo(x, top + 1);
    context.lineTo(x + wide / 2, top - wide * 0.8);
    context.lineTo(x + wide, top + 1);
  }
  if (roof > 0.25 && roof < 0.5) context.rect(x + wide * 0.47, top - tall * 0.16, wide * 0.06, tall * 0.18);
  context.fill();
  context.fillStyle = fade(lighten(row.colour, 0.5), 0.14);
  context.fillRect(x, top, wide * 0.12, row.foot - top);
  if (row.lit > 0) paintWindows(stage, x, top, row, wide);
}

function paintWindows(stage: Stage, x: number, top: number, row: Row, wide: number): void {
  const { context, random, palette } = stage;
  const columns = 3 + Math.floor(random() * 3);
  const cell = (wide * 0.76) / columns;
  const warm = mix(palette.accent, '#ffe9b0', 0.55);
  for (let y = top + cell; y < row.foot; y += cell * 1.5) {
    for (let column = 0; column < columns; column += 1) {
      if (random() > row.lit) continue;
      context.fillStyle = fade(random() < 0.2 ? palette.accent : warm, between(random, 0.45, 1));
      context.fillRect(x + wide * 0.14 + column * cell, y, cell * 0.6, cell * 0.8);
    }
  }
}
