import { darken, lighten, lightness, mix } from '../color.ts';
import { fillCircle, tracePolygon, type Stage } from '../stage.ts';

/** One unit tall, standing at the origin, with the keeper's house beside it. */
export function paintLighthouse(stage: Stage): void {
  const { context, palette } = stage;
  const white = mix(lighten(palette.disc, 0.3), palette.sky[2], 0.15);
  if (lightness(palette.sky[1]) < 0.62) paintBeams(stage);
  const side = context.createLinearGradient(-0.1, 0, 0.1, 0);
  side.addColorStop(0, white);
  side.addColorStop(0.45, white);
  side.addColorStop(1, mix(white, palette.ink, 0.5));
  tracePolygon(context, tower(0, 0.78));
  context.fillStyle = side;
  context.fill();
  const red = mix(palette.accent, '#d8423a', 0.45);
  for (const [from, to] of [
    [0.12, 0.26],
    [0.4, 0.53],
    [0.66, 0.78],
  ] as const) {
    const band = context.createLinearGradient(-0.1, 0, 0.1, 0);
    band.addColorStop(0.3, red);
    band.addColorStop(1, darken(red, 0.45));
    context.fillStyle = band;
    tracePolygon(context, tower(from, to));
    context.fill();
  }
  paintLantern(stage);
  paintGable(stage, 0.2, 0.17, 0.15);
}

/** The part of the tower between two heights. */
function tower(from: number, to: number): { x: number; y: number }[] {
  const half = (at: number): number => 0.098 - at * 0.052;
  return [
    { x: -half(from), y: -from },
    { x: -half(to), y: -to },
    { x: half(to), y: -to },
    { x: half(from), y: -from },
  ];
}

function paintLantern({ context, palette }: Stage): void {
  context.fillStyle = darken(palette.ink, 0.1);
  context.fillRect(-0.085, -0.8, 0.17, 0.025);
  context.fillRect(-0.08, -0.83, 0.16, 0.008);
  for (const x of [-0.075, -0.04, 0, 0.04, 0.07]) context.fillRect(x, -0.83, 0.006, 0.04);
  context.fillStyle = '#fff4c2';
  context.fillRect(-0.04, -0.9, 0.08, 0.1);
  context.fillStyle = darken(palette.ink, 0.1);
  for (const x of [-0.043, -0.004, 0.035]) context.fillRect(x, -0.9, 0.008, 0.1);
  context.beginPath();
  context.moveTo(-0.06, -0.9);
  context.quadraticCurveTo(-0.04, -0.965, 0, -0.97);
  context.quadraticCurveTo(0.04, -0.965, 0.06, -0.9);
  context.fill();
  context.fillRect(-0.004, -1, 0.008, 0.04);
}

function paintBeams({ context }: Stage): void {
  for (const side of [-1, 1]) {
    const beam = context.createLinearGradient(0, 0, side * 2.4, 0);
    beam.addColorStop(0, 'rgba(255, 244, 194, 0.75)');
    beam.addColorStop(0.3, 'rgba(255, 244, 194, 0.28)');
    beam.addColorStop(1, 'rgba(255, 244, 194, 0)');
    context.fillStyle = beam;
    context.beginPath();
    context.moveTo(0, -0.87);
    context.lineTo(side * 2.4, -1.12);
    context.lineTo(side * 2.4, -0.66);
    context.lineTo(0, -0.84);
    context.fill();
  }
  const glow = context.createRadialGradient(0, -0.85, 0, 0, -0.85, 0.3);
  glow.addColorStop(0, 'rgba(255, 246, 205, 0.95)');
  glow.addColorStop(1, 'rgba(255, 246, 205, 0)');
  context.fillStyle = glow;
  fillCircle(context, 0, -0.85, 0.3);
}

/** A small house with its middle at x. */
function paintGable({ context, palette }: Stage, x: number, wide: number, tall: number): void {
  context.fillStyle = mix(lighten(palette.disc, 0.2), palette.ink, 0.35);
  context.fillRect(x - wide / 2, -tall * 0.6, wide, tall * 0.6);
  context.fillStyle = mix(palette.accent, palette.ink, 0.45);
  tracePolygon(context, [
    { x: x - wide * 0.6, y: -tall * 0.55 },
    { x: x - wide * 0.35, y: -tall },
    { x: x + wide * 0.35, y: -tall },
    { x: x + wide * 0.6, y: -tall * 0.55 },
  ]);
  context.fill();
  context.fillStyle = '#ffe3a1';
  context.fillRect(x - wide * 0.25, -tall * 0.42, wide * 0.14, tall * 0.2);
  context.fillRect(x + wide * 0.1, -tall * 0.42, wide * 0.14, tall * 0.2);
}
