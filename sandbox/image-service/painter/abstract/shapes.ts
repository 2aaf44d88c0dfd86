import { darken, fade, lighten, mix, type Colour } from '../color.ts';
import { paintGlow } from '../sky.ts';
import { between, fillCircle, pick, type Stage } from '../stage.ts';
import { backdrop, coloursOf } from './ground.ts';

/** Lights out of focus, large and faint before small and bright. */
export function paintBokeh(stage: Stage): void {
  const { context, width, height, unit, random, palette } = stage;
  backdrop(stage);
  context.fillStyle = fade(palette.near, 0.62);
  context.fillRect(0, 0, width, height);
  const colours = [palette.accent, palette.disc, palette.sky[2], palette.accent, palette.sky[3]];
  const lights = 130;
  const slope = between(random, -0.5, 0.5);
  context.save();
  context.globalCompositeOperation = 'screen';
  for (let index = 0; index < lights; index += 1) {
    const share = index / lights;
    const radius = (150 * (1 - share) ** 2.2 + 5 + random() * 16) * unit;
    const x = random() * width;
    const spread = (random() + random() + random() - 1.5) * 0.75;
    const y = height * (0.5 + slope * (x / width - 0.5) + spread);
    const colour = colours[index % colours.length] ?? palette.accent;
    paintLight(stage, x, y, radius, colour, 0.1 + share * 0.5);
  }
  context.restore();
}

function paintLight(
  stage: Stage,
  x: number,
  y: number,
  radius: number,
  colour: Colour,
  strength: number,
): void {
  const { context } = stage;
  const gradient = context.createRadialGradient(x, y, 0, x, y, radius);
  gradient.addColorStop(0, fade(colour, strength * 0.55));
  gradient.addColorStop(0.82, fade(colour, strength * 0.75));
  gradient.addColorStop(0.95, fade(lighten(colour, 0.3), strength));
  gradient.addColorStop(1, fade(colour, 0));
  context.fillStyle = gradient;
  fillCircle(context, x, y, radius);
}

/** A quilt of tiles out of circles and their parts. */
export function paintQuilt(stage: Stage): void {
  const { context, width, height, random } = stage;
  const columns = Math.max(2, Math.round(Math.sqrt((24 * width) / height)));
  const side = width / columns;
  const rows = Math.ceil(height / side);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      context.save();
      context.translate((column + 0.5) * side, (row + 0.5) * side);
      context.rotate((Math.floor(random() * 4) * Math.PI) / 2);
      context.scale(side, side);
      paintTile(stage);
      context.restore();
    }
  }
}

function paintTile(stage: Stage): void {
  const { context, random } = stage;
  const colours = coloursOf(stage);
  const ground = pick(random, colours);
  const others = colours.filter((colour) => colour !== ground);
  const first = others[Math.floor(random() * others.length)] ?? ground;
  const second = others[Math.floor(random() * others.length)] ?? ground;
  context.fillStyle = ground;
  context.fillRect(-0.5, -0.5, 1.002, 1.002);
  pick(random, TILES)(stage, first, second);
}

type Tile = (stage: Stage, first: Colour, second: Colour) => void;

const TILES: readonly [Tile, ...Tile[]] = [
  ({ context }, first, second) => {
    for (const [radius, colour] of [
      [1, first],
      [0.68, second],
      [0.36, first],
    ] as const) {
      context.fillStyle = colour;
      context.beginPath();
      context.moveTo(-0.5, -0.5);
      context.arc(-0.5, -0.5, radius, 0, Math.PI / 2);
      context.fill();
    }
  },
  ({ context }, first, second) => {
    context.fillStyle = first;
    fillCircle(context, 0, 0, 0.4);
    context.fillStyle = second;
    context.beginPath();
    context.arc(0, 0, 0.4, 0, Math.PI);
    context.fill();
  },
  ({ context }, first, second) => {
    context.fillStyle = first;
    context.beginPath();
    context.arc(-0.5, 0, 0.5, -Math.PI / 2, Math.PI / 2);
    context.fill();
    context.fillStyle = second;
    context.beginPath();
    context.arc(0, 0, 0.5, -Math.PI / 2, Math.PI / 2);
    context.fill();
  },
  ({ context }, first, second) => {
    context.fillStyle = first;
    for (const x of [-0.5, 0]) for (const y of [-0.5, 0]) fillCircle(context, x + 0.25, y + 0.25, 0.17);
    context.fillStyle = second;
    fillCircle(context, 0.25, -0.25, 0.17);
  },
  ({ context }, first, second) => {
    context.fillStyle = first;
    context.beginPath();
    context.moveTo(-0.5, 0.5);
    context.quadraticCurveTo(-0.5, -0.5, 0.5, -0.5);
    context.quadraticCurveTo(0.5, 0.5, -0.5, 0.5);
    context.fill();
    context.strokeStyle = second;
    context.lineWidth = 0.035;
    context.beginPath();
    context.moveTo(-0.5, 0.5);
    context.lineTo(0.3, -0.3);
    context.stroke();
  },
];

/** Arcs of many lengths around one bright middle. */
export function paintOrbits(stage: Stage): void {
  const { context, width, height, unit, random, palette } = stage;
  backdrop(stage);
  context.fillStyle = fade(darken(palette.near, 0.2), 0.72);
  context.fillRect(0, 0, width, height);
  const x = width * between(random, 0.36, 0.64);
  const y = height * between(random, 0.36, 0.64);
  const reach = Math.hypot(width, height) * 0.56;
  const colours = coloursOf(stage).slice(0, 6);
  paintGlow(stage, x, y, reach * 0.7, palette.accent, 0.55);
  context.lineCap = 'round';
  for (let ring = 0; ring < 44; ring += 1) {
    const radius = reach * (0.1 + (0.9 * ring) / 44);
    let angle = random() * Math.PI * 2;
    const end = angle + Math.PI * 2;
    while (angle < end) {
      const span = between(random, 0.08, 1.3);
      const colour = mix(pick(random, [palette.disc, ...colours]), palette.sky[1], random() * 0.45);
      context.strokeStyle = fade(colour, between(random, 0.25, 1));
      context.lineWidth = between(random, 1.5, 11) * unit;
      context.beginPath();
      context.arc(x, y, radius, angle, Math.min(end, angle + span * 0.8));
      context.stroke();
      angle += span + between(random, 0.06, 0.5);
    }
  }
  context.fillStyle = lighten(palette.disc, 0.3);
  fillCircle(context, x, y, reach * 0.062);
}
