import { darken, fade, lighten, mix } from '../color.ts';
import { fillCircle, tracePolygon, type Stage } from '../stage.ts';

/** All of these are one unit tall and stand at the origin. */

export function paintHouse(stage: Stage): void {
  const { context, palette } = stage;
  const wall = mix(palette.ink, palette.accent, 0.3);
  context.fillStyle = darken(palette.ink, 0.1);
  context.fillRect(0.18, -0.98, 0.12, 0.4);
  paintSmoke(stage);
  context.fillStyle = wall;
  tracePolygon(context, [
    { x: -0.45, y: 0 },
    { x: -0.45, y: -0.45 },
    { x: 0, y: -0.86 },
    { x: 0.45, y: -0.45 },
    { x: 0.45, y: 0 },
  ]);
  context.fill();
  context.strokeStyle = fade(palette.ink, 0.35);
  context.lineWidth = 0.012;
  for (let y = -0.08; y > -0.45; y -= 0.08) {
    context.beginPath();
    context.moveTo(-0.45, y);
    context.lineTo(0.45, y);
    context.stroke();
  }
  context.strokeStyle = darken(palette.ink, 0.25);
  context.lineWidth = 0.09;
  context.lineJoin = 'miter';
  context.beginPath();
  context.moveTo(-0.56, -0.38);
  context.lineTo(0, -0.88);
  context.lineTo(0.56, -0.38);
  context.stroke();
  paintLitWindow(stage, -0.3, -0.36, 0.2);
  paintLitWindow(stage, -0.07, -0.64, 0.14);
  context.fillStyle = darken(palette.ink, 0.2);
  context.fillRect(0.08, -0.34, 0.2, 0.34);
}

function paintLitWindow({ context, palette }: Stage, x: number, y: number, size: number): void {
  const glow = context.createRadialGradient(
    x + size / 2,
    y + size / 2,
    0,
    x + size / 2,
    y + size / 2,
    size * 1.8,
  );
  glow.addColorStop(0, 'rgba(255, 222, 140, 0.6)');
  glow.addColorStop(1, 'rgba(255, 222, 140, 0)');
  context.fillStyle = glow;
  fillCircle(context, x + size / 2, y + size / 2, size * 1.8);
  context.fillStyle = '#ffe09a';
  context.fillRect(x, y, size, size);
  context.fillStyle = palette.ink;
  context.fillRect(x + size * 0.46, y, size * 0.08, size);
  context.fillRect(x, y + size * 0.46, size, size * 0.08);
}

function paintSmoke({ context, palette }: Stage): void {
  for (let puff = 0; puff < 9; puff += 1) {
    context.fillStyle = fade(lighten(palette.sky[3], 0.3), 0.3 - puff * 0.028);
    fillCircle(
      context,
      0.24 + puff * 0.035 + Math.sin(puff * 1.3) * 0.04,
      -1.02 - puff * 0.09,
      0.05 + puff * 0.018,
    );
  }
}

export function paintCastle(stage: Stage): void {
  const { context, palette } = stage;
  const stone = mix(palette.ink, palette.far, 0.18);
  const keep = (x: number, wide: number, tall: number, roof: number): void => {
    context.fillStyle = stone;
    context.fillRect(x - wide / 2, -tall, wide, tall);
    context.fillRect(x - wide * 0.62, -tall, wide * 1.24, wide * 0.28);
    context.fillStyle = mix(palette.accent, palette.ink, 0.4);
    tracePolygon(context, [
      { x: x - wide * 0.68, y: -tall },
      { x, y: -tall - roof },
      { x: x + wide * 0.68, y: -tall },
    ]);
    context.fill();
    context.fillStyle = '#ffe09a';
    context.fillRect(x - wide * 0.09, -tall * 0.82, wide * 0.18, wide * 0.36);
    context.fillStyle = palette.accent;
    tracePolygon(context, [
      { x, y: -tall - roof - 0.07 },
      { x: x + 0.06, y: -tall - roof - 0.05 },
      { x, y: -tall - roof - 0.03 },
    ]);
    context.fill();
    context.fillStyle = stone;
    context.fillRect(x - 0.004, -tall - roof - 0.07, 0.008, 0.09);
  };
  keep(-0.12, 0.12, 0.62, 0.22);
  keep(0.14, 0.14, 0.72, 0.26);
  keep(0.32, 0.1, 0.48, 0.18);
  keep(-0.34, 0.13, 0.42, 0.18);
  context.fillStyle = darken(stone, 0.1);
  context.fillRect(-0.42, -0.26, 0.86, 0.26);
  for (let x = -0.42; x < 0.42; x += 0.06) context.fillRect(x, -0.29, 0.035, 0.04);
  context.fillStyle = '#ffd98a';
  context.beginPath();
  context.arc(0.02, -0.1, 0.05, Math.PI, 0);
  context.rect(-0.03, -0.1, 0.1, 0.1);
  context.fill();
}

export function paintWindmill(stage: Stage): void {
  const { context, palette } = stage;
  context.fillStyle = mix(palette.ink, palette.disc, 0.22);
  tracePolygon(context, [
    { x: -0.17, y: 0 },
    { x: -0.1, y: -0.6 },
    { x: 0.1, y: -0.6 },
    { x: 0.17, y: 0 },
  ]);
  context.fill();
  context.fillStyle = mix(palette.accent, palette.ink, 0.3);
  context.beginPath();
  context.moveTo(-0.125, -0.59);
  context.quadraticCurveTo(0, -0.86, 0.125, -0.59);
  context.fill();
  context.fillStyle = '#ffe09a';
  context.fillRect(-0.03, -0.42, 0.06, 0.08);
  context.save();
  context.translate(0, -0.64);
  context.rotate(0.45);
  for (let sail = 0; sail < 4; sail += 1) {
    context.rotate(Math.PI / 2);
    context.fillStyle = palette.ink;
    context.fillRect(-0.008, -0.46, 0.016, 0.46);
    context.fillStyle = fade(lighten(palette.disc, 0.3), 0.85);
    context.fillRect(0.014, -0.45, 0.085, 0.34);
  }
  context.restore();
}

export function paintTent({ context, palette }: Stage): void {
  const glow = context.createRadialGradient(0, -0.25, 0, 0, -0.25, 1.5);
  glow.addColorStop(0, 'rgba(255, 205, 120, 0.5)');
  glow.addColorStop(1, 'rgba(255, 205, 120, 0)');
  context.fillStyle = glow;
  fillCircle(context, 0, -0.25, 1.5);
  const cloth = context.createLinearGradient(0, -1, 0, 0);
  cloth.addColorStop(0, mix(palette.accent, palette.ink, 0.2));
  cloth.addColorStop(1, lighten(palette.accent, 0.3));
  context.fillStyle = cloth;
  tracePolygon(context, [
    { x: -0.95, y: 0 },
    { x: 0, y: -0.95 },
    { x: 0.95, y: 0 },
  ]);
  context.fill();
  context.fillStyle = '#ffe7ae';
  tracePolygon(context, [
    { x: -0.24, y: 0 },
    { x: 0, y: -0.8 },
    { x: 0.24, y: 0 },
  ]);
  context.fill();
  context.fillStyle = mix(palette.accent, palette.ink, 0.4);
  tracePolygon(context, [
    { x: -0.26, y: 0 },
    { x: 0, y: -0.95 },
    { x: -0.02, y: -0.4 },
    { x: -0.12, y: 0 },
  ]);
  context.fill();
}
