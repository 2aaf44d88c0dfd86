import { darken, fade, lighten, mix, type Colour } from './color.ts';
import type { Skyline } from './land.ts';
import { between, fillCircle, type Stage } from './stage.ts';

/** Dots of colour on a slope, smaller further up. */
export function scatterBlossoms(
  stage: Stage,
  skyline: Skyline,
  deep: number,
  count: number,
  size: number,
): void {
  const { context, width, random, palette } = stage;
  const colours: readonly Colour[] = [palette.accent, lighten(palette.accent, 0.45), palette.disc];
  for (let index = 0; index < count; index += 1) {
    const x = random() * width;
    const down = random();
    context.fillStyle = fade(colours[index % colours.length] ?? palette.accent, between(random, 0.5, 0.95));
    fillCircle(context, x, skyline(x) + down * deep, size * (0.4 + down) * between(random, 0.6, 1.2));
  }
}

/** Tall flowers in the foreground, rooted below the lower edge. */
export function paintBouquet(stage: Stage, count: number, tall: number): void {
  const { width, height, random } = stage;
  const order = Array.from({ length: count }, (_, index) => index / count).sort(() => random() - 0.5);
  for (const share of order) {
    const reach = tall * between(random, 0.45, 1);
    const x = width * (share + between(random, -0.02, 0.06));
    const lean = reach * between(random, -0.16, 0.16);
    paintStem(stage, x, height + reach * 0.05, lean, reach);
    paintBlossom(stage, x + lean, height - reach, reach * between(random, 0.12, 0.18));
  }
}

function paintStem(
  { context, random, palette }: Stage,
  x: number,
  y: number,
  lean: number,
  reach: number,
): void {
  const green = mix(palette.near, palette.ink, random() * 0.6);
  context.strokeStyle = green;
  context.fillStyle = green;
  context.lineCap = 'round';
  context.lineWidth = reach * 0.016;
  context.beginPath();
  context.moveTo(x, y);
  context.quadraticCurveTo(x, y - reach * 0.6, x + lean, y - reach);
  context.stroke();
  for (const side of [-1, 1]) {
    const at = y - reach * between(random, 0.15, 0.5);
    context.beginPath();
    context.moveTo(x, at);
    context.quadraticCurveTo(
      x + side * reach * 0.16,
      at - reach * 0.04,
      x + side * reach * 0.2,
      at - reach * 0.2,
    );
    context.quadraticCurveTo(x + side * reach * 0.05, at - reach * 0.14, x, at);
    context.fill();
  }
}

/** A poppy, a daisy or a tulip. */
function paintBlossom(stage: Stage, x: number, y: number, radius: number): void {
  const { context, random } = stage;
  const kind = random();
  context.save();
  context.translate(x, y);
  context.rotate(between(random, -0.35, 0.35));
  context.scale(radius, radius);
  if (kind < 0.5) paintPoppy(stage);
  else if (kind < 0.8) paintDaisy(stage);
  else paintTulip(stage);
  context.restore();
}

function paintPoppy({ context, random, palette }: Stage): void {
  const colour = mix(palette.accent, palette.disc, random() * 0.35);
  for (let petal = 0; petal < 5; petal += 1) {
    context.save();
    context.rotate((petal * Math.PI * 2) / 5);
    const gradient = context.createRadialGradient(0, 0, 0.1, 0, -0.4, 1);
    gradient.addColorStop(0, darken(colour, 0.35));
    gradient.addColorStop(0.5, colour);
    gradient.addColorStop(1, lighten(colour, 0.22));
    context.fillStyle = gradient;
    context.beginPath();
    context.moveTo(0, 0);
    context.bezierCurveTo(-0.85, -0.3, -0.65, -1.1, 0, -0.98);
    context.bezierCurveTo(0.65, -1.1, 0.85, -0.3, 0, 0);
    context.fill();
    context.restore();
  }
  context.fillStyle = darken(palette.ink, 0.2);
  fillCircle(context, 0, 0, 0.2);
  context.fillStyle = palette.disc;
  for (let dot = 0; dot < 9; dot += 1) {
    fillCircle(context, Math.cos(dot * 0.7) * 0.28, Math.sin(dot * 0.7) * 0.28, 0.04);
  }
}

function paintDaisy({ context, palette }: Stage): void {
  context.fillStyle = lighten(palette.disc, 0.5);
  for (let petal = 0; petal < 13; petal += 1) {
    context.save();
    context.rotate((petal * Math.PI * 2) / 13);
    context.beginPath();
    context.ellipse(0, -0.58, 0.14, 0.4, 0, 0, Math.PI * 2);
    context.fill();
    context.restore();
  }
  context.fillStyle = mix(palette.accent, '#ffc83d', 0.6);
  fillCircle(context, 0, 0, 0.25);
}

function paintTulip({ context, random, palette }: Stage): void {
  const colour = mix(palette.accent, palette.sky[2], random() * 0.5);
  for (const [shift, shade] of [
    [-0.3, darken(colour, 0.15)],
    [0.3, darken(colour, 0.08)],
    [0, lighten(colour, 0.12)],
  ] as const) {
    context.fillStyle = shade;
    context.beginPath();
    context.moveTo(shift * 0.3, 0.6);
    context.bezierCurveTo(shift - 0.6, 0.4, shift - 0.5, -0.5, shift * 1.5, -0.85);
    context.bezierCurveTo(shift + 0.5, -0.5, shift + 0.6, 0.4, shift * 0.3, 0.6);
    context.fill();
  }
}
